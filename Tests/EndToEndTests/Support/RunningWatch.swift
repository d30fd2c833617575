import Glibc
import TestSupport
import Testing

/// A `prefs watch` that has begun.
struct RunningWatch {
    let prefs: PrefsCommand
    let process: RunningSubprocess

    /// Starts it, and waits until it says that it has begun.
    init(_ prefs: PrefsCommand, _ arguments: [String] = []) throws {
        self.prefs = prefs
        process = try prefs.subprocess(["watch", "-v"] + arguments).start()
        try process.read { _, errors in errors.contains("watching ") }
    }

    /// Waits until the output so far ends with a line.
    func awaitLine(_ line: String) throws {
        try process.read { output, _ in output.hasSuffix(line + "\n") }
    }

    /// Waits until a text has come to standard error.
    func awaitError(_ text: String) throws {
        try process.read { _, errors in errors.contains(text) }
    }

    /// Ends it by a signal, and compares its whole output.
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
