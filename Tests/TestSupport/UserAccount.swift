internal import Glibc

/// The user that runs the tests.
public enum UserAccount {
    /// Whether permissions do not count.
    public static var isRoot: Bool { geteuid() == 0 }

    /// The home folder in the user's entry of passwd(5), whatever `HOME` says.
    public static var home: String? {
        guard let entry = unsafe getpwuid(getuid()) else { return nil }
        return unsafe String(cString: entry.pointee.pw_dir)
    }
}
