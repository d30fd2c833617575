import Foundation
import PropertyLists
import Testing

@testable import PreferenceStore

/// A program that takes no lock, and writes what it had read before our commit when nobody looks any more.
@Suite("A change that another program takes back")
struct TakenBackChangesTests {
    private let directory: TemporaryDirectory
    private let file: SuiteFile

    init() throws {
        directory = try TemporaryDirectory()
        file = SuiteFile(path: directory("app.plist"))
    }

    @Test(
        "is put back by the next change, with a warning, and the other program's keys stay",
        arguments: [false, true]
    )
    func putBack(inWholeSuite: Bool) throws {
        try file.set("a", to: 1)
        try file.set("b", to: 2)
        try directory.write(["a": 1, "theirs": 1], to: "app.plist")
        let change = try file.set("c", to: 3, inWholeSuite: inWholeSuite)
        #expect(change.warnings == [.changesPutBack(path: file.path, keys: ["b"])])
        #expect(try directory.suite("app.plist") == ["a": 1, "theirs": 1, "b": 2, "c": 3])
    }

    @Test("is put back by a change that changes nothing else")
    func putBackAlone() throws {
        try file.set("a", to: 1)
        try directory.write(["theirs": 1], to: "app.plist")
        #expect(try file.set("theirs", to: 1).outcome == .changed)
        #expect(try directory.suite("app.plist") == ["theirs": 1, "a": 1])
    }

    @Test("is there for the change that puts it back: a number is counted on from it")
    func counted() throws {
        try file.set("count", to: 1)
        try file.set("count", to: 2)
        try directory.write(["count": 1, "theirs": 1], to: "app.plist")
        let change = try file.changeDocument(keys: ["count"]) { document in
            #expect(document.root["count"] == 2)
            document.root["count"] = 3
        }.get()
        // Nothing of it is left to put back.
        #expect(change.warnings == [])
        #expect(try directory.suite("app.plist") == ["count": 3, "theirs": 1])
    }

    @Test("is put back if it removed a key")
    func removed() throws {
        try directory.write(["a": 1, "b": 1], to: "app.plist", isOld: true)
        try file.set("a", to: nil)
        try directory.write(["a": 1, "b": 2], to: "app.plist")
        try file.set("c", to: 3)
        #expect(try directory.suite("app.plist") == ["b": 2, "c": 3])
    }

    @Test(
        "is put back too if the next change meets that program's write, before its commit or after",
        arguments: [.rechecked, .committed] as [StoreProbe.Moment],
        [false, true]
    )
    func earlierCommit(moment: StoreProbe.Moment, inWholeSuite: Bool) throws {
        try directory.write(["a": 1], to: "app.plist", isOld: true)
        try file.set("b", to: 2)
        let clock = TestClock().storeClock()
        let probe = StoreProbe.once(moment, clock: clock) { [directory] in
            try? directory.write(["a": 1, "theirs": 1], to: "app.plist")
        }
        try SuiteFile(path: file.path, probe: probe).set("c", to: 3, inWholeSuite: inWholeSuite)
        #expect(try directory.suite("app.plist") == ["a": 1, "theirs": 1, "b": 2, "c": 3])
    }

    @Test("is put back with as many others as there is room to remember")
    func many() throws {
        try file.set("first", to: 1)
        for number in 0..<20 {
            try file.set("key\(number)", to: 1)
        }
        try directory.write(["first": 1, "theirs": 1], to: "app.plist")
        try file.set("last", to: 1)
        guard case .dictionary(let suite) = try directory.suite("app.plist") else {
            Issue.record("no dictionary")
            return
        }
        #expect((0..<20).allSatisfy { suite["key\($0)"] == 1 })
        #expect(suite.count == 23)
    }

    @Test("is remembered anew if the change that puts it back sets the key itself")
    func setAgain() throws {
        try file.set("x", to: 1)
        try file.set("x", to: 2)
        try directory.write(["x": 1, "theirs": 1], to: "app.plist")
        #expect(try file.set("x", to: 3).warnings == [])
        try directory.write(["x": 1, "theirs": 2], to: "app.plist")
        try file.set("y", to: 1)
        #expect(try directory.suite("app.plist") == ["x": 3, "theirs": 2, "y": 1])
    }

