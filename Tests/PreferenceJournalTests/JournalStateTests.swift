import Foundation
import PropertyLists
import TestSupport
import Testing

@testable import PreferenceJournal
@testable import PreferenceStore

@Suite("What the journal keeps of files beside their histories")
struct JournalStateTests {
    private let directory: TestSupport.TemporaryDirectory
    private let journal: JournalDirectory

    init() throws {
        directory = try TestSupport.TemporaryDirectory()
        journal = JournalDirectory(path: directory.path(of: "state/prefs"))
    }

    private func state(_ name: String) -> JournalState { journal.state(of: directory.path(of: name)) }

    private func keys(_ name: String) throws -> [String] { try state(name).secretKeys().map(\.string).sorted() }

    private var stateFile: String {
        get throws { try "state/prefs/files/" + directory.names(in: "state/prefs/files")[0] }
    }

    private let owned = Ownership([
        "work": [OwnedSetting(pointer: ["a"], value: .value(1), former: .value(0), parentCount: 0)]
    ])

    // MARK: Secret keys

    @Test("secret keys are added and removed, in a file of the owner beside the histories")
    func secretKeys() throws {
        #expect(try keys("s.plist") == [])
        try state("s.plist").add(["b", "a\n"])
        try state("s.plist").add(["b"])
        try state("s.plist").add(["c"])
        #expect(try keys("s.plist") == ["a\n", "b", "c"])
        #expect(try keys("other.plist") == [])
        #expect(try state("s.plist").remove(secretKeys: ["b", "x"]))
        #expect(try !state("s.plist").remove(secretKeys: ["b"]))
        #expect(try keys("s.plist") == ["a\n", "c"])
        #expect(try journal.secretKeys(ofFilesNamed: "s.plist").sorted() == ["a\n", "c"])
        #expect(try directory.mode(of: stateFile) == 0o600)
        #expect(try directory.mode(of: "state/prefs/files") == 0o700)
    }

