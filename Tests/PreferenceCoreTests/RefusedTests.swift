import TestSupport
import Testing

@Suite("What does not compile")
struct RefusedTests {
    @Test("says why: an optional within a value, a value of another type than the key's")
    func diagnostics() throws {
        let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let outcome = try SwiftCompiler().verifyDiagnostics(of: "\(folder)/Refused/Refused.swift")
        #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    }
}
