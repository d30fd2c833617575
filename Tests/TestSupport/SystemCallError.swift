internal import Glibc

/// A system call that failed: which one, on what, and why.
public struct SystemCallError: Error, CustomStringConvertible {
    /// The C function.
    public let call: String

    /// The path or name that it was given, or nothing.
    public let subject: String

    /// The error number, as in `errno`.
    public let number: Int32

    init(_ call: String, _ subject: String = "", number: Int32 = errno) {
        self.call = call
        self.subject = subject
        self.number = number
    }

    /// Such as `open /tmp/x: No such file or directory`.
    public var description: String {
        let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
        return subject.isEmpty ? "\(call): \(reason)" : "\(call) \(subject): \(reason)"
    }
}
