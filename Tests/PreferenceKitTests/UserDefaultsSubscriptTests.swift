import TestSupport
import Testing

@Suite("UserDefaults with typed keys", .mayWait)
struct UserDefaultsSubscriptTests {
    @Test("UserDefaults returns defaults, changes values in place, and removes a key that is set to nil")
    func access() throws {
        try expectBehaviour("access")
    }

    @Test("UserDefaults uses its own suite, whatever suite the key declares")
    func suite() throws {
        try expectBehaviour("suite")
    }

    @Test("a value of the wrong type reads as the default, and stays until a write replaces it")
    func strictness() throws {
        try expectBehaviour("strictness")
    }

    @Test("an integer and a real convert if nothing is lost")
    func numbers() throws {
        try expectBehaviour("numbers")
    }

    @Test("every kind of value is read as it was set, before and after it is written")
    func kinds() throws {
        try expectBehaviour("kinds")
    }

    @Test("every kind of value is read from a file that the preferences wrote")
    func kindsFromFile() throws {
        try expectBehaviour("kindsFromFile")
    }

    @Test("dates are rounded down as in the file, and URLs are complete")
    func foundationValues() throws {
        try expectBehaviour("foundationValues")
    }

    @Test("the defaults of keys are registered with their types, and nil is not registered")
    func register() throws {
        try expectBehaviour("register")
    }

    @Test("a value is found under a former name, and the first write moves it")
    func rename() throws {
        try expectBehaviour("rename")
    }

    @Test("a value that cannot be represented does not replace the stored one")
    func unwritable() throws {
        try expectBehaviour("unwritable")
    }

    @Test("arguments of the process are read as the types of the keys, as overrides read them")
    func arguments() throws {
        try expectBehaviour(
            "arguments",
            "-LaunchCount",
            "5",
            "-username",
            "7",
            "-verbose",
            "YES",
            "-ratio",
            " 2.5",
            "-opened",
            "2001-01-01T00:00:00Z",
            "-numbers",
            "(1, 2)",
            "-names",
            "(1, 2)",
            "-window",
            "{title = a; width = 80;}",
            "-former",
            "6",
            "-balance",
            "five",
            "-x",
            "-y",
            "8"
        )
    }

    @Test("the standard preferences are overridden in all threads, for all suites")
    func overrides() throws {
        try expectBehaviour("overrides", "-LaunchCount", "5", environment: ["PEER_username": "ada"])
    }

    /// Expects a behaviour of the program that uses PreferenceKit, in an empty configuration directory.
    private func expectBehaviour(
        _ arguments: String...,
        environment: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let directory = try TemporaryDirectory()
        var subprocess = Peer.subprocess(arguments, in: directory)
        subprocess.environment.merge(environment) { $1 }
        let outcome = try subprocess.run()
        #expect(outcome.ending == .exited(0), "\(outcome)", sourceLocation: sourceLocation)
    }
}
