internal import CTestSupport

/// Does something as a user for whom permissions of files count, where the tests run as root; setfsuid(2).
///
/// Only this thread is that user, and only to the file system.
public func withoutRootAccess<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
    let user = setfsuid(65534)
    defer { setfsuid(UInt32(user)) }
    return try body()
}
