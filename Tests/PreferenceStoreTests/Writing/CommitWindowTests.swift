import Foundation
import PropertyLists
import Testing

@testable import PreferenceStore

/// Changes to a file between the last check and its replacement, other than writes.
///
/// The replacement keeps all of them.
@Suite("During the commit")
struct CommitWindowTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory("app.plist")
        try directory.write(["a": 1], to: "app.plist")
    }

    private func file(
        at moment: StoreProbe.Moment = .rechecked,
        _ event: @escaping @Sendable (TemporaryDirectory) throws -> Void
    ) -> SuiteFile {
        let probe = StoreProbe.once(moment, clock: TestClock().storeClock()) { [directory] in
            #expect(throws: Never.self) { try event(directory) }
        }
        return SuiteFile(path: path, probe: probe)
    }

    @Test("if the mode changes, the new file gets it")
    func mode() throws {
        try file { try $0.setPermissions(0o640, of: "app.plist") }.set("a", to: 2)
        #expect(try directory.suite("app.plist") == ["a": 2])
        #expect(try directory.status("app.plist").permissions == 0o640)
        #expect(try directory.names == ["app.plist"])
    }

    @Test(
        "if the owner changes, the new file gets it",
        .enabled(if: CallingProcess.isRoot, "only root may give a file away")
    )
    func owner() throws {
        try file { #expect(unsafe chown($0("app.plist"), 65534, 65533) == 0) }.set("a", to: 2)
        #expect(try directory.status("app.plist").owner == FileOwner(user: 65534, group: 65533))
    }

    @Test("if an attribute is added or removed, the new file has the same attributes")
    func attribute() throws {
        try FileDescriptor.open(path, O_RDWR).setAttribute("user.lost", to: [1])
        try file { directory in
            let file = try FileDescriptor.open(directory("app.plist"), O_RDWR)
            try file.removeAttribute("user.lost")
            try file.setAttribute("user.new", to: [2])
        }.set("a", to: 2)
        let file = try FileDescriptor.open(path, O_RDONLY)
        #expect(try file.attribute("user.new") == [2])
        #expect(try file.attribute("user.lost") == nil)
        #expect(try directory.suite("app.plist") == ["a": 2])
    }

    @Test("if the file gets a second name, the change is refused and both names keep the file")
    func link() throws {
        #expect(throws: PreferenceStoreError.hardLinked(path: path, count: 2)) {
            try file { directory in
                try FileManager.default.linkItem(atPath: directory("app.plist"), toPath: directory("second"))
            }.set("a", to: 2)
        }
        #expect(try directory.suite("app.plist") == ["a": 1])
        #expect(try directory.status("app.plist").identity == directory.status("second").identity)
        #expect(try directory.names == ["app.plist", "second"])
    }

    @Test(
        "if another directory takes the directory's place, the change is made in the one that the path leads to",
        arguments: [.read, .written] as [StoreProbe.Moment]
    )
    func directory(moment: StoreProbe.Moment) throws {
        try directory.makeDirectory("config")
        try directory.write(["a": 1], to: "config/app.plist")
        let probe = StoreProbe.once(moment) { [directory] in
            #expect(unsafe rename(directory("config"), directory("old")) == 0)
            #expect(throws: Never.self) {
                try directory.makeDirectory("config")
                try directory.write(["b": 2], to: "config/app.plist")
            }
        }
        try SuiteFile(path: directory("config/app.plist"), probe: probe).set("a", to: 2)
        #expect(try directory.suite("config/app.plist") == ["b": 2, "a": 2])
        #expect(try directory.suite("old/app.plist") == ["a": 1])
    }

    @Test("if the directory is renamed while a change waits for the lock, the change is made in the new directory")
    func directoryWhileWaiting() throws {
        try directory.makeDirectory("config")
        let lock = directory("config/.prefs.lock")
        let holder = try FileDescriptor.open(lock, O_RDWR | O_CREAT, mode: 0o600)
        #expect(try holder.tryLock())
        let rounds = Rounds()
        let probe = StoreProbe { [directory] moment in
            if moment == .waitingForLock, rounds.next(upTo: 1) != nil {
                #expect(unsafe rename(directory("config"), directory("old")) == 0)
                #expect(throws: Never.self) { try directory.makeDirectory("config") }
                holder.unlock()
            }
        }
        try SuiteFile(path: directory("config/app.plist"), probe: probe).set("a", to: 2)
        #expect(try directory.suite("config/app.plist") == ["a": 2])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory("old")) == [])
    }

    @Test("an atomic write starts again if another program writes the file or changes its mode")
    func atomicFile() throws {
        let rounds = Rounds()
        let probe = StoreProbe { [directory] moment in
            guard moment == .rechecked else { return }
            switch rounds.next(upTo: 2) {
            case 1: try? directory.write(["theirs": 1], to: "app.plist")
            case 2: try? directory.setPermissions(0o640, of: "app.plist")
            default: break
            }
        }
        let made = Rounds()
        _ = try AtomicFile(path: path, probe: probe).write(ChangeOptions()) { [directory] () throws -> [UInt8] in
            _ = made.next(upTo: .max)
            return try directory.bytes(of: "app.plist") + Array("<!-- new -->".utf8)
        }.get()
        #expect(made.next(upTo: .max) == 4)
        #expect(try directory.suite("app.plist") == ["theirs": 1])
        #expect(try directory.status("app.plist").permissions == 0o640)
        #expect(try directory.names == ["app.plist"])
    }

    @Test("the copy of a corrupt file is on disk before the file is replaced")
    func corrupt() throws {
        try directory.write("<plist>", to: "app.plist", isOld: true)
        let file = file(at: .rechecked) { directory in
            let kept = try #require(try directory.names.first { $0.hasPrefix("app.plist.corrupt-") })
            #expect(try directory.bytes(of: kept) == Array("<plist>".utf8))
            #expect(try directory.bytes(of: "app.plist") == Array("<plist>".utf8))
        }
        #expect(try file.set("a", to: 2, ChangeOptions(replacesCorrupt: true)).warnings.count == 1)
        #expect(try directory.names.count == 2)
    }
}

