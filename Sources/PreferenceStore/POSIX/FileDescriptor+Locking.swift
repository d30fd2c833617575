import CLinux
import Glibc

extension FileDescriptor {
    /// Takes the exclusive lock of this open file, flock(2); false where another open file of it has the lock.
    func tryLock() throws(SystemError) -> Bool {
        do {
            try retryingOnInterrupt { flock(number, LOCK_EX | LOCK_NB) }
            return true
        } catch .wouldBlock {
            return false
        }
    }

    /// Gives the exclusive lock up, flock(2).
    func unlock() {
        _ = flock(number, LOCK_UN)
    }

    /// Takes the record lock of the whole file for this open file, F_OFD_SETLK of fcntl(2); false where it is taken.
    ///
    /// Network file systems have it where they lack flock(2).
    func tryRecordLock() throws(SystemError) -> Bool {
        do {
            try setRecordLock(F_WRLCK)
            return true
        } catch .wouldBlock {
            return false
        } catch .permissionDenied {
            // The other error that fcntl(2) gives for a lock that is taken.
            return false
        }
    }

    /// Gives the record lock up, F_OFD_SETLK of fcntl(2).
    func unlockRecord() {
        try? setRecordLock(F_UNLCK)
    }

    private func setRecordLock(_ type: Int32) throws(SystemError) {
        var lock = Glibc.flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        try retryingOnInterrupt {
            unsafe withUnsafeMutablePointer(to: &lock) { unsafe fcntl(number, setOpenFileDescriptionLock, $0) }
        }
    }
}
