import PreferenceSchemas
import PreferenceKit
import TestSupport
import Testing

@Suite("The guide to schemas", .mayWait)
struct SchemaGuideTests {
    @Test("a value beyond its range is an error")
    func beyond() {
        Preferences.$standard.withValue(Preferences(.inMemory())) {
            var shown: [String] = []
            SchemaSamples.setBeyond { shown.append($0) }
            #expect(
                shown == [
                    "cannot store 'lineWidth' of type Double: 10.0 is not from 0.5 to 8.0"
                ]
            )
        }
    }

    @Test("a command of an application writes the schema")
    func command() async {
        await #expect(processExitsWith: .exitCode(0)) {
            SchemaSamples.command(["schema", "--help"])
            Issue.record("a schema's program goes on")
        }
        await #expect(processExitsWith: .exitCode(2)) { SchemaSamples.command(["schema", "it"]) }
        await #expect(processExitsWith: .success) { SchemaSamples.command(["launch"]) }
    }

    @Test("a program of one line uses the arguments of its process")
    func program() async {
        // The program does not know the arguments of the tests.
        await #expect(processExitsWith: .exitCode(2)) { SchemaSamples.program() }
    }

    @Test("a violation is found, and a type declares its own schema")
    func violations() throws {
        #expect(try SchemaSamples.violations().map(\.pointer) == [["accent"]])
        let schema = try PreferenceSchema(keys: [PreferenceKey<Zoom?>("zoom")])
        #expect(schema.violations(in: ["zoom": 400]) == [])
        #expect(schema.violations(in: ["zoom": 401]).count == 1)
    }
}