@Suite("Merging two concurrent changes")
struct SuiteMergeTests {
    private let base: PropertyListDictionary = ["a": 1, "b": 1, "c": 1]

    @Test("changes of different keys are both made")
    func different() {
        let ours: PropertyListDictionary = ["a": 2, "b": 1, "new": 2]
        let theirs: PropertyListDictionary = ["a": 1, "b": 3, "c": 1, "other": 3]
        #expect(merge(theirs, ours) == ["a": 2, "b": 3, "new": 2, "other": 3])
    }

    @Test("our change wins if both change the same key")
    func same() {
        #expect(merge(["a": 3], ["a": 2, "b": 1]) == ["a": 2])
        #expect(merge(["a": 3, "b": 1, "c": 3], ["a": 1, "b": 1]) == ["a": 3, "b": 1])
    }

    @Test("the keys of an earlier merge stay, unless the other program has changed them again")
    func earlier() {
        let own = (["a": 2, "b": 1, "c": 1] as PropertyListDictionary).changes(since: base)
        // Our file contains the other program's changes of b and c. The other program has changed c again since.
        let merged: PropertyListDictionary = ["a": 2, "b": 3, "c": 3]
        let theirs: PropertyListDictionary = ["a": 2, "b": 1, "c": 4]
        let result = theirs.merging(merged, since: ["a": 2, "b": 1, "c": 1], insistingOn: own)
        #expect(result == ["a": 2, "b": 3, "c": 4])
    }

    @Test(
        "keys sort as in UserDefaults, by UTF-16",
        arguments: [
            ("a", "b"), ("B", "a"), ("a", "ab"), ("", "a"), ("z", "é"), ("é", "\u{e000}"), ("\u{1F600}", "\u{FB01}"),
            ("\u{FB01}", "\u{FFFD}"), ("\u{1F600}", "\u{1F601}"), ("\u{D7FF}", "\u{E000}"), ("\u{D7FF}", "\u{10FFFF}"),
            ("\u{10FFFF}", "\u{E000}"), ("a\u{1F600}b", "a\u{1F600}c"),
        ]
    )
    func order(first: String, second: String) {
        #expect(first.utf16.lexicographicallyPrecedes(second.utf16))
        #expect(first.precedesInUserDefaultsOrder(second))
        #expect(!second.precedesInUserDefaultsOrder(first))
        #expect(!first.precedesInUserDefaultsOrder(first))
    }

    private func merge(_ theirs: PropertyListDictionary, _ ours: PropertyListDictionary) -> PropertyListDictionary {
        theirs.merging(ours, since: base, insistingOn: ours.changes(since: base))
    }
}
