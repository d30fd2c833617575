import PreferenceKit
import TestSupport
import Testing

/// The program runs in its own process, where sets and dictionaries are in another order each time.
@Suite("The schema of a program", .mayWait)
struct SchemaProcessTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func run(_ arguments: String...) throws -> SubprocessOutcome {
        try Peer.subprocess(["schema"] + arguments, in: directory).run()
    }

    @Test("the schema is the same in every process, byte for byte")
    func deterministic() throws {
        let outcome = try run()
        #expect(outcome.ending == .exited(0), "\(outcome)")
        let document = outcome.output
        let schema = try PreferenceSchema(parsing: document)
        #expect(schema.keys.count > 5)
        for _ in 0..<3 {
            #expect(try run().output == document)
        }
        let path = directory.path(of: "schema.json")
        #expect(try run("-o", path).ending == .exited(0))
        #expect(try directory.bytes(of: "schema.json") == document)
        #expect(try run("--check", path).ending == .exited(0))
    }

    @Test("the exit code of the process tells the result")
    func codes() throws {
        try directory.write("{}", to: "schema.json")
        let differs = try run("--check", directory.path(of: "schema.json"))
        #expect(differs.ending == .exited(1))
        #expect(differs.output == [])
        #expect(try run("x").ending == .exited(2))
        #expect(try run("-o", directory.path(of: "no/schema.json")).ending == .exited(5))
        #expect(try run("--help").ending == .exited(0))
    }
}
