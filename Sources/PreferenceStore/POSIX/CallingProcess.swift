import CLinux
import Glibc

/// The process that this code runs in, and what it may ask about others.
package enum CallingProcess {
    /// Its number, getpid(2).
    static var identifier: Int32 {
        getpid()
    }

    /// Whether it acts as root, geteuid(2).
    static var isRoot: Bool {
        geteuid() == 0
    }

    /// Whether it has more rights than the user who started it: set-user-ID and the like, getauxval(3).
    static var hasRaisedPrivileges: Bool {
        getauxval(UInt(AT_SECURE)) != 0
    }

    /// The home folder in the user database, getpwuid_r(3); nil where the user has no entry.
    static func homeFolder() -> String? {
        let size = 16 * 1024
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            guard let strings = buffer.baseAddress,
                unsafe getpwuid_r(getuid(), &entry, strings, size, &found) == 0,
                let home = unsafe found?.pointee.pw_dir
            else { return nil }
            return unsafe String(cString: home)
        }
    }

    /// Whether a process with a number is gone, kill(2).
    static func isGone(_ process: Int32) -> Bool {
        kill(process, 0) == -1 && SystemError.last == .noSuchProcess
    }
}
