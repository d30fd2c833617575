import TestSupport
import Testing

@Suite("UserDefaults by typed key")
struct UserDefaultsSubscriptTests {
    @Test("gives defaults, changes in place, and forgets what is nil")
    func access() throws {
        try expectBehaviour("access")
    }

    @Test("is a suite whatever the key's suite is")
    func suite() throws {
        try expectBehaviour("suite")
    }

    @Test("takes no value of another type for its own, and leaves it where it is")
    func strictness() throws {
        try expectBehaviour("strictness")
    }

    @Test("lets numbers cross over where nothing is lost")
    func numbers() throws {
        try expectBehaviour("numbers")
    }

    @Test("gives every kind of value as it was set, before it is written and after")
    func kinds() throws {
        try expectBehaviour("kinds")
    }

    @Test("reads every kind of value from a file that the preferences have written")
    func kindsFromFile() throws {
        try expectBehaviour("kindsFromFile")
    }

    @Test("rounds dates down as its file will, and keeps a URL whole")
    func foundationValues() throws {
        try expectBehaviour("foundationValues")
    }

    @Test("registers the defaults of keys, each with its type, and none for nil")
    func register() throws {
        try expectBehaviour("register")
    }

    @Test("finds a value under a former name, which the first write moves")
    func rename() throws {
        try expectBehaviour("rename")
    }

    @Test("keeps what is stored where a value has no form")
    func unwritable() throws {
        try expectBehaviour("unwritable")
    }

    /// Expects a behaviour of a program on PreferenceKit, in an empty configuration directory.
    private func expectBehaviour(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let directory = try TemporaryDirectory()
        let subprocess = Peer.subprocess([name], in: directory)
        let outcome = try subprocess.run()
        #expect(outcome.ending == .exited(0), "\(outcome)", sourceLocation: sourceLocation)
    }
}
