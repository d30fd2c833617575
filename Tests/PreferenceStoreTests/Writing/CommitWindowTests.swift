import Foundation
import PropertyLists
import Testing

@testable import PreferenceStore

/// What comes between the last look at a file and its replacement, and is no write: nothing of it is undone.
@Suite("In the moment of the commit")
struct CommitWindowTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder("app.plist")
        try folder.write(["a": 1], to: "app.plist")
    }

    private func file(
        at moment: StoreProbe.Moment = .rechecked,
        _ event: @escaping @Sendable (TemporaryFolder) throws -> Void
    ) -> SuiteFile {
        let probe = StoreProbe.once(moment, clock: TestClock().storeClock()) { [folder] in
            #expect(throws: Never.self) { try event(folder) }
        }
        return SuiteFile(path: path, probe: probe)
    }

    @Test("the file may get another mode, which the new one takes over")
    func mode() throws {
        try file { try $0.setPermissions(0o640, of: "app.plist") }.set("a", to: 2)
        #expect(try folder.suite("app.plist") == ["a": 2])
        #expect(try folder.status("app.plist").permissions == 0o640)
        #expect(try folder.names == ["app.plist"])
    }

    @Test("the file may get another owner", .enabled(if: CallingProcess.isRoot, "only root may give a file away"))
    func owner() throws {
        try file { #expect(unsafe chown($0("app.plist"), 65534, 65533) == 0) }.set("a", to: 2)
        #expect(try folder.status("app.plist").ownership == FileOwner(user: 65534, group: 65533))
    }

    @Test("the file may get an attribute, or lose one")
    func attribute() throws {
        try FileDescriptor.open(path, O_RDWR).setAttribute("user.lost", to: [1])
        try file { folder in
            let file = try FileDescriptor.open(folder("app.plist"), O_RDWR)
            try file.removeAttribute("user.lost")
            try file.setAttribute("user.new", to: [2])
        }.set("a", to: 2)
        let file = try FileDescriptor.open(path, O_RDONLY)
        #expect(try file.attribute("user.new") == [2])
        #expect(try file.attribute("user.lost") == nil)
        #expect(try folder.suite("app.plist") == ["a": 2])
    }

    @Test("the file may get a second name: the change is refused, and both names keep the file")
    func link() throws {
        #expect(throws: PreferenceStoreError.hardLinked(path: path, count: 2)) {
            try file { folder in
                try FileManager.default.linkItem(atPath: folder("app.plist"), toPath: folder("second"))
            }.set("a", to: 2)
        }
        #expect(try folder.suite("app.plist") == ["a": 1])
        #expect(try folder.status("app.plist").identity == folder.status("second").identity)
        #expect(try folder.names == ["app.plist", "second"])
    }

    @Test(
        "the directory may be renamed and another put in its place: the change is in the one that the path leads to",
        arguments: [.read, .written] as [StoreProbe.Moment]
    )
    func directory(moment: StoreProbe.Moment) throws {
        try folder.makeFolder("config")
        try folder.write(["a": 1], to: "config/app.plist")
        let probe = StoreProbe.once(moment) { [folder] in
            #expect(unsafe rename(folder("config"), folder("old")) == 0)
            #expect(throws: Never.self) {
                try folder.makeFolder("config")
                try folder.write(["b": 2], to: "config/app.plist")
            }
        }
        try SuiteFile(path: folder("config/app.plist"), probe: probe).set("a", to: 2)
        #expect(try folder.suite("config/app.plist") == ["b": 2, "a": 2])
        #expect(try folder.suite("old/app.plist") == ["a": 1])
    }

    @Test("the directory may be renamed while the lock is waited for")
    func directoryWhileWaiting() throws {
        try folder.makeFolder("config")
        let lock = folder("config/.prefs.lock")
        let holder = try FileDescriptor.open(lock, O_RDWR | O_CREAT, mode: 0o600)
        #expect(try holder.tryLock())
        let rounds = Rounds()
        let probe = StoreProbe { [folder] moment in
            if moment == .waitingForLock, rounds.next(upTo: 1) != nil {
                #expect(unsafe rename(folder("config"), folder("old")) == 0)
                #expect(throws: Never.self) { try folder.makeFolder("config") }
                holder.unlock()
            }
        }
        try SuiteFile(path: folder("config/app.plist"), probe: probe).set("a", to: 2)
        #expect(try folder.suite("config/app.plist") == ["a": 2])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("old")) == [])
    }

    @Test("a file that is written whole takes over a mode, and gives way to a write of another program")
    func atomicFile() throws {
        let rounds = Rounds()
        let probe = StoreProbe { [folder] moment in
            guard moment == .rechecked else { return }
            switch rounds.next(upTo: 2) {
            case 1: try? folder.write(["theirs": 1], to: "app.plist")
            case 2: try? folder.setPermissions(0o640, of: "app.plist")
            default: break
            }
        }
        let made = Rounds()
        try AtomicFile(path: path, probe: probe).write(ChangeOptions()) { [folder] () throws -> [UInt8] in
            _ = made.next(upTo: .max)
            return try folder.bytes(of: "app.plist") + Array("<!-- new -->".utf8)
        }.get()
        #expect(made.next(upTo: .max) == 4)
        #expect(try folder.suite("app.plist") == ["theirs": 1])
        #expect(try folder.status("app.plist").permissions == 0o640)
        #expect(try folder.names == ["app.plist"])
    }

    @Test("a corrupt file has its kept copy on the disk before it is replaced")
    func corrupt() throws {
        try folder.write("<plist>", to: "app.plist", isOld: true)
        let file = file(at: .rechecked) { folder in
            let kept = try #require(try folder.names.first { $0.hasPrefix("app.plist.corrupt-") })
            #expect(try folder.bytes(of: kept) == Array("<plist>".utf8))
            #expect(try folder.bytes(of: "app.plist") == Array("<plist>".utf8))
        }
        #expect(try file.set("a", to: 2, ChangeOptions(replacesCorrupt: true)).warnings.count == 1)
        #expect(try folder.names.count == 2)
    }
}

@Suite("Two changes that meet")
struct SuiteMergeTests {
    private let base: PropertyListDictionary = ["a": 1, "b": 1, "c": 1]

    @Test("are both made where they are about different keys")
    func different() {
        let ours: PropertyListDictionary = ["a": 2, "b": 1, "new": 2]
        let theirs: PropertyListDictionary = ["a": 1, "b": 3, "c": 1, "other": 3]
        #expect(merge(theirs, ours) == ["a": 2, "b": 3, "new": 2, "other": 3])
    }

    @Test("are ours where they are about the same key")
    func same() {
        #expect(merge(["a": 3], ["a": 2, "b": 1]) == ["a": 2])
        #expect(merge(["a": 3, "b": 1, "c": 3], ["a": 1, "b": 1]) == ["a": 3, "b": 1])
    }

    @Test("leave what an earlier merge brought, unless it is newer")
    func earlier() {
        let own = (["a": 2, "b": 1, "c": 1] as PropertyListDictionary).changes(since: base)
        // Our file, with the foreign change of b and c merged, over one where c has been changed again.
        let merged: PropertyListDictionary = ["a": 2, "b": 3, "c": 3]
        let theirs: PropertyListDictionary = ["a": 2, "b": 1, "c": 4]
        let result = theirs.merging(merged, since: ["a": 2, "b": 1, "c": 1], insistingOn: own)
        #expect(result == ["a": 2, "b": 3, "c": 4])
    }

    @Test(
        "keep UserDefaults' order of keys: that of UTF-16",
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
