import TestSupport
import Testing

/// A command with a suite `t`, which `PREFS_SUITE` selects, and an installed schema for this suite.
struct SchemaSuite {
    private(set) var prefs: PrefsCommand
    /// The path of the schema in messages.
    let schemaPath: String

    /// - Parameters:
    ///   - schema: the text of the schema.
    ///   - suite: the text of the suite's file, whose times are set back by an hour, or nil for no file.
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

    /// Runs a command line, and compares its output, its message and its exit code.
    ///
    /// In both texts, `SCHEMA` replaces the path of the schema, and `SUITE` the path of the suite.
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
        let label = exit == 0 ? "note" : "prefs"
        #expect(
            texts[1] == (message.isEmpty ? "" : "\(label): \(message)\n"),
            "\(line)",
            sourceLocation: sourceLocation
        )
        #expect(outcome.ending == .exited(exit), "\(line)", sourceLocation: sourceLocation)
    }
}
