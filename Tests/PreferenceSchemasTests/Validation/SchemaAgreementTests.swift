import PropertyLists
import TestSupport
import Testing

@testable import PreferenceSchemas

@Suite("Agreement with another JSON Schema validator", .mayWait, .enabled(if: PythonJSONSchema.exists))
struct SchemaAgreementTests {
    /// One suite with one schema.
    private struct Case {
        let seed: UInt64
        let text: String
        let isForeign: Bool
        let violations: [SchemaViolation]
    }

    @Test("both validators agree on whether a suite satisfies a schema, and the exported schema gives the same answer")
    func verdicts() throws {
        var generator = SeededGenerator.printingSeed()
        var cases: [Case] = []
        for _ in 0..<400 {
            cases += try self.cases(seed: generator.next())
        }
        let verdicts = try PythonJSONSchema.verdicts(on: cases.map(\.text))
        #expect(verdicts.count == cases.count)
        for (row, verdicts) in zip(cases, verdicts) {
            let comment: Comment = "seed \(row.seed): \(row.text) \(row.violations.map { "\($0.pointer) \($0)" })"
            // The first verdict is for the original schema, the second for the exported one.
            #expect(verdicts.count == 2 && !verdicts.contains(nil), "no schema to others: \(comment)")
            #expect(verdicts.first == verdicts.last, comment)
            if row.isForeign {
                // The other validator cannot see this violation, but may find another one.
                #expect(!row.violations.isEmpty, comment)
            } else {
                #expect(verdicts.first == row.violations.isEmpty, comment)
            }
        }
        // Both verdicts must be frequent, so that a validator with a constant verdict fails.
        let counts = (
            valid: verdicts.count { $0.first == true }, invalid: verdicts.count { $0.first == false },
            foreign: cases.count(where: \.isForeign)
        )
        #expect(counts.valid > 60 && counts.invalid > 60 && counts.foreign > 2, "\(counts)")
    }

    /// Returns three suites with one random schema.
    private func cases(seed: UInt64) throws -> [Case] {
        let checksURIs = PythonJSONSchema.formats?.contains("uri") ?? false
        var random = RandomSchema(seed: seed, checksURIs: checksURIs)
        let document = try PropertyList.dictionary(random.document).json(.plain)
        let schema = try PreferenceSchema(parsing: Array(document.utf8))
        let exported = try schema.json().replacing("\n", with: "")
        return try (0..<3).map { _ in
            let suite = random.suite()
            // The JSON that `prefs dump --json` prints.
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
