/// The folders that schemas of suites are looked for in, by the XDG Base Directory Specification.
package struct SchemaFolders: Sendable {
    /// The user's own, where schemas are installed: an absolute path; nil where the environment has none.
    package let user: String?
    /// Those of the system, the one that wins first, absolute paths.
    package let system: [String]

    /// The folders that an environment names.
    ///
    /// They are `prefs/schemas` in `$XDG_DATA_HOME`, by default `~/.local/share`, and in each
    /// of `$XDG_DATA_DIRS`, by default `/usr/local/share` and `/usr/share`. A path that is not absolute does not count.
    ///
    /// - Parameter variable: the value of an environment variable.
    package init(environment variable: (String) -> EnvironmentValue) {
        let home = (variable("HOME").absolutePath ?? CallingProcess.homeFolder()).map { $0 + "/.local/share" }
        user = (variable("XDG_DATA_HOME").absolutePath ?? home).map(folder)
        let paths: [Substring] =
            switch variable("XDG_DATA_DIRS") {
            case .text(let list) where !list.isEmpty: list.split(separator: ":")
            default: ["/usr/local/share", "/usr/share"]
            }
        system = paths.filter { $0.utf8.first == UInt8(ascii: "/") }.map { folder(String($0)) }
    }

    /// The folders in which a schema is looked for, the one that wins first.
    package var all: [String] { (user.map { [$0] } ?? []) + system }

    /// What the names of schemas end with.
    package static let suffix = ".schema.json"

    /// The path of a suite's schema in one of the folders.
    package static func path(of suite: SuiteName, in folder: String) -> String {
        "\(folder)/\(suite)\(suffix)"
    }
}

private func folder(_ data: String) -> String { data + "/prefs/schemas" }

extension EnvironmentValue {
    /// The path that the variable holds, where it is absolute.
    fileprivate var absolutePath: String? {
        if case .text(let path) = self, path.utf8.first == UInt8(ascii: "/") { path } else { nil }
    }
}
