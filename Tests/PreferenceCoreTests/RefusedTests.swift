import TestSupport
import Testing

@Suite("Code that does not compile")
struct RefusedTests {
    @Test("the compiler explains an optional inside a value, and a value that is not of the key's type")
    func diagnostics() throws {
        let directory = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
            separator: "/"
        )
        let outcome = try SwiftCompiler().verifyDiagnostics(of: "\(directory)/Refused/Refused.swift")
        #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    }
}
