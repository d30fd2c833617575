import Foundation
import PropertyLists
import Testing

@testable import PreferenceStore

/// Writes by a program that takes no lock, at each moment of a transaction.
@Suite("A program without a lock")
struct ForeignWriterTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory("app.plist")
        try directory.write(["a": 1, "b": 1, "c": 1], to: "app.plist")
    }

    @Test(
        "keys that another program sets while the suite is read, changed or replaced are kept",
        arguments: [.read, .written, .rechecked] as [StoreProbe.Moment],
        [false, true]
    )
    func sets(moment: StoreProbe.Moment, inWholeSuite: Bool) throws {
        let change = try file(at: moment) { directory in
            try directory.write(["a": 1, "b": 2, "d": 2], to: "app.plist")
        }.set("a", to: 3, inWholeSuite: inWholeSuite)
        #expect(change.outcome == .changed)
        #expect(try directory.suite("app.plist") == ["a": 3, "b": 2, "d": 2])
        #expect(try directory.names == ["app.plist"])
    }

    @Test(
        "a write of one byte into a large file just before its replacement is merged, whoever wrote the file before",
        arguments: [false, true]
    )
    func changesLargeFile(isOwn: Bool) throws {
        let text = PropertyList.string(String(repeating: "x", count: 2 << 20))
        try directory.write(["a": 1, "b": 1, "text": text], to: "app.plist")
        if isOwn {
            try SuiteFile(path: path).set("a", to: 2)
        }
        try file(at: .rechecked) { try $0.writeDigit(7, of: "b") }.set("a", to: 3)
        #expect(try directory.suite("app.plist") == ["a": 3, "b": 7, "text": text])
        #expect(try directory.names == ["app.plist"])
    }

    @Test("a write of one byte is merged if it comes between the commit of a merge and the date of the new file")
    func changesLargeFileInMerge() throws {
        let text = PropertyList.string(String(repeating: "x", count: 2 << 20))
        try directory.write(["a": 1, "b": 1, "c": 1, "text": text], to: "app.plist")
        let (rechecks, commits) = (Rounds(), Rounds())
        let probe = StoreProbe(clock: TestClock().storeClock()) { [directory] moment in
            switch moment {
            case .rechecked where rechecks.next(upTo: 1) != nil:
                try? directory.write(["a": 1, "b": 2, "c": 1, "text": text], to: "app.plist")
            case .committed where commits.next(upTo: 1) != nil:
                #expect(throws: Never.self) { try directory.writeDigit(7, of: "c") }
            default: break
            }
        }
        try SuiteFile(path: path, probe: probe).set("a", to: 3)
        #expect(try directory.suite("app.plist") == ["a": 3, "b": 2, "c": 7, "text": text])
        #expect(try directory.names == ["app.plist"])
    }

    @Test(
        "keys are kept if another program replaces the file",
        arguments: [.read, .written, .rechecked] as [StoreProbe.Moment],
        [false, true]
    )
    func replaces(moment: StoreProbe.Moment, inWholeSuite: Bool) throws {
        try file(at: moment) { directory in
            try directory.write(["a": 2, "b": 2], to: "new")
            _ = unsafe rename(directory("new"), directory("app.plist"))
        }.set("a", to: 3, inWholeSuite: inWholeSuite)
        #expect(try directory.suite("app.plist") == ["a": 3, "b": 2])
        #expect(try directory.names == ["app.plist"])
    }

    @Test(
        "keys are kept if another program writes the same size with an older date, as when the clock was set back",
        arguments: [.read, .written, .rechecked] as [StoreProbe.Moment],
        [false, true]
    )
    func setsWithOldDate(moment: StoreProbe.Moment, inWholeSuite: Bool) throws {
        let size = try directory.status("app.plist").size
        try file(at: moment) { directory in
            try directory.write(["a": 1, "b": 2, "c": 1], to: "app.plist", isOld: true)
            #expect(try directory.status("app.plist").size == size)
        }.set("a", to: 3, inWholeSuite: inWholeSuite)
        #expect(try directory.suite("app.plist") == ["a": 3, "b": 2, "c": 1])
        #expect(try directory.names == ["app.plist"])
    }

    @Test(
        "if another program removes the file, the change creates the file again",
        arguments: [.read, .written, .rechecked] as [StoreProbe.Moment]
    )
    func removes(moment: StoreProbe.Moment) throws {
        let change = try file(at: moment) { directory in
            try FileManager.default.removeItem(atPath: directory("app.plist"))
        }.set("a", to: 3)
        #expect(change.outcome == .created)
        #expect(try directory.suite("app.plist") == ["a": 3])
        #expect(try directory.names == ["app.plist"])
    }

    @Test(
        "if another program creates the file first, its keys are kept",
        arguments: [.read, .written, .rechecked] as [StoreProbe.Moment]
    )
    func creates(moment: StoreProbe.Moment) throws {
        try FileManager.default.removeItem(atPath: path)
        let change = try file(at: moment) { directory in
            try directory.write(["b": 2], to: "app.plist")
        }.set("a", to: 3)
        #expect(change.outcome == .changed)
        #expect(try directory.suite("app.plist") == ["a": 3, "b": 2])
    }

    @Test(
        "if another program replaces the file with a link, the change goes to the link's target",
        arguments: [.read, .rechecked] as [StoreProbe.Moment]
    )
    func links(moment: StoreProbe.Moment) throws {
        try directory.write(["b": 2], to: "real.plist")
        try file(at: moment) { directory in
            try FileManager.default.removeItem(atPath: directory("app.plist"))
            try directory.link("app.plist", to: "real.plist")
        }.set("a", to: 3)
        #expect(try directory.status("app.plist").kind == .symbolicLink)
        #expect(try directory.suite("real.plist") == ["a": 3, "b": 2])
        #expect(try directory.names == ["app.plist", "real.plist"])
    }

    @Test(
        "if another program points a link to another file, the old target is not written",
        arguments: [.read, .written] as [StoreProbe.Moment]
    )
    func turnsLink(moment: StoreProbe.Moment) throws {
        try directory.write(["b": 2], to: "other.plist")
        try directory.link("link.plist", to: "app.plist")
        let probe = StoreProbe.once(moment) { [directory] in
            _ = unsafe unlink(directory("link.plist"))
            _ = unsafe symlink("other.plist", directory("link.plist"))
        }
        try SuiteFile(path: directory("link.plist"), probe: probe).set("a", to: 3)
        #expect(try directory.suite("app.plist") == ["a": 1, "b": 1, "c": 1])
        #expect(try directory.suite("other.plist") == ["a": 3, "b": 2])
    }

    @Test("if another program replaces an unfinished file with a link, the change goes to the link's target")
    func linksWhileRead() throws {
        try directory.write(["b": 2], to: "real.plist")
        try directory.write("", to: "app.plist")
        let clock = TestClock().storeClock { [directory] in
            _ = unsafe unlink(directory("app.plist"))
            _ = unsafe symlink("real.plist", directory("app.plist"))
        }
        try SuiteFile(path: path, probe: StoreProbe(clock: clock)).set("a", to: 3)
        #expect(try directory.suite("real.plist") == ["a": 3, "b": 2])
        #expect(try directory.names == ["app.plist", "real.plist"])
    }

    @Test("if the link of another program cannot be put back, the link is kept beside the file")
    func linkKept() throws {
        let rounds = Rounds()
        let change = try SuiteFile(
            path: path,
            probe: StoreProbe { [directory] moment in
                switch moment {
                case .rechecked where rounds.next(upTo: 1) != nil:
                    _ = unsafe unlink(directory("app.plist"))
                    _ = unsafe symlink("elsewhere", directory("app.plist"))
                case .committed where rounds.next(upTo: 2) != nil:
                    _ = unsafe unlink(directory("app.plist"))
                default: break
                }
            }
        ).set("a", to: 3)
        let kept = try #require(try directory.names.first { $0.hasPrefix("app.plist.conflict-") })
        #expect(change.warnings == [.foreignWriteKept(path: path, at: directory(kept))])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: directory(kept)) == "elsewhere")
        #expect(try directory.suite("app.plist") == ["a": 3])
        #expect(try directory.names == ["app.plist", kept])
    }

    @Test("if another program writes a format that cannot encode the change, its file is put back")
    func formatOfOther() throws {
        let notANumber = PropertyList.date(PropertyListDate(secondsSinceReferenceDate: .nan))
        try directory.write(PropertyList.dictionary(["a": 1]).serialized(as: .binary), to: "app.plist")
        #expect {
            try file(at: .rechecked) { try $0.write(["b": 2], to: "app.plist") }.set("a", to: notANumber)
        } throws: {
            guard case PreferenceStoreError.cannotEncode(path, .xml, _) = $0 else { return false }
            return true
        }
        #expect(try directory.suite("app.plist") == ["b": 2])
        #expect(try directory.names == ["app.plist"])
    }

    @Test("if another program writes again and again without merged keys that it has never seen, all keys are kept")
    func writesUnseen() throws {
        let merges = Rounds()
        let probe = StoreProbe(clock: TestClock().storeClock()) { [directory] moment in
            let written: PropertyListDictionary? =
                switch moment {
                case .rechecked: ["a": 1, "b": 1, "c": 1, "d": 2]
                case .written where (2...3).contains(merges.next(upTo: 3) ?? 0): ["a": 3, "b": 1, "c": 1, "e": 2]
                default: nil
                }
            if let written {
                try? directory.write(written, to: "app.plist")
            }
        }
        try SuiteFile(path: path, probe: probe).set("a", to: 3)
        #expect(try directory.suite("app.plist") == ["a": 3, "b": 1, "c": 1, "d": 2, "e": 2])
        #expect(try directory.names == ["app.plist"])
    }

    @Test("if another program repairs a corrupt file that is being replaced, no copy is kept")
    func mends() throws {
        try directory.write("<plist><dict>", to: "app.plist", isOld: true)
        let change = try file(at: .written) { try $0.write(["b": 2], to: "app.plist") }
            .set("a", to: 3, ChangeOptions(replacesCorrupt: true))
        #expect(change.warnings == [])
        #expect(try directory.suite("app.plist") == ["a": 3, "b": 2])
        #expect(try directory.names == ["app.plist"])
    }

    @Test("if another program is still writing the replaced file, its write is merged when it is complete")
    func finishes() throws {
        let clock = TestClock()
        let rounds = Rounds()
        let displaced = FileHandle(forUpdatingAtPath: path)
        let storeClock = clock.storeClock { [directory] in
            // The program writes to the file that it has open, whatever its name is now.
            guard clock.waited > .milliseconds(20), rounds.next(upTo: 1) != nil,
                let bytes = try? directory.bytes(of: "finished")
            else { return }
            displaced?.write(Data(bytes))
            try? displaced?.close()
        }
        let probe = StoreProbe.once(.rechecked, clock: storeClock) { [directory] in
            try? directory.write(["a": 1, "b": 2], to: "finished")
            displaced?.truncateFile(atOffset: 0)
        }
        let change = try SuiteFile(path: path, probe: probe).set("a", to: 3)
        #expect(change.warnings == [])
        #expect(try directory.suite("app.plist") == ["a": 3, "b": 2])
    }

    @Test("if another program opened the replaced file and truncates it later, its write is merged when it is complete")
    func cutsLate() throws {
        let clock = TestClock()
        let rounds = Rounds()
        let displaced = FileHandle(forUpdatingAtPath: path)
        let bytes = Data(try PropertyList.dictionary(["a": 1, "b": 2]).serialized(as: .xml))
        let storeClock = clock.storeClock {
            if clock.waited > .milliseconds(300), rounds.next(upTo: 1) != nil {
                displaced?.truncateFile(atOffset: 0)
                displaced?.write(bytes)
                try? displaced?.close()
            }
        }
        let change = try SuiteFile(path: path, probe: StoreProbe(clock: storeClock)).set("a", to: 3)
        #expect(change.warnings == [])
        #expect(try directory.suite("app.plist") == ["a": 3, "b": 2])
        #expect(try directory.names == ["app.plist"])
    }

    @Test("if another program has the file open and writes nothing, the change waits for a second at most")
    func writesNothing() throws {
        let clock = TestClock()
        let displaced = FileHandle(forUpdatingAtPath: path)
        let probe = StoreProbe(clock: clock.storeClock())
        #expect(try SuiteFile(path: path, probe: probe).set("a", to: 3).warnings == [])
        #expect(try directory.suite("app.plist") == ["a": 3, "b": 1, "c": 1])
        #expect(clock.waited < .seconds(2))
        try displaced?.close()
    }

    @Test("if another program dies during its write, the change stays, and its bytes are kept beside the file")
    func dies() throws {
        let probe = StoreProbe.once(.rechecked, clock: TestClock().storeClock()) { [directory] in
            try? directory.write("<plist>", to: "app.plist")
        }
        let change = try SuiteFile(path: path, probe: probe).set("a", to: 3)
        guard case .foreignWriteKept(path, let kept)? = change.warnings.first else {
            Issue.record("no warning says where the bytes are")
            return
        }
        #expect(try directory.suite("app.plist") == ["a": 3, "b": 1, "c": 1])
        #expect(try directory.bytes(of: String(kept.dropFirst(directory.path.count + 1))) == Array("<plist>".utf8))
    }

    @Test("if another program writes again and again, the keys of its last write and ours are kept")
    func writesAgain() throws {
        let rounds = Rounds()
        let probe = StoreProbe { [directory] moment in
            if moment == .rechecked || moment == .written, let round = rounds.next(upTo: 5) {
                try? directory.write(["a": 1, "b": .integer(PropertyListInteger(Int64(round)))], to: "app.plist")
            }
        }
        try SuiteFile(path: path, probe: probe).set("a", to: 3)
        #expect(try directory.suite("app.plist") == ["a": 3, "b": 5])
        #expect(try directory.names == ["app.plist"])
    }

    @Test("if another program never stops writing, the change fails in the end")
    func neverEnds() throws {
        let rounds = Rounds()
        let probe = StoreProbe { [directory] moment in
            if moment == .written, let round = rounds.next(upTo: .max) {
                try? directory.write(["b": .integer(PropertyListInteger(Int64(round)))], to: "app.plist")
            }
        }
        #expect(throws: PreferenceStoreError.changedTooOften(path: path)) {
            try SuiteFile(path: path, probe: probe).set("a", to: 3)
        }
        #expect(try directory.names == ["app.plist"])
    }

    /// Returns a file whose transaction calls a closure the first time that a moment is reached.
    private func file(
        at moment: StoreProbe.Moment,
        _ event: @escaping @Sendable (TemporaryDirectory) throws -> Void
    ) -> SuiteFile {
        let probe = StoreProbe.once(moment) { [directory] in
            #expect(throws: Never.self) { try event(directory) }
        }
        return SuiteFile(path: path, probe: probe)
    }
}

extension TemporaryDirectory {
    /// Writes another digit in place of a key's integer of one digit, and nothing else.
    fileprivate func writeDigit(_ digit: Int, of key: String) throws {
        let document = String(decoding: try bytes(of: "app.plist"), as: UTF8.self)
        let start = try #require(document.range(of: "<key>\(key)</key>\n\t<integer>")).upperBound
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: self("app.plist")))
        try file.seek(toOffset: UInt64(document[..<start].utf8.count))
        try file.write(contentsOf: Data("\(digit)".utf8))
        try file.close()
    }
}
