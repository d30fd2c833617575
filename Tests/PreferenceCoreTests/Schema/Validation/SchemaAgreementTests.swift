import PropertyLists
import TestSupport
import Testing

@testable import PreferenceCore

@Suite("Agreement with another validator of JSON Schema", .enabled(if: PythonJSONSchema.isThere))
struct SchemaAgreementTests {
    /// One suite beside one schema.
    private struct Case {
        let seed: UInt64
        let text: String
        let isForeign: Bool
        let violations: [SchemaViolation]
    }

    @Test("a suite satisfies a schema here when its JSON does there, and so does the schema as it is exported")
    func verdicts() throws {
        var generator = SeededGenerator.printingSeed()
        var cases: [Case] = []
        for _ in 0..<800 {
            cases += try self.cases(seed: generator.next())
        }
        let verdicts = try PythonJSONSchema.verdicts(on: cases.map(\.text))
        #expect(verdicts.count == cases.count)
        for (row, verdicts) in zip(cases, verdicts) {
            let comment: Comment = "seed \(row.seed): \(row.text) \(row.violations.map { "\($0.path) \($0)" })"
            // The first is the schema as it was read, the second as it is exported.
            #expect(verdicts.count == 2 && !verdicts.contains(nil), "no schema to others: \(comment)")
            #expect(verdicts.first == verdicts.last, comment)
            if row.isForeign {
                // JSON does not see what is wrong, and may have found something else besides.
                #expect(!row.violations.isEmpty, comment)
            } else {
                #expect(verdicts.first == row.violations.isEmpty, comment)
            }
        }
        // Neither side has an easy answer that is always right.
        let counts = (
            valid: verdicts.count { $0.first == true }, invalid: verdicts.count { $0.first == false },
            foreign: cases.count(where: \.isForeign)
        )
        #expect(counts.valid > 400 && counts.invalid > 400 && counts.foreign > 50, "\(counts)")
    }

    /// Three suites beside a random schema.
    private func cases(seed: UInt64) throws -> [Case] {
        let checksURIs = PythonJSONSchema.formats?.contains("uri") ?? false
        var random = RandomSchema(seed: seed, checksURIs: checksURIs)
        let document = try PropertyList.dictionary(random.document).json(.plain)
        let schema = try PreferenceSchema(parsing: Array(document.utf8))
        let exported = try schema.json().replacing("\n", with: "")
        return try (0..<3).map { _ in
            let suite = random.suite()
            // As `prefs dump --json` prints it.
            let projection = try PropertyList.dictionary(suite).json(.plain)
            return Case(
                seed: seed,
                text: #"{"schemas":[\#(document),\#(exported)],"suite":\#(projection)}"#,
                isForeign: random.isForeign,
                violations: schema.violations(in: suite)
            )
        }
    }
}
