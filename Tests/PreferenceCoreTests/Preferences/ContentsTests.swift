import Dispatch
import PreferenceCore
import PropertyLists
import Synchronization
import TestSupport
import Testing

@Suite("The contents of all files")
struct ContentsTests {
    private let suites: SuiteDirectory
    private let preferences: Preferences

    init() throws {
        suites = try SuiteDirectory()
        preferences = try suites.preferences()
    }

    @Test("allKeys() returns the keys of the search list in byte order, entries() also their values")
    func representation() throws {
        #expect(try preferences.allKeys() == [])
        #expect(try preferences.dictionaryRepresentation() == [:])
        #expect(!suites.exists())
        try suites.write(["b": 1, "count": "wrong", "a": true])
        try suites.write(["b": 2, "B": 3], to: ".GlobalPreferences")
        #expect(try preferences.allKeys() == ["B", "a", "b", "count"])
        #expect(try preferences.dictionaryRepresentation() == ["a": true, "b": 1, "B": 3, "count": "wrong"])
        let entries = try preferences.entries()
        #expect(entries.map(\.key) == ["B", "a", "b", "count"])
        #expect(entries.map(\.value) == [3, true, 1, "wrong"])
    }

    @Test("allKeys() includes the keys of a file with a damaged value, if it need not decode the value")
    func damagedValue() throws {
        var bytes = try (["a": "é", "b": 1] as PropertyList).serialized(as: .binary)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x61, 0x00, 0xE9]) })
        bytes[place] = 0x71
        try suites.directory.write(bytes, to: suites.name())
        try suites.directory.age(suites.name())
        try suites.write(["c": 2, "b": 3], to: ".GlobalPreferences")
        #expect(try preferences.allKeys() == ["a", "b", "c"])
        #expect(throws: PreferenceError.self) { try preferences.dictionaryRepresentation() }
        try suites.writeOld("<plist><dict><key>d</key><integer>x</integer></dict></plist>", to: ".GlobalPreferences")
        #expect(throws: PreferenceError.self) { try preferences.allKeys() }
    }

    @Test("setIfMissing() writes a value only if the key is unset under all its names")
    func setIfMissing() throws {
        let key = PreferenceKey<Int>("count", default: 0).formerly("Count")
        #expect(try preferences.setIfMissing(1, for: key))
        #expect(try !preferences.setIfMissing(2, for: key))
        #expect(preferences[key] == 1)
        for stored in [["Count": 5], ["count": "wrong"]] as [PropertyListDictionary] {
            try suites.write(stored)
            #expect(try !preferences.setIfMissing(2, for: key))
            #expect(try suites.contents() == .dictionary(stored))
        }
        #expect(try !preferences.setIfMissing(nil, for: .person))
    }

    @Test("setIfMissing() writes the value of one of several simultaneous callers")
    func race() throws {
        let winners = Mutex<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { index in
            let isWritten = try? preferences.setIfMissing(index, for: .count)
            if isWritten == true {
                winners.withLock { $0.append(index) }
            }
        }
        #expect(winners.withLock { $0 } == [preferences[.count]])
    }
}
