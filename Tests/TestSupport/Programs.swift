internal import Glibc

/// The built `prefs`, with directories and an environment of its own.
public struct PrefsCommand: Sendable {
    /// The parent of `home`, `config` (the configuration directory), `work` (the working directory) and `tmp`.
    public let directory: TemporaryDirectory

    /// The path of the command.
    public let binary: String

    /// The whole environment of the command.
    public var environment: [String: String]

    /// Finds the command and creates its directories.
    ///
    /// Throws if the command does not exist.
    public init() throws {
        binary = try PrefsCommand.findBinary()
        directory = try TemporaryDirectory()
        for name in ["home", "config", "work", "tmp"] {
            try directory.makeDirectory(name)
        }
        // Other users can write there too, as in any other directory of that kind.
        try directory.setMode(0o1777, of: "tmp")
        environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": directory.path(of: "home"),
            "XDG_CONFIG_HOME": directory.path(of: "config"),
            "TMPDIR": directory.path(of: "tmp"),
        ]
    }

    /// Returns the command with these arguments, ready to run.
    public func subprocess(_ arguments: [String], input: [UInt8] = []) -> Subprocess {
        var subprocess = Subprocess(
            binary,
            arguments,
            environment: environment,
            input: input,
            workingDirectory: directory.path(of: "work")
        )
        subprocess.keptDirectory = directory
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

    /// Returns the path, in `directory`, of a suite's file.
    public func file(of suite: String) -> String {
        "config/\(suite).plist"
    }

    /// The error that the command to test does not exist.
    public struct NotFound: Error, CustomStringConvertible {
        /// The path that was tried.
        public let path: String

        /// The missing path, and how to correct that.
        public var description: String {
            "no prefs command at \(path): build it with `swift build`, or name it in PREFS_BINARY"
        }
    }

    /// Returns `$PREFS_BINARY`, or else the path of `prefs` beside the program that runs the tests.
    private static func findBinary() throws -> String {
        let path = try environmentVariable("PREFS_BINARY") ?? "\(directoryOfTestProgram())/prefs"
        guard unsafe access(path, X_OK) == 0, let resolved = unsafe realpath(path, nil) else {
            throw NotFound(path: path)
        }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    static func directoryOfTestProgram() throws(SystemCallError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { throw SystemCallError("readlink", "/proc/self/exe") }
        let path = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}

/// Programs of the machine that a test uses if they are installed.
public enum InstalledProgram {
    /// Returns the path of a program in the usual directories, or nil if it is not installed.
    public static func path(of name: String) -> String? {
        ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
    }

    /// Returns whether all of the programs are installed.
    public static func areInstalled(_ names: String...) -> Bool {
        names.allSatisfy { path(of: $0) != nil }
    }
}

/// A program that uses Foundation's `UserDefaults` and `PropertyListSerialization`, built once per run of the tests.
///
/// Every run is a separate process, because `UserDefaults` caches what it has read.
public struct RealUserDefaults: Sendable {
    private let program: FoundationProgram

    /// Creates the program; the first call builds it.
    ///
    /// Throws if the build fails.
    public init() throws {
        program = try RealUserDefaults.build.get()
    }

    /// Returns the program with these arguments, ready to run.
    public func subprocess(_ arguments: [String], environment: [String: String]) -> Subprocess {
        Subprocess(program.path, arguments, environment: environment)
    }

    private static let build = Result { try FoundationProgram(building: "EndToEndTests/Peers/UserDefaultsPeer.swift") }
}

/// A Foundation program for comparison, which the tests build with the Swift compiler.
///
/// It is linked dynamically, because Foundation does not work otherwise. It exists until the tests' process exits.
public struct FoundationProgram: Sendable {
    /// The path of the program.
    public let path: String

    /// Builds the program of one source file; `source` is its path within `Tests`.
    ///
    /// Throws if the build fails.
    public init(building source: String) throws {
        let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
        let name = source.split(separator: "/").last?.split(separator: ".").first ?? "peer"
        path = try FoundationProgram.directory.get().path(of: String(name))
        let outcome = try SwiftCompiler().run(["\(tests)/\(source)", "-o", path])
        guard outcome.ending == .exited(0) else { throw BuildError(source: source, outcome: outcome) }
    }

    /// The error that the compiler rejected the source.
    public struct BuildError: Error, CustomStringConvertible {
        /// The path of the source file within `Tests`.
        public let source: String

        /// The outcome of the compiler, with its output.
        public let outcome: SubprocessOutcome

        /// The source file, and the outcome of the compiler.
        public var description: String { "swiftc did not build \(source): \(outcome)" }
    }

    /// The directory of the programs, which is removed when the process exits: a static value outlives every test.
    private static let directory: Result<TemporaryDirectory, SystemCallError> = {
        atexit(removeDirectoryAtExit)
        return Result { () throws(SystemCallError) in try TemporaryDirectory() }
    }()

    private static let removeDirectoryAtExit: @convention(c) () -> Void = {
        try? FoundationProgram.directory.get().remove()
    }
}

/// The Swift compiler in `PATH`, in Swift 6 mode.
public struct SwiftCompiler: Sendable {
    private let path: String

    /// Finds the compiler.
    ///
    /// Throws if `PATH` does not contain one.
    public init() throws(NotFound) {
        let directories = (environmentVariable("PATH") ?? "").split(separator: ":")
        guard let directory = directories.first(where: { unsafe access("\($0)/swiftc", X_OK) == 0 }) else {
            throw NotFound()
        }
        path = "\(directory)/swiftc"
    }

    /// The error that `PATH` does not contain `swiftc`.
    public struct NotFound: Error, CustomStringConvertible {
        /// The missing program, and how to correct that.
        public var description: String {
            "swiftc is not in PATH: put the Swift toolchain's usr/bin there to run these tests"
        }
    }

    /// Runs the compiler to its end.
    public func run(_ arguments: [String]) throws(SubprocessError) -> SubprocessOutcome {
        var environment: [String: String] = [:]
        for name in ["PATH", "HOME", "TMPDIR"] {
            environment[name] = environmentVariable(name)
        }
        return try Subprocess(path, ["-swift-version", "6"] + arguments, environment: environment).run()
    }

    /// Compares the diagnostics of a source file with its `expected-error` comments.
    ///
    /// The file may import this package's modules. The compiler exits with 0 if both agree; otherwise it prints the
    /// differences.
    ///
    /// - Parameters:
    ///   - source: the path of the file.
    ///   - options: further options of the compiler.
    public func verifyDiagnostics(of source: String, options: [String] = []) throws -> SubprocessOutcome {
        let build = try PrefsCommand.directoryOfTestProgram()
        return try run(
            options + [
                "-typecheck", source, "-I", "\(build)/Modules",
                "-Xcc", "-fmodule-map-file=\(build)/CLinux.build/module.modulemap",
                "-Xcc", "-fmodule-map-file=\(build)/CVectors.build/module.modulemap",
                "-Xfrontend", "-verify", "-Xfrontend", "-verify-ignore-unrelated",
            ]
        )
    }
}
