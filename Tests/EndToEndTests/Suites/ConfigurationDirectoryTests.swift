import TestSupport
import Testing

@Suite("The configuration directory", .mayWait)
struct ConfigurationDirectoryTests {
    @Test(
        "the home directory comes from the user's entry in passwd if HOME is unset, empty or relative",
        arguments: [nil, "", "home", "."]
    )
    func passwdHome(home: String?) throws {
        var prefs = try PrefsCommand()
        prefs.environment["XDG_CONFIG_HOME"] = nil
        prefs.environment["HOME"] = home
        let directory = try #require(UserAccount.home)
        let errors = home.map { ErrorOutput.note("ignored $HOME: '\($0)' is not an absolute path") } ?? .nothing
        expect(try prefs.run("path", "-s", "t"), prints: "\(directory)/.config/t.plist\n", errors: errors)
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

    /// A command for a user whose home directory does not exist, by `HOME` or else by passwd(5).
    private static func homeless(isOfPasswd: Bool) throws -> (user: OtherUser, home: String) {
        var prefs = try PrefsCommand()
        // In Debian, 'nobody' has this one.
        let home = isOfPasswd ? "/nonexistent" : prefs.directory.path(of: "gone")
        prefs.environment["HOME"] = isOfPasswd ? nil : home
        let user = OtherUser(prefs)
        try user.open("config", "work")
        return (user, home)
    }

    /// Lines that change a suite, and their rehearsals.
    static let changes: [(line: [String], input: String)] = [
        (["set", "k", "1"], ""), (["set", "k", "1", "--dry-run"], ""),
        (["apply", "-"], #"{"k": 1}"#), (["apply", "-", "--check"], #"{"k": 1}"#),
        (["apply", "--all-suites", "-", "--dry-run"], #"{"t": {"k": 1}}"#),
    ]

    @Test(
        "a home directory that does not exist is refused by a change and by its rehearsal",
        .enabled(if: OtherUser.isAvailable, "needs setpriv(1) and the right to change the user"),
        arguments: changes,
        [false, true]
    )
    func missingHome(change: (line: [String], input: String), isOfPasswd: Bool) throws {
        var (user, home) = try Self.homeless(isOfPasswd: isOfPasswd)
        user.prefs.environment["XDG_CONFIG_HOME"] = nil
        let error = ErrorOutput.message(["no configuration directory: the home directory \(home) does not exist"])
        expect(try user.run(change.line, input: Array(change.input.utf8)), prints: "", exit: 4, errors: error)
        #expect(!user.prefs.directory.exists("gone"))
    }

    @Test(
        "the installation of a schema refuses a missing home directory, and so does its rehearsal",
        .enabled(if: OtherUser.isAvailable, "needs setpriv(1) and the right to change the user"),
        arguments: [[], ["--dry-run"]],
        [false, true]
    )
    func missingHomeOfSchema(options: [String], isOfPasswd: Bool) throws {
        let (user, home) = try Self.homeless(isOfPasswd: isOfPasswd)
        let error = ErrorOutput.message(["the home directory \(home) does not exist"])
        let outcome = try user.run(["schema", "install", "-", "-s", "t"] + options, input: Array("{}".utf8))
        expect(outcome, prints: "", exit: 5, errors: error)
    }

    @Test(
        "with XDG_CONFIG_HOME or --file, a change needs no home directory",
        .enabled(if: OtherUser.isAvailable, "needs setpriv(1) and the right to change the user"),
        arguments: [false, true]
    )
    func needlessHome(isOfPasswd: Bool) throws {
        let (user, _) = try Self.homeless(isOfPasswd: isOfPasswd)
        let directory = user.prefs.directory
        for selector in [[], ["-f", directory.path(of: "work/new.plist")]] {
            expect(try user.run(["set", "k", "1", "--dry-run"] + selector), prints: "+ k 1\n")
            // The history of the change has no place.
            expect(try user.run(["set", "k", "1"] + selector), errors: .optional)
        }
        #expect(directory.exists("config/prefs.plist") && directory.exists("work/new.plist"))
    }
}
