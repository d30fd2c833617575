import PropertyLists
import TestSupport
import Testing

@testable import PreferenceJournal
@testable import PreferenceStore

@Suite("The names of secret keys")
struct SecretNamesTests {
    private let directory: TestSupport.TemporaryDirectory
    private let histories: JournalDirectory

    init() throws {
        directory = try TestSupport.TemporaryDirectory()
        histories = JournalDirectory(path: directory.path(of: "state/prefs"))
    }

    private func names(_ path: String = "/home/ada/.config/s.plist") throws -> [String] {
        try histories.secretNames(of: path).read().map(\.string).sorted()
    }

    @Test("keys are added and removed, in a file of the owner beside the histories")
    func keys() throws {
        let secrets = histories.secretNames(of: "/home/ada/.config/s.plist")
        #expect(try names() == [])
        #expect(try secrets.add(["b", "a\n"]))
        #expect(try !secrets.add(["b"]))
        #expect(try secrets.add(["c"]))
        #expect(try names() == ["a\n", "b", "c"])
        #expect(try names("/home/ada/.config/other.plist") == [])
        #expect(try secrets.remove(["b", "x"]))
        #expect(try !secrets.remove(["b"]))
        #expect(try names() == ["a\n", "c"])
        let files = try directory.names(in: "state/prefs/secrets")
        #expect(files.count == 1)
        #expect(try directory.mode(of: "state/prefs/secrets/\(files[0])") == 0o600)
        #expect(try directory.mode(of: "state/prefs/secrets") == 0o700)
    }

    @Test("the file may have keys of another path with the same digest, which stay")
    func collision() throws {
        let secrets = histories.secretNames(of: "/s.plist")
        #expect(try secrets.add(["a"]))
        let file = "state/prefs/secrets/" + (try directory.names(in: "state/prefs/secrets")[0])
        try directory.write(#"{"/other.plist": ["x"]}"#, to: file)
        #expect(try names("/s.plist") == [])
        #expect(try secrets.add(["b"]))
        #expect(try directory.text(of: file) == #"{"/other.plist":["x"],"/s.plist":["b"]}"# + "\n")
    }

    @Test("keys that cannot be read are an error, never none", arguments: ["", "{", "[]", #"{"/s.plist": 1}"#])
    func malformed(text: String) throws {
        let secrets = histories.secretNames(of: "/s.plist")
        #expect(try secrets.add(["a"]))
        let file = "state/prefs/secrets/" + (try directory.names(in: "state/prefs/secrets")[0])
        try directory.write(text, to: file)
        #expect(throws: PreferenceStoreError.self) { try secrets.read() }
        #expect(throws: PreferenceStoreError.self) { try secrets.add(["b"]) }
        #expect(try directory.text(of: file) == text)
    }

    @Test("neither the limits of the histories nor their removal concern the keys")
    func limits() throws {
        #expect(try histories.secretNames(of: "/home/ada/.config/s.plist").add(["a"]))
        for number in 0...2001 {
            try directory.write("", to: "state/prefs/history/" + ChangeHistory.name(of: "/\(number)"))
        }
        try histories.prune(keeping: ChangeHistory.name(of: "/0"))
        #expect(try directory.names(in: "state/prefs/history").count == 2000)
        for history in try histories.allHistories() { try history.remove() }
        #expect(try names() == ["a"])
    }

    @Test(
        "the path of a file implies its suite, also in ByHost",
        arguments: [
            ("/c/s.plist", "s"), ("/c/ByHost/s..plist", "s"), ("/c/ByHost/s.plist", "s"), ("/c/s..plist", "s."),
            ("/c/ByHost/.GlobalPreferences..plist", ".GlobalPreferences"), ("/c/s.json", nil), ("s.plist", "s"),
        ]
    )
    func suites(path: String, suite: String?) {
        #expect(SuiteFile(path: path).suite?.rawValue == suite)
    }
}
