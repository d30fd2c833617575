internal import Glibc

/// A program on Foundation, for comparison: built by the tests, since this package's own programs link no Foundation.
///
/// It is linked dynamically, for Foundation does not work otherwise. It stays until the tests' process exits.
public struct FoundationProgram: Sendable {
    /// The path of the program.
    public let path: String

    /// Builds the program of one source file; `source` is its path within `Tests`.
    ///
    /// Throws when it does not build.
    public init(building source: String) throws {
        let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
        let name = source.split(separator: "/").last?.split(separator: ".").first ?? "peer"
        path = try FoundationProgram.folder.get().path(of: String(name))
        var environment: [String: String] = [:]
        for name in ["PATH", "HOME", "TMPDIR"] {
            environment[name] = environmentVariable(name)
        }
        let outcome = try Subprocess(
            try FoundationProgram.compiler(),
            ["-swift-version", "6", "\(tests)/\(source)", "-o", path],
            environment: environment,
            limit: 600
        ).run()
        guard outcome.ending == .exited(0) else { throw BuildError.refused(source: source, outcome) }
    }

    /// Why there is no program.
    public enum BuildError: Error, CustomStringConvertible {
        /// No `swiftc` stands in the folders of `PATH`.
        case noCompiler
        /// The compiler refused the source.
        case refused(source: String, SubprocessOutcome)

        /// What is wrong, and what to do.
        public var description: String {
            switch self {
            case .noCompiler: "swiftc is not in PATH: put the Swift toolchain's usr/bin there to run these tests"
            case .refused(let source, let outcome): "swiftc did not build \(source): \(outcome)"
            }
        }
    }

    /// Static values outlive every test: the folder is removed when the tests' process exits.
    private static let folder: Result<TemporaryFolder, SystemCallError> = {
        atexit(removeFolderAtExit)
        return Result { () throws(SystemCallError) in try TemporaryFolder() }
    }()

    private static let removeFolderAtExit: @convention(c) () -> Void = {
        try? FoundationProgram.folder.get().remove()
    }

    private static func compiler() throws(BuildError) -> String {
        let folders = (environmentVariable("PATH") ?? "").split(separator: ":")
        for folder in folders where unsafe access("\(folder)/swiftc", X_OK) == 0 {
            return "\(folder)/swiftc"
        }
        throw .noCompiler
    }
}
