import TestSupport
import Testing

@Suite("Uses of keys that do not compile")
struct RefusedCallSiteTests {
    @Test("the compiler explains nil in nil, a getter of any type, an unknown key of a scope, and a second default")
    func diagnostics() throws {
        let file = #filePath.replacing("Keys/RefusedCallSiteTests.swift", with: "Refused/RefusedCallSites.swift")
        let outcome = try SwiftCompiler().verifyDiagnostics(of: file)
        #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    }
}
