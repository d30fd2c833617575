import Foundation
import PropertyLists
import Testing

@testable import PreferenceStore

/// Writes by a program that takes no lock, after our checks have ended.
///
/// The program writes what it had read before our commit.
@Suite("A change that another program takes back")
struct RevertedChangesTests {
    private let directory: TemporaryDirectory
    private let file: SuiteFile
    /// The store's clock: on a busy machine, the system's would make a write too late to be a mistake.
    private let clock = TestClock()

    init() throws {
        directory = try TemporaryDirectory()
        file = SuiteFile(path: directory("app.plist"), probe: StoreProbe(clock: clock.storeClock()))
    }

    /// Writes a suite as another program does, soon after the last commit.
    private func writeSoon(_ suite: PropertyListDictionary) throws {
        try directory.write(suite, to: "app.plist")
        try dateSoon()
    }

    /// Dates the file as if another program had just written it.
    private func dateSoon() throws {
        clock.advance(by: .milliseconds(10))
        try directory.date("app.plist", clock.wallTime)
        clock.advance(by: .milliseconds(10))
    }

    @Test(
        "the next change restores a reverted change with a warning, and keeps the other program's keys",
        arguments: [false, true]
    )
    func putBack(inWholeSuite: Bool) throws {
        try file.set("a", to: 1)
        try file.set("b", to: 2)
        try writeSoon(["a": 1, "theirs": 1])
        let change = try file.set("c", to: 3, inWholeSuite: inWholeSuite)
        #expect(change.warnings == [.changesRestored(path: file.path, keys: ["b"])])
        #expect(try directory.suite("app.plist") == ["a": 1, "theirs": 1, "b": 2, "c": 3])
    }

    @Test("a change that has no other effect restores a reverted change")
    func putBackAlone() throws {
        try file.set("a", to: 1)
        try writeSoon(["theirs": 1])
        #expect(try file.set("theirs", to: 1).outcome == .changed)
        #expect(try directory.suite("app.plist") == ["theirs": 1, "a": 1])
    }

    @Test("the change that restores a value sees it: a counter continues from it")
    func counted() throws {
        try file.set("count", to: 1)
        try file.set("count", to: 2)
        try writeSoon(["count": 1, "theirs": 1])
        let change = try file.change(keys: ["count"]) { document in
            #expect(document.root["count"] == 2)
            document.root["count"] = 3
        }.get()
        // Nothing remains to be restored.
        #expect(change.warnings == [])
        #expect(try directory.suite("app.plist") == ["count": 3, "theirs": 1])
    }

    @Test("a reverted change is restored if it removed a key")
    func removed() throws {
        try directory.write(["a": 1, "b": 1], to: "app.plist", isOld: true)
        try file.set("a", to: nil)
        try writeSoon(["a": 1, "b": 2])
        try file.set("c", to: 3)
        #expect(try directory.suite("app.plist") == ["b": 2, "c": 3])
    }

    @Test(
        "a reverted change is restored if the other program writes during the next change, before its commit or after",
        arguments: [.rechecked, .committed] as [StoreProbe.Moment],
        [false, true]
    )
    func earlierCommit(moment: StoreProbe.Moment, inWholeSuite: Bool) throws {
        try directory.write(["a": 1], to: "app.plist", isOld: true)
        try file.set("b", to: 2)
        let probe = StoreProbe.once(moment, clock: clock.storeClock()) { [directory, clock] in
            try? directory.write(["a": 1, "theirs": 1], to: "app.plist")
            try? directory.date("app.plist", clock.wallTime + .milliseconds(10))
        }
        try SuiteFile(path: file.path, probe: probe).set("c", to: 3, inWholeSuite: inWholeSuite)
        #expect(try directory.suite("app.plist") == ["a": 1, "theirs": 1, "b": 2, "c": 3])
    }

    @Test("as many changes are restored as the record has room for")
    func many() throws {
        try file.set("first", to: 1)
        for number in 0..<20 {
            try file.set("key\(number)", to: 1)
        }
        try writeSoon(["first": 1, "theirs": 1])
        try file.set("last", to: 1)
        guard case .dictionary(let suite) = try directory.suite("app.plist") else {
            Issue.record("no dictionary")
            return
        }
        #expect((0..<20).allSatisfy { suite["key\($0)"] == 1 })
        #expect(suite.count == 23)
    }

    @Test("a reverted change is recorded again if the change that restores it sets the key itself")
    func setAgain() throws {
        try file.set("x", to: 1)
        try file.set("x", to: 2)
        try writeSoon(["x": 1, "theirs": 1])
        #expect(try file.set("x", to: 3).warnings == [])
        try writeSoon(["x": 1, "theirs": 2])
        try file.set("y", to: 1)
        #expect(try directory.suite("app.plist") == ["x": 3, "theirs": 2, "y": 1])
    }

    @Test("a reverted change is restored again if the other program had not seen the change that restored it either")
    func again() throws {
        try file.set("a", to: 1)
        try writeSoon(["theirs": 1])
        try file.set("b", to: 1)
        try writeSoon(["theirs": 2])
        let change = try file.set("c", to: 1)
        #expect(change.warnings == [.changesRestored(path: file.path, keys: ["a", "b"])])
        #expect(try directory.suite("app.plist") == ["theirs": 2, "a": 1, "b": 1, "c": 1])
    }

