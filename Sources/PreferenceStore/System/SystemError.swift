import Glibc

/// An error of the operating system, as errno(3) numbers them.
public struct SystemError: Error, Hashable, Sendable {
    /// The number: `ENOENT` and the like.
    public let code: Int32

    /// The error with a number.
    public init(code: Int32) {
        self.code = code
    }

    /// The error of the system call that has just failed in this thread.
    static var last: SystemError {
        SystemError(code: errno)
    }

    static let brokenPipe = SystemError(code: EPIPE)
    static let exists = SystemError(code: EEXIST)
    static let fileTooLarge = SystemError(code: EFBIG)
    static let inputOutput = SystemError(code: EIO)
    static let interrupted = SystemError(code: EINTR)
    static let invalidArgument = SystemError(code: EINVAL)
    static let noAttribute = SystemError(code: ENODATA)
    static let noMemory = SystemError(code: ENOMEM)
    static let noSpace = SystemError(code: ENOSPC)
    package static let noSuchFile = SystemError(code: ENOENT)
    static let notPermitted = SystemError(code: EPERM)
    static let notDirectory = SystemError(code: ENOTDIR)
    static let notImplemented = SystemError(code: ENOSYS)
    static let notSupported = SystemError(code: ENOTSUP)
    static let permissionDenied = SystemError(code: EACCES)
    static let tooManyFiles = SystemError(code: EMFILE)
    static let tooManySymbolicLinks = SystemError(code: ELOOP)
    static let wouldBlock = SystemError(code: EWOULDBLOCK)

    /// Whether the system lets nothing be written in a directory: by its permissions, its file system, or for want of space.
    var isRefusal: Bool {
        [EACCES, EPERM, EROFS, ENOSPC, EDQUOT].contains(code)
    }
}

/// Makes a system call, again where a signal cut it short (EINTR, signal(7)).
@discardableResult
func retryingOnInterrupt<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
        let result = call()
        if result != -1 {
            return result
        }
        let error = SystemError.last
        if error != .interrupted {
            throw error
        }
    }
}

/// What a call finds, or nil where it finds no such file.
func ifThere<Outcome: ~Copyable>(
    _ call: @autoclosure () throws(SystemError) -> Outcome
) throws(SystemError) -> Outcome? {
    do throws(SystemError) {
        return try call()
    } catch .noSuchFile {
        return nil
    }
}

/// What a call finds at a path, or nil where it finds nothing there, perhaps since a file stands where a directory would be.
func ifPathThere<Outcome: ~Copyable>(
    _ call: @autoclosure () throws(SystemError) -> Outcome
) throws(SystemError) -> Outcome? {
    do throws(SystemError) {
        return try ifThere(try call())
    } catch .notDirectory {
        return nil
    }
}

/// Lends uninitialized memory to calls that fill it, malloc(3).
///
/// - Throws: `noMemory` where there is none to be had, in the middle of a transaction above all: the process would end
///   with its temporary file left behind if Swift asked for it.
func withTemporaryBytes<Outcome>(
    _ count: Int,
    _ body: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Outcome
) throws(SystemError) -> Outcome {
    guard let memory = unsafe malloc(count) else { throw .noMemory }
    defer { unsafe free(memory) }
    return try unsafe body(UnsafeMutableRawBufferPointer(start: memory, count: count))
}
