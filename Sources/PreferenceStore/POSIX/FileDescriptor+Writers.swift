import CLinux
import Glibc

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
