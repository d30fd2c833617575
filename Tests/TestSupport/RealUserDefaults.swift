internal import Glibc

/// A program that uses Foundation's `UserDefaults` and `PropertyListSerialization`, built once per run of the tests.
///
/// It is linked dynamically, for Foundation does not work otherwise. Every run is a process of its own, since
/// `UserDefaults` keeps what it has read.
public struct RealUserDefaults: Sendable {
    private let binary: String

    /// The program; the first call builds it.
    ///
    /// Throws when it does not build.
    public init() throws {
        binary = try RealUserDefaults.build.get()
    }

    /// The program with those arguments, ready to run.
    public func subprocess(_ arguments: [String], environment: [String: String]) -> Subprocess {
        Subprocess(binary, arguments, environment: environment)
    }

    /// Why there is no program.
    public enum BuildError: Error, CustomStringConvertible {
        /// No `swiftc` stands in the folders of `PATH`.
        case noCompiler
        /// The compiler refused the source.
        case refused(SubprocessOutcome)

        /// What is wrong, and what to do.
        public var description: String {
            switch self {
            case .noCompiler: "swiftc is not in PATH: put the Swift toolchain's usr/bin there to run these tests"
            case .refused(let outcome): "swiftc did not build the UserDefaults program: \(outcome)"
            }
        }
    }

    /// Static values outlive every test: the folder is removed when the tests' process exits.
    private static let folder: Result<TemporaryFolder, SystemCallError> = {
        atexit(removeFolderAtExit)
        return Result { () throws(SystemCallError) in try TemporaryFolder() }
    }()

    private static let removeFolderAtExit: @convention(c) () -> Void = {
        try? RealUserDefaults.folder.get().remove()
    }

    private static let build = Result {
        let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
        let source = "\(tests)/EndToEndTests/Peers/UserDefaultsPeer.swift"
        let binary = try folder.get().path(of: "user-defaults-peer")
        var environment: [String: String] = [:]
        for name in ["PATH", "HOME", "TMPDIR"] {
            environment[name] = environmentVariable(name)
        }
        let outcome = try Subprocess(
            try compiler(),
            ["-swift-version", "6", source, "-o", binary],
            environment: environment,
            limit: 600
        ).run()
        guard outcome.ending == .exited(0) else { throw BuildError.refused(outcome) }
        return binary
    }

    private static func compiler() throws(BuildError) -> String {
        let folders = (environmentVariable("PATH") ?? "").split(separator: ":")
        for folder in folders where unsafe access("\(folder)/swiftc", X_OK) == 0 {
            return "\(folder)/swiftc"
        }
        throw .noCompiler
    }
}
