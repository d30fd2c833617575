import TestSupport
import Testing

@Suite("The configuration directory")
struct ConfigurationDirectoryTests {
    @Test(
        "the configuration directory is ~/.config if XDG_CONFIG_HOME is unset, empty or relative",
        arguments: [nil, "", "config", "./x"]
    )
    func home(configuration: String?) throws {
        var prefs = try PrefsCommand()
        prefs.environment["XDG_CONFIG_HOME"] = configuration
        let isIgnored = configuration?.isEmpty == false
        let errors =
            isIgnored
            ? ErrorOutput.note("ignored $XDG_CONFIG_HOME: '\(configuration ?? "")' is not an absolute path") : .nothing
        let path = prefs.directory.path(of: "home/.config/t.plist")
        expect(try prefs.run("path", "-s", "t"), prints: path + "\n", errors: errors)
        try prefs.change("set", "k", "v", errors: errors)
        #expect(try prefs.directory.names(in: "home/.config") == ["prefs.plist"])
        #expect(try prefs.directory.mode(of: "home/.config") == 0o700)
        #expect(try prefs.directory.names(in: "work") == [])
    }

    @Test(
        "the home directory comes from the user's entry in passwd if HOME is unset, empty or relative",
        arguments: [nil, "", "home", "."]
    )
    func passwdHome(home: String?) throws {
        var prefs = try PrefsCommand()
        prefs.environment["XDG_CONFIG_HOME"] = nil
        prefs.environment["HOME"] = home
        let directory = try #require(UserAccount.home)
        let isIgnored = home?.isEmpty == false
        let errors =
            isIgnored ? ErrorOutput.note("ignored $HOME: '\(home ?? "")' is not an absolute path") : .nothing
        expect(try prefs.run("path", "-s", "t"), prints: "\(directory)/.config/t.plist\n", errors: errors)
    }

    @Test("HOME is ignored if XDG_CONFIG_HOME is absolute")
    func absolute() throws {
        var prefs = try PrefsCommand()
        prefs.environment["HOME"] = nil
        expect(try prefs.run("path", "-s", "t"), prints: prefs.directory.path(of: "config/t.plist") + "\n")
    }

    @Test(
        "a suite without a configuration directory gives exit code 4, but --file still works",
        .enabled(if: OtherUser.isAvailable, "needs setpriv(1) and the right to change the user")
    )
    func none() throws {
        var prefs = try PrefsCommand.withContractSuite()
        prefs.environment["XDG_CONFIG_HOME"] = nil
        prefs.environment["HOME"] = nil
        // No entry in passwd has this user ID.
        let nobody = OtherUser(prefs, number: 3_999_999_999)
        expect(try nobody.run("get", "name"), prints: "", exit: 4, errors: .message(["HOME"]))
        expect(try nobody.run("set", "name", "x"), prints: "", exit: 4, errors: .message(["HOME"]))
        expect(
            try nobody.run("get", "name", "-f", "-", input: Array(SuiteXML.contract.utf8)),
            prints: "Ada\n"
        )
    }

    @Test("a missing configuration directory is read as empty, and a write creates it")
    func missing() throws {
        var prefs = try PrefsCommand()
        prefs.environment["XDG_CONFIG_HOME"] = prefs.directory.path(of: "new/config")
        expect(try prefs.run("keys"), prints: "", errors: .missingSuite("prefs"))
        expect(try prefs.run("suites"), prints: "")
        expect(try prefs.run("get", "k"), prints: "", exit: 1)
        #expect(!prefs.directory.exists("new"))
        try prefs.change("set", "k", "v")
        #expect(try prefs.directory.names(in: "new/config") == ["prefs.plist"])
    }

    @Test("a write keeps a symbolic link and replaces its target")
    func symbolicLink() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write(SuiteXML.contract, to: "work/dotfile.plist")
        try prefs.directory.age("work/dotfile.plist")
        try prefs.directory.symlink("config/link.plist", to: "../work/dotfile.plist")
        try prefs.change("set", "name", "Bob", "-s", "link")
        expect(try prefs.run("get", "name", "-f", "dotfile.plist"), prints: "Bob\n")
        expect(try prefs.run("get", "name", "-s", "link"), prints: "Bob\n")
        #expect(try prefs.directory.names(in: "config") == ["link.plist", "t.plist"])
        #expect(try prefs.directory.isSymbolicLink("config/link.plist"))
    }

    @Test("a write keeps a dangling symbolic link and creates its target")
    func danglingLink() throws {
        let prefs = try PrefsCommand()
        try prefs.directory.symlink("config/link.plist", to: "middle.plist")
        try prefs.directory.symlink("config/middle.plist", to: "../work/dotfile.plist")
        expect(try prefs.run("keys", "-s", "link"), prints: "", errors: .missingSuite("link"))
        try prefs.change("set", "name", "Bob", "-s", "link")
        expect(try prefs.run("get", "name", "-f", "dotfile.plist"), prints: "Bob\n")
        #expect(try prefs.directory.names(in: "config") == ["link.plist", "middle.plist"])
        for link in ["link", "middle"] {
            #expect(try prefs.directory.isSymbolicLink("config/\(link).plist"))
        }
    }
}
