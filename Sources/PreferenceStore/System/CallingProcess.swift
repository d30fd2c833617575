import CLinux
import Glibc

/// The process that this code runs in.
package enum CallingProcess {
    package static var identifier: Int32 {
        getpid()
    }

    /// The number of the user whose rights the process has.
    package static var user: UInt32 { geteuid() }

    /// The number of the user who started the process, getuid(2).
    package static var realUser: UInt32 { getuid() }

    static var isRoot: Bool { user == 0 }

    /// The name by which the program was started, without its directory; nil if it is not UTF-8.
    package static var programName: String? {
        guard argumentCount > 0, let word = argument(at: 0) else { return nil }
        return word.split(separator: "/").last.map(String.init) ?? word
    }

    /// The name of the machine, gethostname(2); nil if it is not known.
    package static var hostName: String? {
        let name = try? unsafe readBytes(upTo: Int(HOST_NAME_MAX) + 1) {
            unsafe gethostname($0, $1) == 0 ? strlen($0) : -1
        }
        return name.flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Whether the process has more rights than the user who started it, for example by set-user-ID, getauxval(3).
    package static var hasRaisedPrivileges: Bool {
        getauxval(UInt(AT_SECURE)) != 0
    }

    /// Returns the home directory from the user database, passwd(5); nil if the user has no entry.
    ///
    /// getpwuid(3) would load libraries that a static executable does not contain, in whatever version is installed. So
    /// the file is read here, and users of other databases need `HOME`.
    static func homeDirectory() -> String? {
        guard let database = try? FileDescriptor.contents(ofPath: "/etc/passwd") else { return nil }
        return homeDirectory(of: getuid(), in: database)
    }

    static func homeDirectory(of user: uid_t, in database: [UInt8]) -> String? {
        field(5, of: user, in: database)
    }

    /// Returns the name of a user from the user database, passwd(5); nil if the user has no entry.
    package static func userName(of user: UInt32) -> String? {
        (try? FileDescriptor.contents(ofPath: "/etc/passwd")).flatMap { field(0, of: user, in: $0) }
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

    /// Returns the directory at which relative paths start, getcwd(3).
    static func workingDirectory() throws(SystemError) -> [UInt8] {
        try unsafe readBytes(upTo: Int(PATH_MAX)) { unsafe getcwd($0, $1) == nil ? -1 : strlen($0) }
    }

    /// The permissions that new files of the process lack, umask(2).
    ///
    /// The call can only set it, which another thread could notice, so it is read from proc(5).
    static var umask: mode_t {
        let status = String(decoding: (try? FileDescriptor.contents(ofPath: "/proc/self/status")) ?? [], as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("Umask:") }
        return line.flatMap { mode_t($0.drop { !$0.isNumber }, radix: 8) } ?? 0o022
    }

    package static func end(_ code: Int32) -> Never {
        exit(code)
    }
}

extension CallingProcess {
    /// The number of arguments on the command line, including the program's name.
    package static var argumentCount: Int {
        Int(processArgumentCount())
    }

    /// Returns an argument of the command line, 0 being the program's name; nil if it is not UTF-8.
    ///
    /// `CommandLine.arguments` would replace bytes that are not UTF-8 with U+FFFD, and store a value that nobody typed.
    package static func argument(at position: Int) -> String? {
        precondition(0..<argumentCount ~= position, "a word past the end of the command line")
        guard let argument = unsafe processArgument(Int32(position)) else { return nil }
        return unsafe String(validatingCString: argument)
    }

    /// Returns the bytes of an argument of the command line, 0 being the program's name.
    package static func bytes(ofArgumentAt position: Int) -> [UInt8] {
        guard let argument = unsafe processArgument(Int32(position)) else { return [] }
        return unsafe UnsafeRawBufferPointer(start: argument, count: strlen(argument)).map(\.self)
    }

    /// The arguments after the program's name; nil if one of them is not UTF-8.
    package static var arguments: [String]? {
        let words = (0..<argumentCount).dropFirst().map(argument)
        let known = words.compactMap(\.self)
        return known.count == words.count ? known : nil
    }

    package static func variable(_ name: String) -> EnvironmentValue {
        unsafe EnvironmentValue(getenv(name))
    }

    /// The environment variables with values in UTF-8, by name; the first one of a name, as getenv(3) returns it.
    package static var variables: [String: String] {
        var variables: [String: String] = [:]
        guard var next = unsafe environment else { return variables }
        while let text = unsafe next.pointee {
            unsafe next += 1
            guard let text = unsafe String(validatingCString: text), let end = text.firstIndex(of: "=")
            else { continue }
            let name = String(text[..<end])
            variables[name] = variables[name] ?? String(text[text.index(after: end)...])
        }
        return variables
    }
}

/// The value of an environment variable.
public enum EnvironmentValue: Hashable, Sendable {
    /// The variable is not set.
    case unset
    /// The variable is set to this text, which may be empty.
    case text(String)
    /// The variable is set to bytes that are not UTF-8.
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
    /// The path of the program that the process runs, proc(5); nil if the system does not report it.
    ///
    /// It is the real program, regardless of the link or name that started it: `UserDefaults.standard` names its file
    /// after it.
    package static var executablePath: String? {
        guard let process = try? FileDescriptor.open("/proc/self", O_RDONLY | O_DIRECTORY),
            let link = try? process.destination(ofLink: "exe")
        else { return nil }
        return executablePath(ofLink: link) { path in (try? process.status(of: path)) != nil }
    }

    /// Returns whether a name in `PATH` leads to the program that the process runs.
    package static func isFirstInPath(_ name: String) -> Bool {
        guard case .text(let path) = variable("PATH"), let own = try? FileDescriptor.status(ofPath: "/proc/self/exe")
        else { return false }
        let directories = path.split(separator: ":").lazy
        let found = directories.compactMap { try? FileDescriptor.status(ofPath: "\($0)/\(name)") }
            .first { $0.kind == .regular }
        return found?.identity == own.identity
    }

    /// Returns a program's path from the link `/proc/self/exe`, in which the kernel marks a file that no longer exists.
    ///
    /// So a program keeps its name if it is replaced while it runs, as in an update.
    static func executablePath(ofLink link: String, exists: (String) -> Bool) -> String {
        let mark = " (deleted)"
        return link.hasSuffix(mark) && !exists(link) ? String(link.dropLast(mark.count)) : link
    }
}

extension CallingProcess {
    /// Runs a closure in which the calling thread has only a user's rights to files, and creates them as that user and
    /// group, setfsuid(2).
    static func withFileRights<Returned: ~Copyable>(
        of owner: FileOwner,
        _ body: () throws(SystemError) -> Returned
    ) throws(SystemError) -> Returned {
        let group = gid_t(bitPattern: setfsgid(owner.group))
        let user = uid_t(bitPattern: setfsuid(owner.user))
        defer {
            setfsuid(user)
            setfsgid(group)
        }
        // The calls report no error, but return the number until then.
        guard setfsuid(owner.user) == Int32(bitPattern: owner.user),
            setfsgid(owner.group) == Int32(bitPattern: owner.group)
        else { throw .notPermitted }
        return try body()
    }
}
