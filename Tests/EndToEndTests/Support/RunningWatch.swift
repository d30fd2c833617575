import Glibc
import TestSupport
import Testing

/// A running `prefs watch`.
struct RunningWatch {
    let prefs: PrefsCommand
    let process: RunningSubprocess

    /// Starts the command, and waits until it prints that it is watching.
    init(_ prefs: PrefsCommand, _ arguments: [String] = []) throws {
        self.prefs = prefs
        process = try prefs.subprocess(["watch", "-v"] + arguments).start()
        try process.read { _, errors in errors.contains("watching ") }
    }

    /// Waits until the output ends with a line.
    func awaitLine(_ line: String) throws {
        try process.read { output, _ in output.hasSuffix(line + "\n") }
    }

    /// Waits until standard error contains a text.
    func awaitError(_ text: String) throws {
        try process.read { _, errors in errors.contains(text) }
    }

    /// Ends the command by a signal, and compares its whole output.
    func end(
        by signal: Int32 = SIGTERM,
        prints lines: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        process.send(signal)
        let outcome = try process.finish()
        #expect(outcome.ending == .signalled(signal), "\(outcome)", sourceLocation: sourceLocation)
        #expect(outcome.text == lines.map { $0 + "\n" }.joined(), sourceLocation: sourceLocation)
    }
}
