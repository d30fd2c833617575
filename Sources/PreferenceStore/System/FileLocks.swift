import CLinux
import Glibc

extension FileDescriptor {
    /// Takes the write lock of the whole file, F_OFD_SETLK of fcntl(2); returns false if another process or descriptor
    /// holds it.
    ///
    /// If the file system does not support locks of open files, the process's own lock is taken, F_SETLK. The two kinds
    /// exclude each other. Closing any other descriptor of the file would release a lock of the process.
    func tryLock() throws(SystemError) -> Bool {
        do {
            try setLock(F_WRLCK)
            return true
        } catch .wouldBlock {
            return false
        } catch .permissionDenied {
            // fcntl(2) may also return this error if the lock is taken.
            return false
        }
    }

    /// Releases the lock; closing the file does not, if a child of fork(2) has it open too.
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

extension FileIdentity {
    /// Whether any process on this machine has locked the file, proc_locks(5); true if this is unknown.
    ///
    /// The device is not compared: stat(2) reports another one on btrfs and overlayfs.
    var isLocked: Bool {
        guard let locks = try? FileDescriptor.contents(ofPath: "/proc/locks") else { return true }
        let words = String(decoding: locks, as: UTF8.self).split { $0 == " " || $0 == "\n" }
        return words.contains { $0.hasSuffix(":\(inode)") }
    }
}

extension FileDescriptor {
    /// Returns whether any process has the file open for writing, including this one; false if this is unknown.
    ///
    /// A read lease is refused then, F_SETLEASE of fcntl(2). Only the owner of the file and root may ask. This
    /// descriptor must be open only for reading.
    func hasWriters() -> Bool {
        // If a writer opens the file during the lease, the system notifies the holder, by default with a signal that
        // ends it. SIGURG is ignored, unless a program handles it.
        guard fcntl(number, setNoticeSignal, SIGURG) == 0 else { return false }
        guard fcntl(number, setLease, F_RDLCK) == 0 else { return SystemError.last == .wouldBlock }
        _ = fcntl(number, setLease, F_UNLCK)
        return false
    }
}
