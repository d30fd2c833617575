internal import Glibc

/// The Swift compiler that stands in `PATH`, in Swift 6 mode.
public struct SwiftCompiler: Sendable {
    private let path: String

    /// Finds the compiler.
    ///
    /// Throws when there is none.
    public init() throws(NotFound) {
        let folders = (environmentVariable("PATH") ?? "").split(separator: ":")
        guard let folder = folders.first(where: { unsafe access("\($0)/swiftc", X_OK) == 0 }) else { throw NotFound() }
        path = "\(folder)/swiftc"
    }

    /// No `swiftc` stands in the folders of `PATH`.
    public struct NotFound: Error, CustomStringConvertible {
        /// What is missing, and what to do.
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
        return try Subprocess(path, ["-swift-version", "6"] + arguments, environment: environment, limit: 600).run()
    }

    /// Compares what the compiler says of a source file, which may import this package's modules, with the
    /// `expected-error` comments in it.
    ///
    /// It exits with 0 where they agree, and else says where they do not.
    ///
    /// - Parameters:
    ///   - source: the path of the file.
    ///   - options: further options of the compiler.
    public func verifyDiagnostics(of source: String, options: [String] = []) throws -> SubprocessOutcome {
        let build = try PrefsCommand.folderOfTestProgram()
        return try run(
            options + [
                "-typecheck", source, "-I", "\(build)/Modules",
                "-Xcc", "-fmodule-map-file=\(build)/CLinux.build/module.modulemap",
                "-Xfrontend", "-verify", "-Xfrontend", "-verify-ignore-unrelated",
            ]
        )
    }
}
