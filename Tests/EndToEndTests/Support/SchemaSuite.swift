import TestSupport
import Testing

/// The command beside a suite `t`, which `PREFS_SUITE` names, and a schema that is installed for it.
struct SchemaSuite {
    private(set) var prefs: PrefsCommand
    /// The path of the schema, as messages have it.
    let schemaPath: String

    /// - Parameters:
    ///   - schema: the document.
    ///   - suite: the suite's text, an hour old; nil for none.
    init(_ schema: String, suite: String? = SuiteXML.empty) throws {
        prefs = try PrefsCommand()
        schemaPath = prefs.directory.path(of: "data/prefs/schemas/t.schema.json")
        prefs.environment["PREFS_SUITE"] = "t"
        prefs.environment["XDG_DATA_HOME"] = prefs.directory.path(of: "data")
        prefs.environment["XDG_DATA_DIRS"] = prefs.directory.path(of: "system")
        try prefs.directory.write(schema, to: "data/prefs/schemas/t.schema.json")
        if let suite {
            try prefs.write(suite, to: "t")
        }
    }

    /// Runs a line of words, and compares all that it prints; in the message `SCHEMA` stands for the schema's path and
    /// `SUITE` for that of the suite.
    func expect(
        _ line: String...,
        prints output: String = "",
        message: String = "",
        exit: Int32 = 0,
        input: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try prefs.run(line, input: Array(input.utf8))
        let texts = [outcome.text, outcome.errorText].map { text in
            text.replacing(schemaPath, with: "SCHEMA")
                .replacing(prefs.directory.path(of: prefs.file(of: "t")), with: "SUITE")
        }
        #expect(texts[0] == output, "\(line)", sourceLocation: sourceLocation)
        #expect(texts[1] == (message.isEmpty ? "" : "prefs: \(message)\n"), "\(line)", sourceLocation: sourceLocation)
        #expect(outcome.ending == .exited(exit), "\(line)", sourceLocation: sourceLocation)
    }
}
