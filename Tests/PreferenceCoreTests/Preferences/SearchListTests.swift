import PreferenceCore
import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@Suite("The search list")
struct SearchListTests {
    private let suites: SuiteDirectory
    private let preferences: Preferences

    init() throws {
        suites = try SuiteDirectory()
        preferences = try suites.preferences()
    }

    private func name(of layer: PreferenceLayer) throws -> String {
        let path = layer.file(of: try SuiteName("app"), in: suites.directories).path
        return String(path.dropFirst(suites.directory.path.count + 1))
    }

    private func write(_ contents: PropertyListDictionary, to layer: PreferenceLayer) throws {
        try suites.directory.write(PropertyList.dictionary(contents).serialized(as: .xml), to: try name(of: layer))
        suites.refreshDomains()
    }

    @Test("the first layer that contains a key wins, for each layer in turn")
    func precedence() throws {
        for (position, layer) in PreferenceLayer.searchOrder.enumerated().reversed() {
            try write(["count": PropertyList.integer(PropertyListInteger(Int64(position)))], to: layer)
            #expect(preferences[.count] == position)
            var snapshot = try preferences.snapshot()
            let entry = try #require(try snapshot.entry(for: .count))
            #expect(entry.key == "count")
            #expect(try entry.file.path == suites.directory.path(of: name(of: layer)))
        }
    }

    @Test("a write changes the suite's own file, even if another layer takes precedence")
    func writes() throws {
        try write(["count": 1], to: PreferenceLayer(.user, isByHost: true))
        preferences[.count] = 2
        #expect(preferences[.count] == 1)
        #expect(try suites.contents() == ["count": 2])
    }

    @Test("a key that only another layer contains is set, and a reset keeps it")
    func otherLayer() throws {
        try write(["count": 1], to: PreferenceLayer(.system, isGlobal: true))
        #expect(preferences.isSet(.count))
        #expect(!preferences.isDefault(.count))
        preferences.reset(.count)
        #expect(preferences[.count] == 1)
        preferences[.count] += 1
        #expect(try suites.contents() == ["count": 2])
        preferences.reset(.count)
        #expect(preferences[.count] == 1)
    }

    @Test("a snapshot has the values of all files at the time at which it is made")
    func snapshot() throws {
        try suites.write(["count": 1, "flag": true])
        try write(["title": "global"], to: PreferenceLayer(.user, isGlobal: true))
        var snapshot = try preferences.snapshot()
        try suites.write(["count": 2])
        try write(["title": "too late"], to: PreferenceLayer(.user, isGlobal: true))
        #expect(try snapshot.value(for: .count) == 1)
        #expect(try snapshot.value(for: .flag) == true)
        #expect(try snapshot.value(for: .title) == "global")
        #expect(try snapshot.value(for: .person) == nil)
        #expect(preferences[.count] == 2)
    }

    @Test("a snapshot keeps the contents of a file that is overwritten after the first read")
    func removedFile() throws {
        try suites.write(["count": 1, "flag": true])
        var snapshot = try preferences.snapshot()
        #expect(try snapshot.value(for: .count) == 1)
        try suites.directory.write("<plist>", to: suites.name())
        #expect(try snapshot.value(for: .flag) == true)
    }

    @Test("a file after the one that contains the key is never read")
    func corruptBehind() throws {
        try suites.write(["count": 1])
        let global = try name(of: PreferenceLayer(.user, isGlobal: true))
        try suites.directory.write("<plist>", to: global)
        try suites.directory.age(global)
        #expect(try preferences.value(for: .count) == 1)
        #expect(throws: PreferenceError.self) { try preferences.value(for: .flag) }
    }

    @Test("all entries are in the byte order of keys, and each key appears once, from the first file that contains it")
    func entries() throws {
        try suites.write(["b": 1, "a": 2])
        try write(["c": 3, "a": 4], to: PreferenceLayer(.user, isGlobal: true))
        var snapshot = try preferences.snapshot()
        let entries = try snapshot.entries()
        #expect(entries.map(\.key) == ["a", "b", "c"])
        #expect(entries.map(\.value) == [2, 1, 3])
        #expect(snapshot.warnings == [])
    }

    @Test("keys of two files that are equivalent as text, but not equal as bytes, are two entries")
    func equivalentKeys() throws {
        try suites.write(["\u{E9}": 1, "z": 2])
        try write(["e\u{301}": 3, "z": 4], to: PreferenceLayer(.user, isGlobal: true))
        var snapshot = try preferences.snapshot()
        #expect(try snapshot.entries().map(\.value) == [3, 2, 1])
    }

    @Test("a snapshot of some keys contains only those, each from the first file that contains it")
    func someKeys() throws {
        try suites.write(["b1": 1, "a1": 2, "a2": 3], as: .binary)
        try write(["a1": 4, "a3": 5, "c": 6], to: PreferenceLayer(.user, isGlobal: true))
        let files = SearchList(of: try SuiteName("app"), in: suites.directories).files
        let isWanted: KeySelection.Condition = { key in key.count == 2 && key[0] == UInt8(ascii: "a") }
        for keys in [KeySelection.named(["a3", "a2", "a1", "absent"]), .matching(isWanted)] {
            var snapshot = PreferenceSnapshot(of: files, keys: keys)
            let entries = try snapshot.entries()
            #expect(entries.map(\.key) == ["a1", "a2", "a3"])
            #expect(entries.map(\.value) == [2, 3, 5])
            #expect(entries.map(\.file.path) == [files[3], files[3], files[5]].map(\.path))
        }
    }

    @Test("the keys of all files appear once each, in byte order, with the warnings of the files")
    func keys() throws {
        try suites.write(["b": 1, "a": 2, "\u{E9}": 3])
        try write(["a": 4, "e\u{301}": 5, "B": 6], to: PreferenceLayer(.user, isGlobal: true))
        let system = try name(of: PreferenceLayer(.system))
        try suites.directory.write("", to: system)
        try suites.directory.age(system)
        let keys = try StoredKeys(of: SearchList(of: try SuiteName("app"), in: suites.directories).files)
        #expect(keys.names == ["B", "a", "b", "e\u{301}", "\u{E9}"])
        #expect(keys.names.map(\.utf8.count) == [1, 1, 1, 3, 2])
        #expect(keys.warnings == [.emptyFile(path: suites.directory.path(of: system))])
    }

    @Test("a file of zero bytes is empty, with a warning")
    func emptyFile() throws {
        try suites.writeOld("")
        var snapshot = try preferences.snapshot()
        #expect(try snapshot.value(for: .count) == 7)
        #expect(snapshot.warnings == [.emptyFile(path: suites.path())])
    }

    @Test("contents that the caller provides are read as if they came from a file")
    func givenContents() throws {
        let file = SuiteFile(path: "-")
        var snapshot = PreferenceSnapshot(of: ["count": 3, "title": 5], at: file)
        #expect(try snapshot.value(for: .count) == 3)
        #expect(try snapshot.value(for: .person) == nil)
        #expect(try snapshot.entry(for: .count)?.file.path == "-")
        let error = PreferenceError.wrongType(key: "title", expected: "String", found: .integer, path: "-")
        #expect(throws: error) { try snapshot.value(for: .title) }
    }
}
