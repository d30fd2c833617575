import TestSupport
import Testing

extension PrefsCommand {
    /// The command beside the suite `t` of the contract, which `PREFS_SUITE` names.
    static func withContractSuite() throws -> PrefsCommand {
        try withSuite(SuiteXML.contract)
    }

    /// The command beside a suite `t` with that text, an hour old, which `PREFS_SUITE` names.
    static func withSuite(_ text: String) throws -> PrefsCommand {
        var prefs = try PrefsCommand()
        prefs.environment["PREFS_SUITE"] = "t"
        try prefs.write(text, to: "t")
        return prefs
    }

    /// Writes the file of the suite, an hour old: nobody else is at work on it.
    func write(_ text: String, to suite: String) throws {
        try directory.write(text, to: file(of: suite))
        try directory.age(file(of: suite))
    }

    /// What `get KEY` prints, without the newline that ends it.
    func value(
        of key: String,
        _ options: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let outcome = try run(["get"] + options + ["--", key])
        expect(outcome, sourceLocation: sourceLocation)
        return outcome.text.hasSuffix("\n") ? String(outcome.text.dropLast()) : outcome.text
    }

    /// What `type KEY` prints, without the newline that ends it.
    func type(of key: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let outcome = try run("type", "--", key)
        expect(outcome, sourceLocation: sourceLocation)
        return outcome.text.hasSuffix("\n") ? String(outcome.text.dropLast()) : outcome.text
    }

    /// Runs a command that is to succeed and print nothing, such as `set`.
    func change(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        expect(try run(arguments), prints: "", sourceLocation: sourceLocation)
    }

    /// Sets a key by the words after it, as in `["--int", "5"]`.
    func set(_ key: String, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
        expect(try run(["set", key] + words), prints: "", sourceLocation: sourceLocation)
    }
}
