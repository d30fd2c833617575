internal import Glibc

/// Programs of the machine that a test needs and does without where they are not installed.
public enum InstalledProgram {
    /// The path of a program in the usual folders; nil where there is none.
    public static func path(of name: String) -> String? {
        ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
    }

    /// Whether every one of some programs is there.
    public static func areThere(_ names: String...) -> Bool {
        names.allSatisfy { path(of: $0) != nil }
    }
}
