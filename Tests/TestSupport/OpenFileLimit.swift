internal import Glibc

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
