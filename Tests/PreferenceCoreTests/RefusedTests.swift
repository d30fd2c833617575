import TestSupport
import Testing

@Suite("Code that does not compile", .mayWait)
struct RefusedTests {
    @Test(
        "the compiler's error for a mistake names the cause",
        arguments: [
            ("Refused.swift", []), ("RefusedCallSites.swift", []),
            ("RefusedOffTheMainActor.swift", ["-default-isolation", "MainActor"]),
        ]
    )
    func diagnostics(source: String, options: [String]) throws {
        let directory = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
            separator: "/"
        )
        let outcome = try SwiftCompiler().verifyDiagnostics(of: "\(directory)/Refused/\(source)", options: options)
        #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    }
}
