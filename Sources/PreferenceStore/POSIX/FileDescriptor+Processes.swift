import CLinux

/// Files that tell of processes and signals.
///
/// They stand apart from the calls on sets of signals: Swift would take C's type of those for CLinux's own, not Glibc's.
extension FileDescriptor {
    /// Can be read while one of some signals has come and is held back, signalfd(2).
    static func arrival(of signals: [Int32]) throws(SystemError) -> FileDescriptor {
        FileDescriptor(number: try retryingOnInterrupt { unsafe signalDescriptor(signals, signals.count) })
    }

    /// Can be read once a child of this process has ended, pidfd_open(2).
    static func end(ofProcess identifier: Int32) throws(SystemError) -> FileDescriptor {
        FileDescriptor(number: try retryingOnInterrupt { pidfd_open(identifier, 0) })
    }
}

extension CallingProcess {
    /// The environment as a program gets it that this process starts, environ(7).
    static var environment: UnsafePointer<UnsafeMutablePointer<CChar>?>? {
        unsafe processEnvironment()
    }
}
