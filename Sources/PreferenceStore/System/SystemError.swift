import Glibc

/// An error of the operating system, with its number in errno(3).
public struct SystemError: Error, Hashable, Sendable {
    /// The error number, such as `ENOENT`.
    public let code: Int32

    /// Creates the error with a number.
    public init(code: Int32) {
        self.code = code
    }

    /// The error of the system call that has just failed in this thread.
    static var last: SystemError {
        SystemError(code: errno)
    }

    package static let brokenPipe = SystemError(code: EPIPE)
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

    /// Whether the error means that nothing can be written to the directory: permissions, a read-only file system, or
    /// no space.
    var isRefusal: Bool {
        [EACCES, EPERM, EROFS, ENOSPC, EDQUOT].contains(code)
    }
}

/// Makes a system call, and repeats it if a signal interrupted it (EINTR, signal(7)).
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

/// Returns the call's result, or nil if the file does not exist (ENOENT).
func nilIfMissing<Returned: ~Copyable>(
    _ call: @autoclosure () throws(SystemError) -> Returned
) throws(SystemError) -> Returned? {
    do throws(SystemError) {
        return try call()
    } catch .noSuchFile {
        return nil
    }
}

/// Returns the call's result, or nil if nothing exists at the path (ENOENT), perhaps because a parent is not a
/// directory (ENOTDIR).
func nilIfPathMissing<Returned: ~Copyable>(
    _ call: @autoclosure () throws(SystemError) -> Returned
) throws(SystemError) -> Returned? {
    do throws(SystemError) {
        return try nilIfMissing(try call())
    } catch .notDirectory {
        return nil
    }
}

/// Lends uninitialized memory to calls that fill it, malloc(3).
///
/// - Throws: `noMemory` if it cannot be allocated. If Swift allocated the memory, the process would end, perhaps in the
///   middle of a transaction, and leave its temporary file behind.
func withTemporaryBytes<Returned>(
    _ count: Int,
    _ body: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Returned
) throws(SystemError) -> Returned {
    guard let memory = unsafe malloc(count) else { throw .noMemory }
    defer { unsafe free(memory) }
    return try unsafe body(UnsafeMutableRawBufferPointer(start: memory, count: count))
}

/// Returns the bytes that a call writes to a buffer.
///
/// - Parameters:
///   - limit: the length of the buffer, in bytes.
///   - call: gets the buffer and its length; returns the number of bytes, or -1 with the error in `errno`.
func readBytes(
    upTo limit: Int,
    from call: (UnsafeMutablePointer<CChar>, Int) -> Int
) throws(SystemError) -> [UInt8] {
    try unsafe withTemporaryBytes(limit) { buffer throws(SystemError) in
        let letters = unsafe buffer.bindMemory(to: CChar.self)
        guard let start = letters.baseAddress else { return [] }
        let count = try retryingOnInterrupt { unsafe call(start, limit) }
        return unsafe Array(buffer.prefix(count))
    }
}
