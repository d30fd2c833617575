internal import CTestSupport
internal import Glibc

/// Returns a variable of the tests' environment, or nil if it is unset or empty.
func environmentVariable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
}

/// The user that runs the tests.
public enum UserAccount {
    /// Whether permissions do not apply to the user.
    public static var isRoot: Bool { geteuid() == 0 }

    /// The home directory in the user's entry of passwd(5), whatever `HOME` says.
    public static var home: String? {
        guard let entry = unsafe getpwuid(getuid()) else { return nil }
        return unsafe String(cString: entry.pointee.pw_dir)
    }
}

/// Runs a body as a user to whom file permissions apply, even if root runs the tests; setfsuid(2).
///
/// Only this thread is that user, and only to the file system.
public func withoutRootAccess<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
    let user = setfsuid(65534)
    defer { setfsuid(UInt32(user)) }
    return try body()
}

/// Runs a body while this process can open no more files, setrlimit(2).
///
/// Only for exit tests: the limit is that of the whole process.
public func withoutRoomForFiles<Outcome>(_ body: () throws -> Outcome) throws -> Outcome {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else {
        throw SystemCallError("getrlimit")
    }
    var lowered = limit
    lowered.rlim_cur = 0
    guard unsafe setrlimit(resource, &lowered) == 0 else {
        throw SystemCallError("setrlimit")
    }
    defer { unsafe setrlimit(resource, &limit) }
    return try body()
}

/// Runs a body in this process with an empty configuration directory of its own.
///
/// Only for exit tests: a variable of the whole process names the directory.
public func withConfigurationDirectory(_ body: (TemporaryDirectory) throws -> Void) throws {
    let directory = try TemporaryDirectory()
    guard unsafe setenv("XDG_CONFIG_HOME", directory.path, 1) == 0 else { throw SystemCallError("setenv") }
    try withExtendedLifetime(directory) { try body(directory) }
}
