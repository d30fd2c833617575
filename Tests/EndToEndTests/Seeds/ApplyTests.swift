import TestSupport
import Testing

@Suite("Applying seeds", .mayWait)
struct ApplyTests {
    @Test(
        "10,000 keys are one transaction, in which one new file replaces the old one",
        .enabled(if: Strace.exists)
    )
    func manyKeys() throws {
        var prefs = try PrefsCommand.withContractSuite()
        prefs.environment["PREFS_HISTORY"] = "off"
        let entries = (0..<10_000).map { "\"key\($0)\": \($0)" }.joined(separator: ",")
        try prefs.directory.write("{\(entries)}", to: "work/seed.json")
        let calls = try Strace.calls(["renameat2", "rename", "fsync"], of: prefs, ["apply", "seed.json"])
        #expect(calls.count { $0.contains("renameat2(") } == 1)
        #expect(calls.count { $0.contains("fsync(") } == 2)
        expect(try prefs.run("apply", "seed.json"), prints: "0 changed\n")
        #expect(try prefs.run("keys").text.split(separator: "\n").count == 10_008)
    }
}
