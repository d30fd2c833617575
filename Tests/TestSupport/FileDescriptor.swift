internal import CTestSupport
internal import Glibc

/// An open file, closed with its last reference, and in every program that is started.
final class FileDescriptor: Sendable {
    let number: Int32

    init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemCallError) -> FileDescriptor {
        let number = unsafe Glibc.open(path, flags | O_CLOEXEC, mode)
        guard number >= 0 else { throw SystemCallError("open", path) }
        return FileDescriptor(owning: number)
    }

    static func pipe() throws(SystemCallError) -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
        var numbers: [Int32] = [-1, -1]
        guard unsafe pipe2(&numbers, O_CLOEXEC) == 0 else { throw SystemCallError("pipe2") }
        return (FileDescriptor(owning: numbers[0]), FileDescriptor(owning: numbers[1]))
    }

    /// Opens a new pseudo-terminal: the end from which a test reads, and the end that is a program's terminal.
    static func terminal() throws(SystemCallError) -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
        let number = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard number >= 0 else { throw SystemCallError("posix_openpt") }
        let controller = FileDescriptor(owning: number)
        guard grantpt(number) == 0, unlockpt(number) == 0 else { throw SystemCallError("unlockpt") }
        var name = [CChar](repeating: 0, count: 128)
        let failure = unsafe ptsname_r(number, &name, name.count)
        guard failure == 0 else { throw SystemCallError("ptsname_r", number: failure) }
        let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (controller, try open(path, O_RDWR | O_NOCTTY))
    }

    /// Appends what can be read now; returns false at the end.
    ///
    /// A terminal is at its end when its program has exited.
    func read(into bytes: inout [UInt8]) throws(SystemCallError) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe Glibc.read(number, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer.prefix(count)
                return true
            }
            if count == 0 || errno == EIO { return false }
            guard errno == EINTR else { throw SystemCallError("read") }
        }
    }

    /// Writes some of the bytes and returns their number; returns nil if the other end is closed.
    func write(_ bytes: ArraySlice<UInt8>) throws(SystemCallError) -> Int? {
        while true {
            let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            if errno == EPIPE { return nil }
            guard errno == EINTR else { throw SystemCallError("write") }
        }
    }
}

/// A failed system call: its name, its argument, and the reason.
public struct SystemCallError: Error, CustomStringConvertible {
    /// The C function.
    public let call: String

    /// The path or name that the function was given; empty if there is none.
    public let subject: String

    /// The error number, as in `errno`.
    public let number: Int32

    init(_ call: String, _ subject: String = "", number: Int32 = errno) {
        self.call = call
        self.subject = subject
        self.number = number
    }

    /// A text such as `open /tmp/x: No such file or directory`.
    public var description: String {
        let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
        return subject.isEmpty ? "\(call): \(reason)" : "\(call) \(subject): \(reason)"
    }
}
