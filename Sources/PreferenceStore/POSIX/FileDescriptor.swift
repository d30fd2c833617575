import Glibc

/// An open file or folder, which closes when its owner ends.
///
/// Every system call on files goes through this type and its extensions: each call stands in one place, throws its
/// error number, and starts again after a signal where its manual page allows it.
struct FileDescriptor: ~Copyable, Sendable {
    let number: Int32

    /// Takes over a descriptor that a system call has just opened.
    init(number: Int32) {
        self.number = number
    }

    deinit {
        _ = Glibc.close(number)
    }

    /// Opens a path, open(2).
    ///
    /// The descriptor does not survive an exec.
    static func open(
        _ path: String,
        _ flags: Int32,
        mode: mode_t = 0
    ) throws(SystemError) -> FileDescriptor {
        try FileDescriptor(opening: path, in: AT_FDCWD, flags, mode)
    }

    /// Opens a path that starts at this folder, openat(2).
    func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> FileDescriptor {
        try FileDescriptor(opening: path, in: number, flags, mode)
    }

    private init(opening path: String, in folder: Int32, _ flags: Int32, _ mode: mode_t) throws(SystemError) {
        // The call would take the path to end at its first NUL, and open another file.
        guard !path.utf8.contains(0) else { throw .invalidArgument }
        let opened = try retryingOnInterrupt {
            unsafe openat(folder, path, flags | O_CLOEXEC, mode)
        }
        self.init(number: opened)
    }

    /// Another descriptor of the same open file, F_DUPFD_CLOEXEC of fcntl(2).
    func duplicate() throws(SystemError) -> FileDescriptor {
        FileDescriptor(number: try retryingOnInterrupt { fcntl(number, F_DUPFD_CLOEXEC, 0) })
    }

    /// Closes the file and says whether that went well, close(2).
    ///
    /// Linux closes the descriptor whatever the outcome, so the call is never made twice; a signal that cuts it short
    /// has lost nothing.
    consuming func close() throws(SystemError) {
        let outcome = Glibc.close(number)
        let error = SystemError.last
        discard self
        if outcome == -1, error != .interrupted {
            throw error
        }
    }
}