    @Test("a reverted change is restored once if the other program had seen the change that restored it")
    func once() throws {
        try file.set("a", to: 1)
        try writeSoon(["theirs": 1])
        try file.set("b", to: 1)
        try writeSoon(["theirs": 2, "b": 1])
        #expect(try file.set("c", to: 1).warnings == [])
        #expect(try directory.suite("app.plist") == ["theirs": 2, "b": 1, "c": 1])
    }

    @Test("changes that have no other effect restore a reverted change once")
    func onceAlone() throws {
        try file.set("a", to: 1)
        for _ in 1...2 {
            try writeSoon(["theirs": 1])
            try file.set("theirs", to: 1)
        }
        #expect(try directory.suite("app.plist") == ["theirs": 1])
    }

    @Test("a reverted change is not restored if an earlier foreign write had kept it: the old value was set on purpose")
    func keptBefore() throws {
        try file.set("a", to: 1)
        try file.set("a", to: 2)
        try writeSoon(["a": 2, "theirs": 1])
        try file.set("b", to: 1)
        try writeSoon(["a": 1, "b": 1, "theirs": 2])
        #expect(try file.set("c", to: 1).warnings == [])
        #expect(try directory.suite("app.plist") == ["a": 1, "b": 1, "theirs": 2, "c": 1])
    }

    @Test("a reverted change is not restored if the file was restored to its old bytes")
    func restored() throws {
        try directory.write(["a": 1], to: "app.plist", isOld: true)
        let backup = try directory.bytes(of: "app.plist")
        try file.set("a", to: 2)
        try directory.write(backup, to: "app.plist")
        try dateSoon()
        #expect(try file.set("b", to: 1).warnings == [])
        #expect(try directory.suite("app.plist") == ["a": 1, "b": 1])
    }

    @Test(
        "a reverted change is restored only if the other program may have read a file of this size before the change",
        arguments: [
            (1, 0.5, true), (1, 0.8, false), (200_000, 0.7, true), (200_000, 0.99, false), (20_000_000, 10.1, false),
        ] as [(Int, Double, Bool)]
    )
    func late(size: Int, seconds: Double, isRestored: Bool) throws {
        let text = PropertyList.string(String(repeating: "x", count: size))
        try file.set("text", to: text)
        try file.set("a", to: 1)
        let commit = try directory.status("app.plist").modified
        try directory.write(["text": text, "theirs": 1], to: "app.plist")
        try directory.date("app.plist", commit + .seconds(seconds))
        #expect(try file.set("b", to: 1).warnings.isEmpty != isRestored)
        var suite: PropertyListDictionary = ["text": text, "theirs": 1, "b": 1]
        suite["a"] = isRestored ? 1 : nil
        #expect(try directory.suite("app.plist") == .dictionary(suite))
    }

    @Test("a reverted change is not restored if the file has bytes that UserDefaults would not write")
    func onPurpose() throws {
        try file.set("a", to: 1)
        let document = String(decoding: try PropertyList.dictionary(["b": 1]).serialized(as: .xml), as: UTF8.self)
        try directory.write(document.replacing("\t", with: "    "), to: "app.plist")
        try dateSoon()
        #expect(try file.set("c", to: 1).warnings == [])
        #expect(try directory.suite("app.plist") == ["b": 1, "c": 1])
    }

    @Test("a reverted change is not restored if a change without effect had seen that a foreign write had kept it")
    func settled() throws {
        try file.set("a", to: 1)
        try file.set("a", to: 2)
        try writeSoon(["a": 2, "theirs": 1])
        #expect(try file.set("theirs", to: 1).outcome == .unchanged)
        try writeSoon(["a": 1, "theirs": 2])
        #expect(try file.set("b", to: 1).warnings == [])
        #expect(try directory.suite("app.plist") == ["a": 1, "theirs": 2, "b": 1])
    }

    @Test("a reverted change is not restored if the file has an older date: an older file was put in its place")
    func olderDate() throws {
        try file.set("a", to: 1)
        try directory.write(["theirs": 1], to: "app.plist", isOld: true)
        #expect(try file.set("b", to: 1).warnings == [])
        #expect(try directory.suite("app.plist") == ["theirs": 1, "b": 1])
    }

    @Test(
        "a reader warns about a reverted change and writes nothing",
        arguments: [nil, ["theirs"], ["a"]] as [[String]?]
    )
    func reader(keys: [String]?) throws {
        try file.set("a", to: 1)
        #expect(try file.read(keys: keys)?.warnings == [])
        try writeSoon(["theirs": 1])
        let bytes = try directory.bytes(of: "app.plist")
        #expect(try file.read(keys: keys)?.warnings == [.changesReverted(path: file.path, keys: ["a"])])
        #expect(try directory.bytes(of: "app.plist") == bytes)
    }

    @Test("a rehearsal does not restore a reverted change and writes nothing")
    func rehearsal() throws {
        try file.set("a", to: 1)
        try writeSoon(["theirs": 1])
        #expect(try file.set("b", to: 1, ChangeOptions(isRehearsal: true)).outcome == .unchanged)
        #expect(try directory.suite("app.plist") == ["theirs": 1])
        #expect(try directory.names == ["app.plist"])
    }
}
