internal import Glibc

/// The built `prefs`, run with folders and an environment of its own.
public struct PrefsCommand: Sendable {
    /// Holds `home`, `config` (the configuration folder) and `work` (where the command starts).
    public let folder: TemporaryFolder

    /// The path of the command.
    public let binary: String

    /// The whole environment that the command gets.
    public var environment: [String: String]

    /// Finds the command and makes its folders.
    ///
    /// Throws when there is no command.
    public init() throws {
        binary = try PrefsCommand.findBinary()
        folder = try TemporaryFolder()
        for name in ["home", "config", "work"] {
            try folder.makeFolder(name)
        }
        environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": folder.path(of: "home"),
            "XDG_CONFIG_HOME": folder.path(of: "config"),
        ]
    }

    /// The command with those arguments, ready to run.
    public func subprocess(_ arguments: [String], input: [UInt8] = []) -> Subprocess {
        var subprocess = Subprocess(
            binary,
            arguments,
            environment: environment,
            input: input,
            workingFolder: folder.path(of: "work")
        )
        subprocess.keptFolder = folder
        return subprocess
    }

    /// Runs the command to its end.
    public func run(_ arguments: [String], input: [UInt8] = []) throws(SubprocessError) -> SubprocessOutcome {
        try subprocess(arguments, input: input).run()
    }

    /// Runs the command to its end.
    public func run(_ arguments: String..., input: [UInt8] = []) throws(SubprocessError) -> SubprocessOutcome {
        try run(arguments, input: input)
    }

    /// The path, in `folder`, of the file that holds the suite.
    public func file(of suite: String) -> String {
        "config/\(suite).plist"
    }

    /// There is no command to test.
    public struct NotFound: Error, CustomStringConvertible {
        /// Where it was looked for.
        public let path: String

        /// What was looked for, and what to do.
        public var description: String {
            "no prefs command at \(path): build it with `swift build`, or name it in PREFS_BINARY"
        }
    }

    /// `$PREFS_BINARY`, else `prefs` beside the program that runs the tests.
    private static func findBinary() throws -> String {
        let path = try environmentVariable("PREFS_BINARY") ?? "\(folderOfTestProgram())/prefs"
        guard unsafe access(path, X_OK) == 0, let resolved = unsafe realpath(path, nil) else {
            throw NotFound(path: path)
        }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    static func folderOfTestProgram() throws(SystemCallError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { throw SystemCallError("readlink", "/proc/self/exe") }
        let path = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
