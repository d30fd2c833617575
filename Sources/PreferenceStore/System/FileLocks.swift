import CLinux
import Glibc

extension FileDescriptor {
    /// Takes the write lock of the whole file, F_OFD_SETLK of fcntl(2); false if another process or descriptor has it.
    ///
    /// A file system without locks of open files gives the process's own instead, F_SETLK: they exclude each other.
    /// Closing any other descriptor of the file would end that one.
    func tryLock() throws(SystemError) -> Bool {
        do {
            try setLock(F_WRLCK)
            return true
        } catch .wouldBlock {
            return false
        } catch .permissionDenied {
            // The other error that fcntl(2) gives if the lock is taken.
            return false
        }
    }

    /// Gives the lock up; closing does not, if a child of fork(2) has the file open too.
    func unlock() {
        try? setLock(F_UNLCK)
    }

    private func setLock(_ type: Int32) throws(SystemError) {
        do {
            try setLock(type, by: setOpenFileDescriptionLock)
        } catch .invalidArgument {
            try setLock(type, by: F_SETLK)
        }
    }

    private func setLock(_ type: Int32, by command: Int32) throws(SystemError) {
        var lock = Glibc.flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        try retryingOnInterrupt {
            unsafe withUnsafeMutablePointer(to: &lock) { unsafe fcntl(number, command, $0) }
        }
    }
}

extension FileDescriptor {
    /// Whether somebody has the file open for writing, this process included; false where the system does not tell.
    ///
    /// A read lease is refused then, F_SETLEASE of fcntl(2). Only the owner of the file may ask, and root. This must be
    /// open for reading alone.
    func hasWriters() -> Bool {
        // A writer who comes while the lease lasts has the holder told, by default with a signal that ends it. This one
        // is ignored, unless a program wants it.
        guard fcntl(number, setNoticeSignal, SIGURG) == 0 else { return false }
        guard fcntl(number, setLease, F_RDLCK) == 0 else { return SystemError.last == .wouldBlock }
        _ = fcntl(number, setLease, F_UNLCK)
        return false
    }
}
