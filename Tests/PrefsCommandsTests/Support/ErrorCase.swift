import Testing

@testable import PrefsCommands

/// An error, with its exit code and its whole message.
struct ErrorCase: Sendable, CustomTestStringConvertible {
    let error: CommandError
    let exitCode: ExitCode
    let message: String

    init(_ error: CommandError, _ exitCode: ExitCode, _ message: String) {
        self.error = error
        self.exitCode = exitCode
        self.message = message
    }

    var testDescription: String { message }

    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(error.message == message, sourceLocation: sourceLocation)
        #expect(error.exitCode == exitCode, sourceLocation: sourceLocation)
    }
}
