internal import CTestSupport
internal import Glibc

/// Returns a variable of the tests' environment, or nil if it is unset or empty.
public func environmentVariable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
}

/// The user that runs the tests.
public enum UserAccount {
    /// Whether file permissions do not apply to the user.
    public static var isRoot: Bool { geteuid() == 0 }

    /// The home directory in the user's entry of passwd(5), regardless of `HOME`.
    public static var home: String? {
        guard let entry = unsafe getpwuid(getuid()) else { return nil }
        return unsafe String(cString: entry.pointee.pw_dir)
    }
}

/// Runs a closure as a user to whom file permissions apply, even if root runs the tests; see setfsuid(2).
///
/// This affects only the current thread, and only its access to the file system.
public func withoutRootAccess<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
    let user = setfsuid(65534)
    defer { setfsuid(UInt32(user)) }
    return try body()
}

/// Returns how many times a closure calls fsync(2) in the current thread.
public func fsyncCount(of body: () throws -> Void) rethrows -> Int {
    let before = count_of_fsync()
    try body()
    return count_of_fsync() - before
}

/// Runs a closure while this process can open no more files; see setrlimit(2).
///
/// Only for exit tests: the limit applies to the whole process.
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

/// Runs a closure in this process with a new, empty configuration directory.
///
/// Only for exit tests: an environment variable of the whole process names the directory.
public func withConfigurationDirectory(_ body: (TemporaryDirectory) throws -> Void) throws {
    let directory = try TemporaryDirectory()
    for (name, path) in [("XDG_CONFIG_HOME", directory.path), ("XDG_STATE_HOME", directory.path(of: "state"))] {
        guard unsafe setenv(name, path, 1) == 0 else { throw SystemCallError("setenv") }
    }
    try withExtendedLifetime(directory) { try body(directory) }
}

/// A child of fork(2) that runs no other program, and has only the thread that created it.
///
/// It is killed when the value is released.
///
/// Only for exit tests: the child has copies of all locks of this process, as they are at that moment.
public struct ForkedChild: ~Copyable {
    private let process: pid_t

    /// Creates a child that runs a closure, and ends with its result as the exit code.
    public init(_ body: () -> Int32) throws {
        process = fork_process()
        guard process >= 0 else { throw SystemCallError("fork") }
        if process == 0 {
            _exit(body())
        }
    }

    deinit {
        kill(process, SIGKILL)
        _ = try? reap(process, waiting: true)
    }

    /// Waits for the child's end, and returns its exit code; nil if a signal killed it.
    public consuming func exitCode() throws -> Int32? {
        let process = process
        discard self
        guard case .exited(let code)? = try reap(process, waiting: true) else { return nil }
        return code
    }
}

/// Waits for a signal that ends the process.
public func waitForever() -> Never {
    while true {
        pause()
    }
}
