import CLinux
import Glibc

/// The process that this code runs in, and what it may ask about others.
package enum CallingProcess {
    static var identifier: Int32 {
        getpid()
    }

    static var isRoot: Bool {
        geteuid() == 0
    }

    /// Whether it has more rights than the user who started it: set-user-ID and the like, getauxval(3).
    package static var hasRaisedPrivileges: Bool {
        getauxval(UInt(AT_SECURE)) != 0
    }

    /// The home directory in the user database, passwd(5); nil where the user has no entry.
    ///
    /// getpwuid(3) would load libraries that a static executable does not have, of whatever version is installed; so
    /// the file is read here, and users of other databases need `HOME`.
    static func homeDirectory() -> String? {
        guard let database = try? PlainFile.read("/etc/passwd") else { return nil }
        return homeDirectory(of: getuid(), in: database)
    }

    static func homeDirectory(of user: uid_t, in database: [UInt8]) -> String? {
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

    /// The directory that its relative paths start at, getcwd(3).
    static func workingDirectory() throws(SystemError) -> [UInt8] {
        try unsafe withTemporaryBytes(Int(PATH_MAX)) { buffer throws(SystemError) in
            let letters = unsafe buffer.bindMemory(to: CChar.self)
            guard unsafe getcwd(letters.baseAddress, letters.count) != nil else { throw .last }
            return unsafe Array(buffer.prefix { $0 != 0 })
        }
    }

    package static func end(_ code: Int32) -> Never {
        exit(code)
    }
}

extension CallingProcess {
    /// The number of words on the command line, the program's own among them.
    package static var argumentCount: Int {
        Int(processArgumentCount())
    }

    /// A word of the command line, the program's own being 0; nil where it is no UTF-8.
    ///
    /// `CommandLine.arguments` would put U+FFFD for bytes that are none, and a value would be stored that nobody typed.
    package static func argument(at position: Int) -> String? {
        precondition(0..<argumentCount ~= position, "a word past the end of the command line")
        guard let argument = unsafe processArgument(Int32(position)) else { return nil }
        return unsafe String(validatingCString: argument)
    }

    /// The words of the command line after the program's own; nil where one of them is no UTF-8.
    package static var arguments: [String]? {
        let words = (0..<argumentCount).dropFirst().map(argument)
        let known = words.compactMap(\.self)
        return known.count == words.count ? known : nil
    }

    package static func variable(_ name: String) -> EnvironmentValue {
        unsafe EnvironmentValue(getenv(name))
    }
}

/// What an environment variable is set to.
public enum EnvironmentValue: Hashable, Sendable {
    /// It is not set.
    case unset
    /// It is set to this text, perhaps an empty one.
    case text(String)
    /// It is set to bytes that are no UTF-8.
    case notUTF8
}

extension EnvironmentValue {
    init(_ value: UnsafePointer<CChar>?) {
        guard let value = unsafe value else {
            self = .unset
            return
        }
        self = unsafe String(validatingCString: value).map(EnvironmentValue.text) ?? .notUTF8
    }
}

extension CallingProcess {
    /// The path of the program that the process runs, proc(5); nil where the system does not tell.
    ///
    /// It is the real program, whatever link or name it was started by: `UserDefaults.standard` names its file after
    /// it.
    static var executablePath: String? {
        guard let process = try? FileDescriptor.open("/proc/self", O_RDONLY | O_DIRECTORY),
            let link = try? process.destination(ofLink: "exe")
        else { return nil }
        return executablePath(ofLink: link) { path in (try? process.status(of: path)) != nil }
    }

    /// The path of a program by the link `/proc/self/exe`, where the kernel marks a file that is there no more.
    ///
    /// A program keeps its name when it is replaced while it runs, by an update above all.
    static func executablePath(ofLink link: String, isThere: (String) -> Bool) -> String {
        let mark = " (deleted)"
        return link.hasSuffix(mark) && !isThere(link) ? String(link.dropLast(mark.count)) : link
    }
}
