import TestSupport
import Testing

@Suite(
    "Permissions",
    .mayWait,
    .enabled(if: OtherUser.isAvailable, "needs setpriv(1), root, and a command that other users may run")
)
struct PermissionTests {
    @Test("a directory that cannot be written gives exit code 5, and the file keeps its bytes")
    func readOnlyDirectory() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let other = OtherUser(prefs)
        try other.open()
        try prefs.directory.setMode(0o555, of: "config")
        try prefs.directory.setMode(0o666, of: "config/t.plist")
        expect(try other.run("get", "name"), prints: "Ada\n")
        expect(try other.run("set", "name", "Bob"), prints: "", exit: 5, errors: .message(["config"]))
        expect(try other.run("set", "name", "Bob", "-s", "new"), prints: "", exit: 5, errors: .message(["config"]))
        expect(try other.run("reset", "name"), prints: "", exit: 5, errors: .message(["config"]))
        #expect(try prefs.directory.text(of: "config/t.plist") == SuiteXML.contract)
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])
    }

    @Test("an owner of values that the file has already cannot be recorded in a directory that cannot be written")
    func ownersOfReadOnlyDirectory() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let other = OtherUser(prefs)
        try other.open("home")
        try prefs.directory.write(#"{"name": "Ada"}"#, to: "seed.json")
        try prefs.directory.setMode(0o644, of: "seed.json")
        let seed = prefs.directory.path(of: "seed.json")
        try prefs.directory.setMode(0o555, of: "config")
        try prefs.directory.setMode(0o666, of: "config/t.plist")
        expect(try other.run("apply", seed), prints: "0 changed\n")
        expect(try other.run("apply", "--owner", "work", seed), prints: "", exit: 5, errors: .message(["config"]))
    }

    @Test("a configuration directory that cannot be created gives exit code 5")
    func noDirectory() throws {
        var prefs = try PrefsCommand()
        let other = OtherUser(prefs)
        try other.open()
        try prefs.directory.setMode(0o755, of: "config")
        prefs.environment["XDG_CONFIG_HOME"] = prefs.directory.path(of: "config/new")
        expect(try OtherUser(prefs).run("set", "k", "v"), prints: "", exit: 5, errors: .message(["config/new"]))
        #expect(try prefs.directory.names(in: "config") == [])
    }

    @Test("a file that cannot be read gives exit code 4 and names its owner, and is never an empty suite")
    func unreadableFile() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let other = OtherUser(prefs)
        try other.open("config")
        try prefs.directory.setMode(0o600, of: "config/t.plist")
        for arguments in [
            ["get", "name"], ["keys"], ["dump"], ["exists", "name"], ["get", "name", "--default", "x"],
        ] {
            expect(
                try other.run(arguments),
                prints: "",
                exit: 4,
                errors: .message(["t.plist: permission denied (it belongs to user 'root')\n"]),
                "prefs \(arguments)"
            )
        }
        let outcome = try other.run("set", "name", "Bob")
        #expect(outcome.ending == .exited(4) || outcome.ending == .exited(5), "\(outcome)")
        #expect(try prefs.directory.text(of: "config/t.plist") == SuiteXML.contract)
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])
    }

    @Test(
        "a set-user-ID command reads and writes no file, however it is named",
        .enabled(if: OtherUser.canRaisePrivileges, "needs root and a temporary directory that is not mounted nosuid")
    )
    func raisedPrivileges() throws {
        let prefs = try PrefsCommand.withContractSuite()
        var user = OtherUser(prefs)
        try user.open()
        try prefs.directory.setMode(0o700, of: "config")
        try prefs.directory.copyRaisingPrivileges("raised", of: prefs.binary)
        user.program = prefs.directory.path(of: "raised")
        let file = prefs.directory.path(of: "config/t.plist")
        let target = prefs.directory.path(of: "config/new.plist")
        for words in [
            ["get", "name"], ["get", "name", "-f", file], ["set", "name", "Bob", "-f", file], ["check", file],
            ["convert", file, "--format", "json"], ["diff", file, file], ["set", "name", "Bob", "-f", target],
        ] {
            expect(try user.run(words), prints: "", exit: 4, errors: .message(["raised privileges"]))
        }
        #expect(try prefs.directory.text(of: "config/t.plist") == SuiteXML.contract)
        #expect(try prefs.directory.names(in: "config") == ["t.plist"])
        #expect(try user.run("--version").text.hasPrefix("prefs "))
    }
}
