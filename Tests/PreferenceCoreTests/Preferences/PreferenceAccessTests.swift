import PreferenceCore
import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@Suite("Reading and writing")
struct PreferenceAccessTests {
    private let suites: SuiteDirectory
    private let preferences: Preferences

    init() throws {
        suites = try SuiteDirectory()
        preferences = try suites.preferences()
    }

    @Test("a missing key is its default, and no file is made")
    func missing() throws {
        #expect(preferences[.count] == 7)
        #expect(preferences[.person] == nil)
        #expect(preferences[.libraries] == [])
        #expect(try preferences.value(for: .ratio) == 0.5)
        #expect(!preferences.isSet(.count))
        #expect(preferences.isDefault(.count))
        #expect(preferences.isDefault(.person))
        var snapshot = try preferences.snapshot()
        #expect(try snapshot.entries().isEmpty)
        #expect(try suites.directory.names() == [])
    }

    @Test("what is removed or set to nil while it is unset makes no file")
    func removalOfMissing() throws {
        preferences[.person] = nil
        preferences.reset(.count)
        preferences.resetAll()
        try preferences.remove(.count, .person)
        try preferences.set(nil, for: .anything)
        #expect(try suites.directory.names() == [])
    }

    @Test("a value that is written is read back, by another instance too")
    func written() throws {
        preferences[.count] = 3
        preferences[.person] = "Ada"
        try preferences.set(["x"], for: .libraries)
        #expect(preferences[.count] == 3)
        let other = try suites.preferences()
        #expect(other[.person] == "Ada")
        #expect(try other.value(for: .libraries) == ["x"])
        #expect(try suites.contents() == ["count": 3, "person": "Ada", "libraries": ["x"]])
    }

    @Test("a value is changed in place, from its default where it is unset")
    func inPlace() throws {
        preferences[.count] += 1
        preferences[.libraries].append("x")
        preferences[.libraries].append("y")
        preferences[.libraries][0] += " 2.0"
        preferences[.sizes]["b"] = 2
        preferences[.person]?.append("!")
        #expect(
            try suites.contents() == ["count": 8, "libraries": ["x 2.0", "y"], "sizes": ["a": 1, "b": 2]]
        )
        preferences[.person] = "Ada"
        preferences[.person]?.append("!")
        #expect(preferences[.person] == "Ada!")
    }

    @Test("a change in place that throws writes the value as it stood")
    func inPlaceThrowing() throws {
        struct Refusal: Error {}
        func change(_ value: inout Int) throws {
            value = 20
            throw Refusal()
        }
        #expect(throws: Refusal.self) { try change(&preferences[.count]) }
        #expect(try suites.contents() == ["count": 20])
    }

    @Test("nil removes an optional key, and leaves the others")
    func removal() throws {
        try suites.write(["person": "Ada", "count": 1])
        preferences[.person] = nil
        #expect(try suites.contents() == ["count": 1])
    }

    @Test("reset and remove bring the default back, and leave other keys")
    func reset() throws {
        try suites.write(["person": "Ada", "count": 1, "flag": true, "title": "t"])
        preferences.reset(.count)
        #expect(preferences[.count] == 7)
        #expect(!preferences.isSet(.count))
        #expect(try suites.contents() == ["person": "Ada", "flag": true, "title": "t"])
        try preferences.remove(.person, .flag, .count)
        #expect(try suites.contents() == ["title": "t"])
        try preferences.remove()
        #expect(try suites.contents() == ["title": "t"])
    }

    @Test("resetAll empties one suite, unknown keys included, and no other")
    func resetAll() throws {
        try suites.write(["count": 1, "unknown": ["a": 1]])
        try suites.write(["count": 2], to: "other")
        preferences.resetAll()
        #expect(try suites.contents() == [:])
        #expect(try suites.contents("other") == ["count": 2])
    }

    @Test("a key is set once it is in the file, with a value equal to its default too")
    func isSet() throws {
        preferences[.count] = 7
        #expect(preferences.isSet(.count))
        #expect(preferences.isDefault(.count))
        preferences[.count] = 8
        #expect(preferences.isSet(.count))
        #expect(!preferences.isDefault(.count))
        preferences.reset(.count)
        #expect(!preferences.isSet(.count))
        #expect(preferences.isDefault(.count))
    }

    @Test("a default that is stored survives another declaration of the default")
    func storedDefault() throws {
        preferences[.count] = 7
        let redeclared = PreferenceKey<Int>("count", default: 100)
        #expect(preferences[redeclared] == 7)
        #expect(!preferences.isDefault(redeclared))
    }

    @Test("a not-a-number is the default where the default is one")
    func notANumber() {
        let key = PreferenceKey<Double>("r", default: .nan)
        #expect(preferences.isDefault(key))
        preferences[key] = .nan
        #expect(preferences.isDefault(key))
        preferences[key] = 0
        #expect(!preferences.isDefault(key))
    }

    @Test("the same name in two suites is two preferences")
    func suitesApart() throws {
        let other = try suites.preferences("other")
        preferences[.count] = 1
        #expect(other[.count] == 7)
        #expect(!other.isSet(.count))
        other[.count] = 2
        #expect(preferences[.count] == 1)
        other.reset(.count)
        #expect(preferences[.count] == 1)
        #expect(try suites.contents("other") == [:])
    }

    @Test("an instance uses its own suite, whatever the key says")
    func ownSuite() throws {
        let key = PreferenceKey<Int>("n", default: 0, suite: "group.x")
        preferences[key] = 5
        #expect(try suites.contents() == ["n": 5])
        #expect(!suites.exists("group.x"))
    }

    @Test("an equal value is not written again")
    func sameValue() throws {
        preferences[.count] = 3
        let identity = try suites.directory.identity(of: suites.name())
        preferences[.count] = 3
        preferences[.count] += 0
        try preferences.set(3, for: .count)
        #expect(try suites.directory.identity(of: suites.name()) == identity)
    }

    @Test("what the file holds beside the key stays, byte for byte")
    func neighbours() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><!-- mine --><key>when</key><date>2001-01-01T00:00:00Z</date>
            <key>count</key>  <integer>1</integer><key>u</key><dict><key>CF$UID</key><integer>3</integer></dict></dict>
            </plist>
            """
        try suites.directory.write(text, to: suites.name())
        preferences[.count] += 1
        let expected = text.replacing("<integer>1</integer>", with: "<integer>2</integer>")
        #expect(try suites.directory.text(of: suites.name()) == expected)
    }

    @Test("files that the caller knows are read and written in place of a suite's")
    func knownFiles() throws {
        let written = SuiteFile(path: suites.directory.path(of: "a.plist"))
        let read = SuiteFile(path: suites.directory.path(of: "b.plist"))
        let preferences = Preferences(file: written, searchList: [written, read])
        try suites.directory.write(PropertyList.dictionary(["count": 9]).serialized(as: .binary), to: "b.plist")
        #expect(preferences[.count] == 9)
        preferences[.count] = 1
        #expect(preferences[.count] == 1)
        #expect(try suites.directory.names() == ["a.plist", "b.plist"])
    }
}
