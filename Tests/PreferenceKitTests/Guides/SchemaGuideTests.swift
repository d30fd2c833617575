import PreferenceKit
import TestSupport
import Testing

@Suite("The guide to schemas")
struct SchemaGuideTests {
    @Test("says what becomes of a value beyond its range")
    func beyond() {
        Preferences.$standard.withValue(Preferences(.inMemory())) {
            var shown: [String] = []
            SchemaSamples.setBeyond { shown.append($0) }
            #expect(
                shown == [
                    #"the value of "lineWidth", of type Double, cannot be written: 10.0 is not from 0.5 to 8.0"#
                ]
            )
        }
    }

    @Test("has a command of an application write the schema")
    func command() async {
        await #expect(processExitsWith: .exitCode(0)) {
            SchemaSamples.command(["schema", "--help"])
            Issue.record("a schema's program goes on")
        }
        await #expect(processExitsWith: .exitCode(2)) { SchemaSamples.command(["schema", "it"]) }
        await #expect(processExitsWith: .success) { SchemaSamples.command(["launch"]) }
    }

    @Test("has a program of one line, which goes by its own arguments")
    func program() async {
        // Those of the tests are none that it knows.
        await #expect(processExitsWith: .exitCode(2)) { SchemaSamples.program() }
    }

    @Test("finds what breaks a schema, and has a type say what its form is")
    func violations() throws {
        #expect(try SchemaSamples.violations().map(\.path) == [["accent"]])
        let schema = try PreferenceSchema(keys: [PreferenceKey<Zoom?>("zoom")])
        #expect(schema.violations(in: ["zoom": 400]) == [])
        #expect(schema.violations(in: ["zoom": 401]).count == 1)
    }
}
