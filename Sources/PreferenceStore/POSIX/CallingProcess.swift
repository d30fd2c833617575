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
    package static var hasRaisedPrivileges: Bool {
        getauxval(UInt(AT_SECURE)) != 0
    }

    /// The home folder in the user database, passwd(5); nil where the user has no entry.
    ///
    /// getpwuid(3) would load libraries that a static executable does not have, of whatever version is installed; so the
    /// file is read here, and users of other databases need `HOME`.
    static func homeFolder() -> String? {
        guard let database = try? PlainFile.read("/etc/passwd") else { return nil }
        return homeFolder(of: getuid(), in: database)
    }

    /// The sixth field of the line whose third is the user's number.
    static func homeFolder(of user: uid_t, in database: [UInt8]) -> String? {
        field(5, of: user, in: database)
    }

    /// The name of a user in the user database, passwd(5); nil if the user has no entry there.
    package static func userName(of user: UInt32) -> String? {
        (try? PlainFile.read("/etc/passwd")).flatMap { field(0, of: user, in: $0) }
    }

    private static func field(_ position: Int, of user: uid_t, in database: [UInt8]) -> String? {
        for line in database.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            if fields.count >= 6, fields[2].elementsEqual(String(user).utf8) {
                return String(validating: fields[position], as: UTF8.self)
            }
        }
        return nil
    }

    /// The folder that its relative paths start at, getcwd(3).
    static func workingFolder() throws(SystemError) -> [UInt8] {
        try unsafe withTemporaryBytes(Int(PATH_MAX)) { buffer throws(SystemError) in
            let letters = unsafe buffer.bindMemory(to: CChar.self)
            guard unsafe getcwd(letters.baseAddress, letters.count) != nil else { throw .last }
            return unsafe Array(buffer.prefix { $0 != 0 })
        }
    }

    /// Whether a process with a number is gone, kill(2).
    static func isGone(_ process: Int32) -> Bool {
        kill(process, 0) == -1 && SystemError.last == .noSuchProcess
    }

    /// Ends the process, exit(3).
    package static func end(_ code: Int32) -> Never {
        exit(code)
    }
}
