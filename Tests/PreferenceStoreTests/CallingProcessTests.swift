import Foundation
import Testing

@testable import PreferenceStore

@Suite("The process")
struct CallingProcessTests {
    @Test(
        "runs a program that keeps its name when it is replaced on the disk",
        arguments: [
            ("/bin/app", ["/bin/app"], "/bin/app"),
            ("/bin/app (deleted)", ["/bin/app"], "/bin/app"),
            ("/bin/app (deleted)", [], "/bin/app"),
            ("/bin/app (deleted)", ["/bin/app (deleted)"], "/bin/app (deleted)"),
            ("/bin/app (deleted) (deleted)", [], "/bin/app (deleted)"),
        ] as [(String, Set<String>, String)]
    )
    func executable(link: String, files: Set<String>, path: String) {
        #expect(CallingProcess.executablePath(ofLink: link, isThere: files.contains) == path)
    }

    @Test("names its suite after the program")
    func suite() throws {
        let program = try #require(CallingProcess.executablePath)
        #expect(FileManager.default.isExecutableFile(atPath: program))
        #expect(try SuiteName.ofProcess().rawValue == URL(fileURLWithPath: program).lastPathComponent)
    }

    @Test("tells a variable that is not set from one that is no UTF-8")
    func variables() {
        let text: [CChar] = [0x61, 0]
        let bytes: [CChar] = [CChar(truncatingIfNeeded: 0xE9), 0]
        #expect(unsafe EnvironmentValue(text) == .text("a"))
        #expect(unsafe EnvironmentValue(bytes) == .notUTF8)
        #expect(CallingProcess.variable("PREFS_\(UUID())") == .unset)
    }
}
