/// A program that uses Foundation's `UserDefaults` and `PropertyListSerialization`, built once per run of the tests.
///
/// Every run is a process of its own, since `UserDefaults` keeps what it has read.
public struct RealUserDefaults: Sendable {
    private let program: FoundationProgram

    /// The program; the first call builds it.
    ///
    /// Throws when it does not build.
    public init() throws {
        program = try RealUserDefaults.build.get()
    }

    /// The program with those arguments, ready to run.
    public func subprocess(_ arguments: [String], environment: [String: String]) -> Subprocess {
        Subprocess(program.path, arguments, environment: environment)
    }

    private static let build = Result { try FoundationProgram(building: "EndToEndTests/Peers/UserDefaultsPeer.swift") }
}
