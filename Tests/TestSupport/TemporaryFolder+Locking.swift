internal import Glibc

extension TemporaryFolder {
    /// Runs a body while this process has the lock of a folder, flock(2).
    public func withLock(of name: String, _ body: () throws -> Void) throws {
        let folder = try FileDescriptor.open(path(of: name), O_RDONLY | O_DIRECTORY)
        guard flock(folder.number, LOCK_EX) == 0 else { throw SystemCallError("flock", path(of: name)) }
        defer { flock(folder.number, LOCK_UN) }
        try body()
    }
}
