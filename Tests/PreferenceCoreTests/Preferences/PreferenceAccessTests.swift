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

    @Test("an unset key reads as its default and creates no file")
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

    @Test("removing an unset key or setting it to nil creates no file")
    func removalOfMissing() throws {
        preferences[.person] = nil
        preferences.reset(.count)
        preferences.resetAll()
        try preferences.remove(.count, .person)
        try preferences.set(nil, for: .anything)
        #expect(try suites.directory.names() == [])
    }

    @Test("a written value is read back, also by another instance")
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

    @Test("a value is changed in place, and starts from its default if it is unset")
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

    @Test("setting an optional key to nil removes it and keeps the others")
    func removal() throws {
        try suites.write(["person": "Ada", "count": 1])
        preferences[.person] = nil
        #expect(try suites.contents() == ["count": 1])
    }

    @Test("reset and remove restore the default, and keep other keys")
    func reset() throws {
        try suites.write(["person": "Ada", "count": 1, "flag": true, "title": "t"])
        preferences.reset(.count)
        #expect(preferences[.count] == 7)
        #expect(!preferences.isSet(.count))
        #expect(try suites.contents() == ["person": "Ada", "flag": true, "title": "t"])
        try preferences.remove(.person, .flag, .count)
        #expect(try suites.contents() == ["title": "t"])
    }

    @Test("resetAll removes all keys of one suite, including unknown ones, and changes no other suite")
    func resetAll() throws {
        try suites.write(["count": 1, "unknown": ["a": 1]])
        try suites.write(["count": 2], to: "other")
        preferences.resetAll()
        #expect(try suites.contents() == [:])
        #expect(try suites.contents("other") == ["count": 2])
    }

    @Test("a key is set once it is in the file, even if its value equals the default")
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

    @Test("an empty value is stored, and differs from the default")
    func empty() throws {
        let text = PreferenceKey<String>("text", default: "x")
        let list = PreferenceKey<[Int]>("list", default: [1])
        let table = PreferenceKey<[String: Int]>("table", default: ["a": 1])
        let bytes = PreferenceKey<[UInt8]>("bytes", default: [1])
        preferences[text] = ""
        preferences[list] = []
        preferences[table] = [:]
        preferences[bytes] = []
        #expect(preferences[text] == "")
        #expect(preferences[list] == [])
        #expect(preferences[table] == [:])
        #expect(preferences[bytes] == [])
        #expect(!preferences.isDefault(text))
        #expect(!preferences.isDefault(list))
        #expect(!preferences.isDefault(table))
        #expect(!preferences.isDefault(bytes))
        #expect(try suites.contents() == ["text": "", "list": [], "table": [:], "bytes": .data([])])
    }

    @Test("a stored value that equals the default survives a change of the default")
    func storedDefault() throws {
        preferences[.count] = 7
        let redeclared = PreferenceKey<Int>("count", default: 100)
        #expect(preferences[redeclared] == 7)
        #expect(!preferences.isDefault(redeclared))
    }

    @Test("not-a-number is the default if the default is not-a-number")
    func notANumber() {
        let key = PreferenceKey<Double>("r", default: .nan)
        #expect(preferences.isDefault(key))
        preferences[key] = .nan
        #expect(preferences.isDefault(key))
        preferences[key] = 0
        #expect(!preferences.isDefault(key))
    }

    @Test("one name in two suites is two preferences")
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

    @Test("an instance uses its own suite, whatever suite the key declares")
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

    @Test("a value that is read and assigned back keeps the form in which another program wrote it")
    func readBack() throws {
        try suites.write(["float": 1.12, "number": 5, "list": [1.12]])
        let float = PreferenceKey<Float>("float", default: 0)
        let number = PreferenceKey<Double>("number", default: 0)
        let list = PreferenceKey<[Float]>("list", default: [])
        preferences[float] += 0
        preferences[number] = preferences[number]
        preferences[list] = preferences[list]
        #expect(try suites.contents() == ["float": 1.12, "number": 5, "list": [1.12]])
        preferences[float] = 1.25
        preferences[number] += 1
        #expect(try suites.contents() == ["float": 1.25, "number": 6.0, "list": [1.12]])
    }

    @Test("a write keeps the rest of the file byte for byte")
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

    @Test("files that the caller provides are read and written instead of a suite's")
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

    @Test("a dictionary of all values is the contents of other preferences, and what a schema judges")
    func dictionaries() throws {
        let preferences = Preferences(.inMemory(), suite: "group.x")
        preferences[PreferenceKey<Int>("n", default: 0)] = 3
        preferences[PreferenceKey<String>("a", default: "")] = "x"
        let values = try preferences.dictionaryRepresentation()
        #expect(PropertyListDictionary(values).keys == ["a", "n"])
        let copy = Preferences(.inMemory(values))
        #expect(try copy.dictionaryRepresentation() == values)
        let schema = try PreferenceSchema(keys: [PreferenceKey<String?>("n")])
        #expect(schema.violations(in: values).map(\.pointer) == [["n"]])
        let directory = try TemporaryDirectory()
        let stored = Preferences(directory: directory.path, suite: "group.x")
        stored[PreferenceKey<Int>("n", default: 0)] = 3
        #expect(directory.exists("group.x.plist"))
    }
}