    @Test("the file may have the state of another directory with the same digest, which stays")
    func collision() throws {
        let state = journal.state(of: "/s.plist")
        try state.add(["a"])
        let text = try directory.text(of: stateFile)
        try directory.write(text.replacing(#"{"":"#, with: #"{"/other":"#), to: stateFile)
        #expect(try state.secretKeys().isEmpty)
        try state.add(["b"])
        #expect(try keysOfOther() == ["a"] && state.secretKeys().map(\.string) == ["b"])
        func keysOfOther() throws -> [String] {
            try journal.secretKeys(ofFilesNamed: "s.plist").filter { $0 != "b" }
        }
    }

    @Test(
        "a state that cannot be read is an error, never that of no secret and no owner",
        arguments: [
            "", "{", "[]", #"{"": 1}"#,
            #"{"": {"files": {"s.plist": 1}, "removed": {}}}"#, #"{"": {"files": {}, "removed": {"1": {}}}}"#,
            Self.text(#""secretKeys": 1, "ownership": {"settings": {}}"#), Self.text(#""secretKeys": []"#),
            Self.text(#""secretKeys": [], "ownership": {"settings": {"work": [{"pointer": [], "parentCount": 0}]}}"#),
            Self.text(
                #""secretKeys": [], "ownership": {"settings": {"work": [{"pointer": [], "parentCount": 0, "#
                    + #""value": {"secret": {"digest": 1}}}]}}"#
            ),
            Self.text(#""secretKeys": [], "ownership": {"settings": {}}, "intent": {"keys": []}"#),
            #"{"": {"files": {}, "removed": {}, "operation": {"record": {}}}}"#,
        ]
    )
    func malformed(text: String) throws {
        let state = journal.state(of: "/s.plist")
        try state.add(["a"])
        try directory.write(text, to: stateFile)
        #expect(throws: PreferenceStoreError.self) { try state.secretKeys() }
        #expect(throws: PreferenceStoreError.self) { try state.ownership(for: [:]) }
        #expect(throws: PreferenceStoreError.self) { try state.add(["b"]) }
        #expect(try directory.text(of: stateFile) == text)
    }

    private static func text(_ state: String) -> String {
        #"{"": {"files": {"s.plist": {"# + state + "}}, \"removed\": {}}}"
    }

    @Test("neither the limits of the histories nor their removal concern the state")
    func limits() throws {
        try state("s.plist").add(["a"])
        for number in 0...2001 {
            try directory.write("", to: "state/prefs/history/" + ChangeHistory.name(of: "/\(number)"))
        }
        try journal.prune(keeping: ChangeHistory.name(of: "/0"))
        #expect(try directory.names(in: "state/prefs/history").count == 2000)
        for history in try journal.allHistories() { try history.remove() }
        #expect(try keys("s.plist") == ["a"])
    }

    // MARK: Owners

    @Test("an intent is carried out or not, as the file tells")
    func intents() throws {
        let state = state("s.plist")
        func setting(_ key: String, _ value: PropertyList) -> OwnedSetting {
            OwnedSetting(pointer: [key], value: .value(value), former: nil, parentCount: 0)
        }
        let old = Ownership(["work": [setting("a", 1), setting("b", 1)]])
        let new = Ownership(["work": [setting("a", 2), setting("c", 3)]])
        try state.settle(old)
        let changes = [
            PreferenceChange(key: "a", old: 1, new: 2), PreferenceChange(key: "b", old: 1, new: nil),
            PreferenceChange(key: "c", old: nil, new: 3),
        ]
        try state.intend(OwnershipIntent(new, changes), after: old, [])
        #expect(try state.ownership(for: ["a": 1, "b": 1]) == old)
        #expect(try state.ownership(for: ["a": 2, "c": 3]) == new)
        // Another program has changed a key since.
        #expect(try state.ownership(for: ["a": 5, "c": 3]) == new)
        #expect(try state.ownership(for: ["a": 5, "b": 1]) == old)
        // Undecidable: each key for itself. A value that nobody owned as it is counts as changed since.
        let mixed = try state.ownership(for: ["a": 2, "b": 1, "c": 3])
        #expect(Set(mixed["work"].map(\.pointer)) == [["a"], ["b"], ["c"]])
        try state.settle(new)
        #expect(try state.ownership(for: [:]) == new)
        #expect(try journal.ownedPaths == [directory.path(of: "s.plist")])
        try state.settle(Ownership())
        #expect(try journal.ownedPaths.isEmpty)
    }

    // MARK: Files that come and go

    /// Tells the journal of an operation, and leaves its end to others, as a process that is killed does.
    private func begin(
        _ content: IntendedChange.Content,
        of name: String,
        as role: HistoryRecord.Role = .change,
        id: String = Journal.newID()
    ) throws -> JournalEntry {
        let journal = Journal(in: journal, id: id, action: "x", suite: nil, as: role) { _, _ in { _, _ in false } }
        let target = try #require(try FileTarget(resolving: directory.path(of: name)))
        return try journal.intend(IntendedChange(content, of: target))
    }

    private let saved = SavedFile(bytes: Array("{}".utf8), permissions: 0o600, attributes: [:])

    private func kinds(_ name: String) throws -> [HistoryRecord.Kind] {
        journal.settle(directory.path(of: name))
        return try journal.history(of: directory.path(of: name)).records().map(\.kind)
    }

    private func mark(_ name: String) throws {
        try directory.write("{}", to: name)
        try state(name).add(["k"])
        try state(name).settle(owned)
    }

    @Test("a removal that is not known to be made has ended the file if it is gone", arguments: [false, true])
    func removal(isMade: Bool) throws {
        try mark("a.plist")
        _ = try begin(.removal(saved), of: "a.plist")
        if isMade { try directory.rename("a.plist", to: "gone") }
        for _ in 1...2 {
            // What is in the history stays secret.
            #expect(try keys("a.plist") == ["k"])
            #expect(try state("a.plist").ownership(for: [:]) == (isMade ? Ownership() : owned))
            #expect(try journal.secretKeys(ofFilesNamed: "a.plist") == ["k"])
            #expect(try kinds("a.plist") == (isMade ? [.removal] : []))
        }
        #expect(try state("a.plist").isSettled)
    }

    @Test("a file that another program writes in place of one whose removal is not known stays marked")
    func replaced() throws {
        try mark("a.plist")
        _ = try begin(.removal(saved), of: "a.plist")
        try directory.write("{ }", to: "other")
        try directory.rename("other", to: "a.plist")
        #expect(try keys("a.plist") == ["k"])
        #expect(try kinds("a.plist") == [.removal])
        #expect(try keys("a.plist") == ["k"])
    }

    @Test("a file that another program writes after a removal is another one, even with the same inode")
    func sameInode() throws {
        try mark("a.plist")
        _ = try begin(.removal(saved), of: "a.plist")
        let date = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1)]
        try FileManager.default.setAttributes(date, ofItemAtPath: directory.path(of: "a.plist"))
        #expect(try kinds("a.plist") == [.removal])
    }

    @Test("each of two files of one name that were removed is restored with its own owners")
    func lives() throws {
        try mark("a.plist")
        let first = try begin(.removal(saved), of: "a.plist", id: "first")
        try directory.rename("a.plist", to: "gone")
        #expect(try first.made() == [])
        try directory.write("{}", to: "a.plist")
        let second = try begin(.removal(saved), of: "a.plist", id: "second")
        try directory.rename("a.plist", to: "gone")
        _ = try second.made()
        for (id, owners) in [("second", Ownership()), ("first", owned)] {
            let entry = try begin(.recreation(saved), of: "a.plist", as: .undo(of: id))
            #expect(try state("a.plist").ownership(for: [:]).isEmpty)
            try directory.write("{}", to: "a.plist")
            for _ in 1...2 {
                #expect(try state("a.plist").ownership(for: [:]) == owners)
                #expect(try keys("a.plist") == ["k"])
                #expect(try entry.made() == [])
            }
            try directory.rename("a.plist", to: "gone")
        }
        #expect(try state("a.plist").remove(secretKeys: ["k"]))
        #expect(try keys("a.plist") == [])
    }

    @Test("a restored file that another program has overtaken leaves the removal to be undone")
    func overtaken() throws {
        try mark("a.plist")
        let removal = try begin(.removal(saved), of: "a.plist", id: "first")
        try directory.rename("a.plist", to: "gone")
        _ = try removal.made()
        let entry = try begin(.recreation(saved), of: "a.plist", as: .undo(of: "first"))
        try directory.write("{}", to: "a.plist")
        entry.dropped()
        #expect(try kinds("a.plist") == [.removal])
        #expect(try state("a.plist").ownership(for: [:]).isEmpty)
        try state("a.plist").forgetRemovedFiles()
        #expect(try directory.text(of: stateFile) == "{}\n")
    }

    @Test("a renaming that is not known to be made gives all to the name that the file has", arguments: [false, true])
    func renaming(isMade: Bool) throws {
        try mark("a.plist")
        try journal.history(of: directory.path(of: "a.plist")).write(record(.changes([])))
        _ = try begin(.renaming(to: directory.path(of: "b.plist")), of: "a.plist")
        if isMade { try directory.rename("a.plist", to: "b.plist") }
        let (name, other) = isMade ? ("b.plist", "a.plist") : ("a.plist", "b.plist")
        for _ in 1...2 {
            #expect(try keys(name) == ["k"] && keys(other) == [])
            #expect(try state(name).ownership(for: [:]) == owned)
            #expect(try state(other).ownership(for: [:]).isEmpty)
            #expect(try kinds(name) == (isMade ? [.changes, .renaming] : [.changes]))
            #expect(try kinds(other) == [])
        }
    }

    @Test("what is dropped or cannot be taken down leaves no trace")
    func refused() throws {
        try mark("a.plist")
        try begin(.renaming(to: directory.path(of: "b.plist")), of: "a.plist").dropped()
        try begin(.removal(saved), of: "a.plist").dropped()
        #expect(try keys("a.plist") == ["k"] && kinds("a.plist") == [])
        #expect(try state("a.plist").isSettled)
        try directory.write("[", to: stateFile)
        for content in [.removal(saved), .renaming(to: directory.path(of: "b.plist"))] as [IntendedChange.Content] {
            #expect(throws: PreferenceStoreError.self) { try begin(content, of: "a.plist") }
        }
    }

    private func record(_ content: HistoryRecord.Content) -> HistoryRecord {
        let journal = Journal(in: journal, action: "x", suite: nil) { _, _ in { _, _ in false } }
        return journal.makeRecord(content, of: directory.path(of: "a.plist"))
    }
}

extension JournalState {
    /// Makes keys secret, as a change does that applies them as secrets.
    fileprivate func add(_ keys: [String]) throws {
        try intend(nil, after: nil, Set(keys.map { ByteKey($0) }))
    }
}
