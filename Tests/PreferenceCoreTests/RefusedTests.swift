import TestSupport
import Testing

@Suite("What does not compile")
struct RefusedTests {
    @Test("says why: an optional within a value, a value of another type than the key's")
    func diagnostics() throws {
        let directory = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
            separator: "/"
        )
        let outcome = try SwiftCompiler().verifyDiagnostics(of: "\(directory)/Refused/Refused.swift")
        #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    }
}
