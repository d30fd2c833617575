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
        let outcome = try SwiftCompiler().run(["\(tests)/\(source)", "-o", path])
        guard outcome.ending == .exited(0) else { throw BuildError(source: source, outcome: outcome) }
    }

    /// The compiler refused the source.
    public struct BuildError: Error, CustomStringConvertible {
        /// The path of the source file within `Tests`.
        public let source: String

        /// What the compiler wrote.
        public let outcome: SubprocessOutcome

        /// Which source, and what is wrong with it.
        public var description: String { "swiftc did not build \(source): \(outcome)" }
    }

    /// Static values outlive every test: the folder is removed when the tests' process exits.
    private static let folder: Result<TemporaryFolder, SystemCallError> = {
        atexit(removeFolderAtExit)
        return Result { () throws(SystemCallError) in try TemporaryFolder() }
    }()

    private static let removeFolderAtExit: @convention(c) () -> Void = {
        try? FoundationProgram.folder.get().remove()
    }
}
