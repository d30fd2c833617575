import Foundation
import PropertyLists
import Synchronization
import Testing

@testable import PreferenceStore

/// Writes after a commit by a program that takes no lock and had read the file before.
@Suite("After a change")
struct VerificationTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory("app.plist")
    }

    @Test("a foreign write without the change is merged with it, whenever it happens", arguments: [5, 25, 70])
    func overwritten(milliseconds: Int) throws {
        try directory.write(["a": 1, "b": 1], to: "app.plist")
        let change = try set("a", to: 2) { [directory] waited in
            if waited == .milliseconds(milliseconds) {
                try directory.write(["a": 1, "b": 2, "c": 2], to: "app.plist")
            }
        }
        #expect(change.outcome == .changed)
        #expect(try directory.suite("app.plist") == ["a": 2, "b": 2, "c": 2])
        #expect(try directory.names == ["app.plist"])
    }

    @Test("a foreign write without merged keys is merged with these too")
    func mergedKeys() throws {
        try directory.write(["a": 1], to: "app.plist")
        let rounds = Rounds()
        let clock = TestClock().storeClock { [directory] in
            // A program writes that has read the file after the commit and before the merge.
            if rounds.next(upTo: 1) != nil {
                try? directory.write(["a": 2, "c": 3], to: "app.plist")
            }
        }
        let probe = StoreProbe.once(.rechecked, clock: clock) { [directory] in
            try? directory.write(["a": 1, "b": 2], to: "app.plist")
        }
        try SuiteFile(path: path, probe: probe).set("a", to: 2)
        #expect(try directory.suite("app.plist") == ["a": 2, "b": 2, "c": 3])
    }

    @Test("a foreign write that contains the change is not touched")
    func kept() throws {
        try directory.write(["a": 1], to: "app.plist")
        try set("a", to: 2) { [directory] waited in
            if waited == .milliseconds(5) {
                try directory.write(["a": 2, "b": 2], to: "app.plist")
            }
        }
        let file = try directory.status("app.plist").identity
        try set("a", to: 2)
        #expect(try directory.suite("app.plist") == ["a": 2, "b": 2])
        #expect(try directory.status("app.plist").identity == file)
    }

    @Test("a removed key that comes back is removed again")
    func removedKey() throws {
        try directory.write(["a": 1, "b": 1], to: "app.plist")
        try set("a", to: nil) { [directory] waited in
            if waited == .milliseconds(25) {
                try directory.write(["a": 1, "b": 2], to: "app.plist")
            }
        }
        #expect(try directory.suite("app.plist") == ["b": 2])
    }

    @Test("a removed file is created again")
    func removedFile() throws {
        try directory.write(["a": 1, "b": 1], to: "app.plist")
        try set("a", to: 2) { [directory] waited in
            if waited == .milliseconds(5) {
                try FileManager.default.removeItem(atPath: directory("app.plist"))
            }
        }
        #expect(try directory.suite("app.plist") == ["a": 2])
    }

    @Test("a program that dies during its write makes the change fail, and its file is not touched")
    func diesInWrite() throws {
        try directory.write(["a": 1], to: "app.plist")
        #expect {
            try set("a", to: 2) { [directory] waited in
                if waited == .milliseconds(5) {
                    try directory.write("<plist><dict>", to: "app.plist")
                }
            }
        } throws: {
            guard case PreferenceStoreError.corrupt(path, _) = $0 else { return false }
            return true
        }
        #expect(try directory.bytes(of: "app.plist") == Array("<plist><dict>".utf8))
        #expect(try directory.names == ["app.plist"])
    }

    @Test("a value is compared in the form in which the file stores it")
    func storedForm() throws {
        let date = PropertyList.date(PropertyListDate(secondsSinceReferenceDate: 1.25))
        let clock = TestClock(ahead: .milliseconds(500))
        try directory.write(["a": 1], to: "app.plist")
        try set("a", to: date, clock)
        #expect(clock.waited == .milliseconds(515))
        #expect(try directory.suite("app.plist") == ["a": .date(PropertyListDate(secondsSinceReferenceDate: 1))])
    }

    @Test("a file that a program has emptied and left gets the changed suite again")
    func emptied() throws {
        try directory.write(["a": 1, "b": 1], to: "app.plist")
        let rounds = Rounds()
        try set("a", to: 2) { [directory] _ in
            if rounds.next(upTo: 1) != nil {
                try directory.write([UInt8](), to: "app.plist")
            }
        }
        #expect(try directory.suite("app.plist") == ["a": 2, "b": 1])
    }

    @Test("a program that removes the change every time makes it fail in the end")
    func neverStays() throws {
        try directory.write(["a": 1], to: "app.plist")
        #expect(throws: PreferenceStoreError.changedTooOften(path: path)) {
            try set("a", to: 2) { [directory] _ in try directory.write(["b": 2], to: "app.plist") }
        }
    }

    @Test("a change does not wait if only this package has written the file")
    func notForeign() throws {
        let clock = TestClock()
        try set("a", to: 1, clock)
        try set("a", to: 2, clock)
        #expect(clock.waited == .zero)
    }

    @Test(
        "after a foreign write in place, each change waits 15 ms for the next one, for an hour",
        arguments: [(1, 15), (59, 15), (61, 0), (10_000, 0), (-59, 15), (-10_000, 0)]
    )
    func onRecord(minutes: Int, wait: Int) throws {
        try set("a", to: 2)
        try directory.write(["a": 3], to: "app.plist")
        try directory.date("app.plist", SystemClock.wallTime() - .minutes(minutes))
        let clock = TestClock()
        for (value, waited) in [(4, wait), (5, 2 * wait)] as [(PropertyList, Int)] {
            try set("a", to: value, clock)
            #expect(clock.waited == .milliseconds(waited))
        }
    }

    @Test(
        "after a file was created, a change waits only for as long as its creator may take from reading to writing",
        arguments: [(100_000, 0.65, true), (100_000, 0.75, false), (1_000_000, 1.5, true), (1_000_000, 1.7, false)]
    )
    func created(size: Int, seconds: Double, waits: Bool) throws {
        let text = PropertyList.string(String(repeating: "x", count: size))
        try directory.write(["a": 1, "text": text], to: "app.plist")
        let clock = TestClock()
        try directory.date("app.plist", clock.wallTime - .seconds(seconds))
        try set("a", to: 2, clock)
        #expect((clock.waited > .zero) == waits)
        let later = TestClock()
        try set("a", to: 3, later)
        #expect(later.waited == .zero)
    }

    @Test(
        "the wait grows with the file, as does the time that the other program needs",
        arguments: [(10, 75), (100, 465)]
    )
    func size(values: Int, milliseconds: Int) throws {
        let text = String(repeating: "x", count: 20_000 - 100)
        let suite = PropertyListDictionary(
            uniqueEntries: (0..<values).map {
                PropertyListDictionary.Entry(key: "\($0)", value: .string(text))
            }
        )
        try set("a", to: 0)
        try directory.write(suite, to: "app.plist")
        try directory.date("app.plist", SystemClock.wallTime() - .minutes(1))
        let clock = TestClock()
        try set("a", to: 1, clock)
        let waited = clock.waited / .milliseconds(1)
        #expect(abs(waited - Double(milliseconds)) <= 15 * 10)
        #expect(waited >= Double(values * 6))
    }

    @Test("a change waits half a second after a recent foreign write, or until the program writes with the change")
    func busy() throws {
        let clock = TestClock()
        try directory.write(["a": 1], to: "app.plist")
        try directory.date("app.plist", clock.wallTime)
        try set("a", to: 2, clock)
        #expect(clock.waited == .milliseconds(500))

        let other = TestClock()
        try directory.write(["a": 2, "b": 1], to: "app.plist")
        try directory.date("app.plist", other.wallTime)
        try set("a", to: 3, other) { [directory] waited in
            if waited == .milliseconds(5) {
                try directory.write(["a": 3, "b": 2], to: "app.plist")
            }
        }
        #expect(other.waited == .milliseconds(70))
    }

    @Test(
        "on a slow disk the wait is longer, and a foreign write is judged by its age when the file is read",
        arguments: [(350, 500), (450, 15), (1900, 0)] as [(Int, Int)]
    )
    func slowDisk(age: Int, wait: Int) throws {
        let clock = TestClock()
        try directory.write(["a": 1], to: "app.plist")
        try directory.date("app.plist", clock.wallTime - .milliseconds(age))
        let storeClock = clock.storeClock()
        let probe = StoreProbe.once(.written, clock: storeClock) { storeClock.pause(.milliseconds(300)) }
        try SuiteFile(path: path, probe: probe).set("a", to: 2)
        #expect(clock.waited == .milliseconds(300 + 4 * wait))
    }

    @Test("a program that has the file open for writing is waited for, and its write without the change is merged")
    func opened() throws {
        let clock = TestClock(ahead: .milliseconds(500))
        try directory.write(["a": 1], to: "app.plist")
        let bytes = Data(try PropertyList.dictionary(["a": 1, "b": 2]).serialized(as: .xml))
        let writer = Mutex<FileHandle?>(nil)
        try set("a", to: 2, clock) { [path] waited in
            if waited == .milliseconds(515) {
                writer.withLock { $0 = FileHandle(forUpdatingAtPath: path) }
            } else if waited == .milliseconds(1_315) {
                writer.withLock { writer in
                    writer?.truncateFile(atOffset: 0)
                    writer?.write(bytes)
                    writer = nil
                }
            }
        }
        #expect(try directory.suite("app.plist") == ["a": 2, "b": 2])
    }

    @Test("a foreign write between reading and replacing counts as recent, whatever the file's date")
    func contested() throws {
        let clock = TestClock(ahead: .seconds(60))
        try directory.write(["a": 1], to: "app.plist")
        let probe = StoreProbe.once(.rechecked, clock: clock.storeClock()) { [directory] in
            try? directory.write(["a": 1, "b": 2], to: "app.plist")
        }
        try SuiteFile(path: path, probe: probe).set("a", to: 2)
        #expect(clock.waited == .seconds(60) + .milliseconds(500))
        #expect(try directory.suite("app.plist") == ["a": 2, "b": 2])
    }

    @Test("the record of the last writer is not a user's attribute, and a replacement does not copy it")
    func record() throws {
        try set("a", to: 1)
        let descriptor = try FileDescriptor.open(path, O_RDONLY)
        let value = try #require(try descriptor.attribute(.commitRecord))
        let status = try descriptor.status()
        #expect(String(decoding: value, as: UTF8.self).hasPrefix("\(status.size) "))
        #expect(CommitRecord.Reading(descriptor.commitRecord, status).foreignWrite == nil)
    }

    @Test("a file that this package writes as a whole has a record of its own")
    func recordOfWholeFile() throws {
        try set("a", to: 1)
        let document = try PropertyList.dictionary(["b": 1]).serialized(as: .xml)
        try AtomicFile(path: path).write(document.span)
        let replaced = try FileDescriptor.open(path, O_RDONLY)
        let record = try CommitRecord.Reading(replaced.commitRecord, replaced.status())
        #expect(record.isOwn && record.foreignWrite == nil && record.recentCommits.commits.isEmpty)
        let clock = TestClock()
        try set("b", to: 2, clock)
        #expect(clock.waited == .zero)
    }

    @Test(
        "an attribute that is not a valid record means that another program wrote last",
        arguments: ["", "x", "1", "1 2 3", "1 2 3 4", "227 ", "-", "99999999999999999999 1", " 1 2", "1 2\nbplist00"]
    )
    func noRecord(text: String) throws {
        try set("a", to: 1)
        let descriptor = try FileDescriptor.open(path, O_RDONLY)
        try descriptor.setAttribute(.commitRecord, to: Array(text.utf8))
        let status = try descriptor.status()
        #expect(CommitRecord.Reading(descriptor.commitRecord, status).foreignWrite == status.modified)
    }

    /// Sets a key with a test clock, and calls a closure after each of its pauses.
    ///
    /// - Parameter clock: The clock; for nil, one by which the file was written just now, however slow the machine is.
    @discardableResult
    private func set(
        _ key: String,
        to value: PropertyList?,
        _ clock: TestClock? = nil,
        after pause: @escaping @Sendable (_ waited: Duration) throws -> Void = { _ in }
    ) throws -> SuiteChange<Void> {
        let clock = clock ?? TestClock(at: PlainFile.modificationTime(of: path) ?? SystemClock.wallTime())
        let storeClock = clock.storeClock {
            #expect(throws: Never.self) { try pause(clock.waited) }
        }
        return try SuiteFile(path: path, probe: StoreProbe(clock: storeClock)).set(key, to: value)
    }
}
