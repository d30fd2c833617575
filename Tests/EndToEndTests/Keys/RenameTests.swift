import TestSupport
import Testing

@Suite("Renaming and copying", .mayWait)
struct RenameTests {
    @Test("one of several concurrent renames of a key succeeds, and the value exists once")
    func atOnce() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let runs = try (0..<12).map { try prefs.subprocess(["rename", "name", "new\($0)"]).start() }
        let endings = try runs.map { try $0.finish().ending }
        #expect(endings.count { $0 == .exited(0) } == 1)
        #expect(endings.count { $0 == .exited(1) } == 11)
        #expect(try prefs.run("list", "new*").text.hasSuffix("\tAda\n"))
        #expect(try prefs.run("keys").text.split(separator: "\n").count == 8)
    }
}