    @Test("is put back again if the other program had not seen the change that put it back either")
    func again() throws {
        try file.set("a", to: 1)
        try directory.write(["theirs": 1], to: "app.plist")
        try file.set("b", to: 1)
        try directory.write(["theirs": 2], to: "app.plist")
        let change = try file.set("c", to: 1)
        #expect(change.warnings == [.changesPutBack(path: file.path, keys: ["a", "b"])])
        #expect(try directory.suite("app.plist") == ["theirs": 2, "a": 1, "b": 1, "c": 1])
    }

    @Test("is put back once if the other program had seen the change that put it back")
    func once() throws {
        try file.set("a", to: 1)
        try directory.write(["theirs": 1], to: "app.plist")
        try file.set("b", to: 1)
        try directory.write(["theirs": 2, "b": 1], to: "app.plist")
        #expect(try file.set("c", to: 1).warnings == [])
        #expect(try directory.suite("app.plist") == ["theirs": 2, "b": 1, "c": 1])
    }

    @Test("is put back once by changes that change nothing else")
    func onceAlone() throws {
        try file.set("a", to: 1)
        for _ in 1...2 {
            try directory.write(["theirs": 1], to: "app.plist")
            try file.set("theirs", to: 1)
        }
        #expect(try directory.suite("app.plist") == ["theirs": 1])
    }

    @Test("is left so if a foreign write had kept it before: somebody has set the old value")
    func keptBefore() throws {
        try file.set("a", to: 1)
        try file.set("a", to: 2)
        try directory.write(["a": 2, "theirs": 1], to: "app.plist")
        try file.set("b", to: 1)
        try directory.write(["a": 1, "b": 1, "theirs": 2], to: "app.plist")
        #expect(try file.set("c", to: 1).warnings == [])
        #expect(try directory.suite("app.plist") == ["a": 1, "b": 1, "theirs": 2, "c": 1])
    }

    @Test("is left so if the file was restored to what it was")
    func restored() throws {
        try directory.write(["a": 1], to: "app.plist", isOld: true)
        let backup = try directory.bytes(of: "app.plist")
        try file.set("a", to: 2)
        try directory.write(backup, to: "app.plist")
        #expect(try file.set("b", to: 1).warnings == [])
        #expect(try directory.suite("app.plist") == ["a": 1, "b": 1])
    }

    @Test("is left so if that came later than ten seconds after it")
    func late() throws {
        try file.set("a", to: 1)
        try directory.write(["theirs": 1], to: "app.plist")
        let later = Date(timeIntervalSinceNow: 11)
        try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: file.path)
        #expect(try file.set("b", to: 1).warnings == [])
        #expect(try directory.suite("app.plist") == ["theirs": 1, "b": 1])
    }

    @Test("is left so if a change that changed nothing had seen that a foreign write had kept it")
    func settled() throws {
        try file.set("a", to: 1)
        try file.set("a", to: 2)
        try directory.write(["a": 2, "theirs": 1], to: "app.plist")
        #expect(try file.set("theirs", to: 1).outcome == .unchanged)
        try directory.write(["a": 1, "theirs": 2], to: "app.plist")
        #expect(try file.set("b", to: 1).warnings == [])
        #expect(try directory.suite("app.plist") == ["a": 1, "theirs": 2, "b": 1])
    }

    @Test("is left so if the file has the date of an older one: somebody has put that in its place")
    func olderDate() throws {
        try file.set("a", to: 1)
        try directory.write(["theirs": 1], to: "app.plist", isOld: true)
        #expect(try file.set("b", to: 1).warnings == [])
        #expect(try directory.suite("app.plist") == ["theirs": 1, "b": 1])
    }

    @Test("is told of by a reader, which writes nothing", arguments: [nil, ["theirs"], ["a"]] as [[String]?])
    func reader(keys: [String]?) throws {
        try file.set("a", to: 1)
        #expect(try file.read(keys: keys)?.warnings == [])
        try directory.write(["theirs": 1], to: "app.plist")
        let bytes = try directory.bytes(of: "app.plist")
        #expect(try file.read(keys: keys)?.warnings == [.changesTakenBack(path: file.path, keys: ["a"])])
        #expect(try directory.bytes(of: "app.plist") == bytes)
    }

    @Test("is not put back by a rehearsal, which writes nothing")
    func rehearsal() throws {
        try file.set("a", to: 1)
        try directory.write(["theirs": 1], to: "app.plist")
        #expect(try file.set("b", to: 1, ChangeOptions(isRehearsal: true)).outcome == .unchanged)
        #expect(try directory.suite("app.plist") == ["theirs": 1])
        #expect(try directory.names == ["app.plist"])
    }
}
