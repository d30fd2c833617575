import TestSupport
import Testing

extension PrefsCommand {
    /// Returns a command with the contract's suite `t`, which `PREFS_SUITE` selects.
    static func withContractSuite() throws -> PrefsCommand {
        try withSuite(SuiteXML.contract)
    }

    /// Returns a command with a text as the suite `t`.
    ///
    /// `PREFS_SUITE` selects the suite, and the times of its file are set back by an hour.
    static func withSuite(_ text: String) throws -> PrefsCommand {
        var prefs = try PrefsCommand()
        prefs.environment["PREFS_SUITE"] = "t"
        try prefs.write(text, to: "t")
        return prefs
    }

    /// Writes the file of a suite, and sets its times back by an hour.
    ///
    /// If an empty or malformed file is recent, the command waits, because another program may still be writing it.
    func write(_ text: String, to suite: String) throws {
        try directory.write(text, to: file(of: suite))
        try directory.age(file(of: suite))
    }

    /// Returns the output of `get KEY`, without the final line break.
    func value(
        of key: String,
        _ options: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let outcome = try run(["get"] + options + ["--", key])
        expect(outcome, sourceLocation: sourceLocation)
        return outcome.text.hasSuffix("\n") ? String(outcome.text.dropLast()) : outcome.text
    }

    /// Returns the output of `type KEY`, without the final line break.
    func type(of key: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let outcome = try run("type", "--", key)
        expect(outcome, sourceLocation: sourceLocation)
        return outcome.text.hasSuffix("\n") ? String(outcome.text.dropLast()) : outcome.text
    }

    /// Runs a command such as `set`, and expects it to succeed and to print nothing on standard output.
    func change(
        _ arguments: String...,
        errors: ErrorOutput = .asExit,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        expect(try run(arguments), prints: "", errors: errors, sourceLocation: sourceLocation)
    }

    /// Sets a key with the arguments after it, as in `["--int", "5"]`.
    func set(
        _ key: String,
        _ words: [String],
        errors: ErrorOutput = .asExit,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        expect(try run(["set", key] + words), prints: "", errors: errors, sourceLocation: sourceLocation)
    }
}
