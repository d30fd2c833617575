import PropertyLists
import TestSupport
import Testing

@testable import PreferenceJournal
@testable import PreferenceStore

@Suite("The history of a file")
struct ChangeHistoryTests {
    private let directory: TestSupport.TemporaryDirectory
    private let file: SuiteFile
    private let histories: JournalDirectory

    init() throws {
        directory = try TestSupport.TemporaryDirectory()
        file = SuiteFile(path: directory.path(of: "config/s.plist"))
        try directory.makeDirectory("config")
        histories = JournalDirectory(path: directory.path(of: "state/prefs"))
    }

    private func set(_ key: String, _ value: PropertyList?, keys: [String]? = nil) throws -> [SuiteWarning] {
        let journal = Journal(in: histories, action: "set", suite: try SuiteName("s")) { _, _ in
            { _, _ in false }
        }
        // Twenty changes that wait for a busy disk take longer than a change waits by default.
        let options = ChangeOptions(lockTimeout: .seconds(120))
        return try file.change(options, keys: keys, telling: journal) { $0.root[key] = value }.get().warnings
    }

    private var realPath: String { directory.path(of: "config/s.plist") }

    private func record(_ content: HistoryRecord.Content) -> HistoryRecord {
        Journal(in: histories, action: "x", suite: nil) { _, _ in { _, _ in false } }.makeRecord(content, of: realPath)
    }

    private func records() throws -> [HistoryRecord] {
        try histories.history(of: realPath).records()
    }

    private var historyFile: String {
        get throws { "state/prefs/history/" + (try directory.names(in: "state/prefs/history")[0]) }
    }

    private func append(_ text: String) throws {
        let name = try historyFile
        try directory.write(try directory.bytes(of: name) + Array(text.utf8), to: name)
    }

    // MARK: Records

    @Test("a change is recorded with its values before and after, and the key before a removed one")
    func recordedValues() throws {
        #expect(try set("a", 1).isEmpty)
        #expect(try set("b", ["x": 2], keys: ["b"]).isEmpty)
        #expect(try set("b", nil, keys: ["b"]).isEmpty)
        #expect(try set("a", nil).isEmpty)
        let expected = [
            PreferenceChange(key: "a", old: nil, new: 1), PreferenceChange(key: "b", old: nil, new: ["x": 2]),
            PreferenceChange(key: "b", old: ["x": 2], new: nil, predecessor: "a"),
            PreferenceChange(key: "a", old: 1, new: nil),
        ]
        #expect(try records().map(\.content) == expected.map { .changes([$0]) })
        #expect(try records().allSatisfy { $0.suite == "s" && $0.action == "set" && $0.path == realPath })
        #expect(Set(try records().map(\.id)).count == 4)
        #expect(try directory.mode(of: historyFile) == 0o600)
        #expect(try directory.mode(of: "state/prefs") == 0o700)
    }

    @Test("values of every type are recorded without loss")
    func types() throws {
        let value: PropertyList = [
            "nan": .real(.nan), "inf": .real(-.infinity),
            "date": .date(PropertyListDate(secondsSinceReferenceDate: 0.5)),
            "data": .data([0, 255]), "uid": .uid(7), "large": .integer(.max), "text": "a\n\u{0}\u{1F600}",
            "$date": "no date", "number": 5,
        ]
        try directory.write(PropertyList.dictionary([:]).serialized(as: .binary), to: "config/s.plist")
        _ = try set("k", value)
        #expect(try records().map(\.content) == [.changes([PreferenceChange(key: "k", old: nil, new: value)])])
    }

    @Test("the path in a record has no symbolic links, so that a link and its target have one history")
    func links() throws {
        try directory.makeDirectory("real")
        try directory.symlink("config/s.plist", to: "../real/r.plist")
        _ = try set("a", 1)
        let path = directory.path(of: "real/r.plist")
        #expect(file.realPath == path)
        #expect(try histories.history(of: path).records().map(\.path) == [path])
    }

    @Test("what is restored for another program is a record of its own")
    func repairs() throws {
        _ = try set("a", 1)
        _ = try set("b", 2)
        // A program that had read the file before this change writes another one.
        let foreign = try PropertyList.dictionary(["a": 1, "f": 4]).serialized(as: .xml)
        let committed = try #require(PlainFile.modificationTime(of: file.path))
        try directory.write(foreign, to: "config/s.plist")
        // However slow the machine is, the program writes at once.
        try directory.setModified(committed + .milliseconds(1), of: "config/s.plist")
        _ = try set("c", 3)
        let last = try records().suffix(2)
        #expect(last.map(\.role) == [.repair, .change])
        #expect(
            last.map(\.content) == [
                .changes([PreferenceChange(key: "b", old: nil, new: 2)]),
                .changes([PreferenceChange(key: "c", old: nil, new: 3)]),
            ]
        )
    }

    // MARK: Damage

    static let foreignLines = [
        #"{"id":"x","time":1,"action":"set","path":"/other","changes":[],"number":9223372036854775807}"# + "\n",
        #"{"id":"x","time":1,"action":"set","path":"/other","apart":"changes","keys":[],"count":-9,"number":1}"# + "\n",
        "garbage\n", "{}\n", "\n\n", #"{"id":"x","time":1}"# + "\n", "{\"id\":\"x\",\"ti",
        #"{"id":"x","time":1,"action":"set","path":"/other/file","changes":[],"number":7}"# + "\n",
        #"{"id":"x","time":1,"action":"set","path":"/other","changes":[{"key":1}],"number":-3}"# + "\n",
        "\u{0}\u{1}\n", #"{"a":"number":9}"#, String(repeating: "[", count: 10_000),
    ]

    @Test(
        "a line that is no record of the file is skipped, and those around it are kept",
        arguments: foreignLines.map(Sample.init)
    )
    func foreignLine(line: Sample<String>) throws {
        _ = try set("a", 1)
        try append(line.value)
        #expect(try set("a", 2).isEmpty)
        #expect(try set("a", 3).isEmpty)
        #expect(try records().count == 3)
    }

    @Test("a history that is no regular file of the caller's is a warning, and is not touched")
    func notAFile() throws {
        _ = try set("a", 1)
        let name = try historyFile
        try directory.rename(name, to: "old")
        try directory.write("mine", to: "precious")
        try directory.symlink(name, to: directory.path(of: "precious"))
        #expect(try set("a", 2).count == 1)
        #expect(try directory.text(of: "precious") == "mine")
        try directory.rename(name, to: "link")
        try directory.makeDirectory(name)
        #expect(try set("a", 3).count == 1)
        #expect(try file.read()?.root == ["a": 3])
        #expect(throws: PreferenceStoreError.self) { try records() }
    }

    @Test("permissions for others are taken away")
    func permissions() throws {
        _ = try set("a", 1)
        try directory.setMode(0o666, of: historyFile)
        _ = try set("a", 2)
        #expect(try directory.mode(of: historyFile) == 0o600)
    }

    // MARK: Limits

    @Test("a large value is kept in a file of its own, which goes with its record")
    func largeValues() throws {
        let text = String(repeating: "x", count: 100_000)
        _ = try set("a", .string(text))
        _ = try set("a", 1)
        let history = histories.history(of: realPath)
        let records = try records()
        #expect(records.map(\.kind) == [.changes, .changes])
        #expect(records[0].keys.first == ["a"])
        let complete = try history.complete(records[0])
        #expect(complete?.content == .changes([PreferenceChange(key: "a", old: nil, new: .string(text))]))
        #expect(try directory.names(in: "state/prefs/history").count == 3)
        #expect(try directory.size(of: historyFile) < 1000)
        #expect(try history.erase { key, _ in key == "a" }.count == 2)
        #expect(try history.complete(records[0])?.content == .changes([PreferenceChange(withholding: "a")]))
        try history.remove()
        #expect(try directory.names(in: "state/prefs/history").isEmpty)
    }

    @Test("contents beyond 16 MB in all are dropped, the oldest first, and a larger one is not kept")
    func largestValues() throws {
        let history = histories.history(of: realPath)
        for (byte, count) in [(1, 4_500_000), (2, 4_500_000), (3, 4_500_000), (4, 9_000_000)] {
            _ = try set("a", .data([UInt8](repeating: UInt8(byte), count: count)))
        }
        let kept = try records().map { try history.complete($0) != nil }
        #expect(kept == [false, false, true, false])
    }

    @Test("of 1,000 records the older half is dropped, with their files, and the numbers go on")
    func manyRecords() throws {
        func record(_ number: Int) throws {
            let value: PropertyList = number < 3 ? .string(String(repeating: "x", count: 70_000)) : number.propertyList
            let journal = Journal(in: histories, action: "set", suite: nil) { _, _ in { _, _ in false } }
            try journal.record(.changes([PreferenceChange(key: "k", old: nil, new: value)]), of: realPath)
        }
        for number in 1...999 { try record(number) }
        #expect(try records().count == 999)
        #expect(try directory.names(in: "state/prefs/history").count == 3)
        try record(1000)
        #expect(try records().count == 500)
        #expect(try directory.names(in: "state/prefs/history").count == 1)
        for number in 1001...1500 { try record(number) }
        let last = try records()
        #expect(last.count == 500)
        #expect(last.last?.content == .changes([PreferenceChange(key: "k", old: nil, new: 1500)]))
    }

    @Test("at a megabyte the older half is dropped")
    func largeHistory() throws {
        for number in 1...30 {
            _ = try set("a", .string("\(number)" + String(repeating: "x", count: 25_000)))
        }
        #expect(try directory.size(of: historyFile) < 1_050_000)
        #expect(try 10..<30 ~= records().count)
        let files = try directory.names(in: "state/prefs/history")
        #expect(files.count == 1)
    }

    @Test("of more than 2,000 histories, first those of files that are gone are removed, then the oldest")
    func manyHistories() throws {
        _ = try set("a", 1)
        try directory.write("mine", to: "state/prefs/history/notes.txt")
        for number in 0..<2004 {
            let path = directory.path(of: number % 2 == 0 ? "config/gone\(number)" : "config/s.plist")
            let line = #"{"id":"x","time":1,"action":"set","path":"\#(path)","changes":[],"number":1}"# + "\n"
            try directory.write(line, to: "state/prefs/history/\(ChangeHistory.name(of: "\(path)\(number)"))")
        }
        try histories.prune(keeping: ChangeHistory.name(of: realPath))
        let kept = try histories.allHistories().compactMap { try $0.records().first?.path }
        #expect(kept.count == 2000)
        #expect(kept.count { $0.contains("gone") } == 1002 - 5)
        #expect(try records().count == 1)
        #expect(directory.exists("state/prefs/history/notes.txt"))
    }

    @Test("the contents of removed files are kept, whatever else is recorded")
    func removals() throws {
        func remove(_ saved: SavedFile) throws {
            var record = record(.removal(saved))
            _ = try histories.history(of: realPath).keep(&record, isOnlyCopy: true, isApart: false)
            try histories.history(of: realPath).write(record, .disk)
        }
        let saved = SavedFile(bytes: [UInt8](repeating: 1, count: 6_000_000), permissions: 0o600, attributes: [:])
        try remove(saved)
        for byte in 1...2 {
            _ = try set("a", .data([UInt8](repeating: UInt8(byte), count: 4_500_000)))
        }
        let history = histories.history(of: realPath)
        #expect(try history.complete(records()[0])?.content == .removal(saved))
        try remove(saved)
        #expect(throws: PreferenceStoreError.self) { try remove(saved) }
        for number in 0..<1000 {
            let change = PreferenceChange(key: "k", old: nil, new: number.propertyList)
            let journal = Journal(in: histories, action: "set", suite: nil) { _, _ in { _, _ in false } }
            try journal.record(.changes([change]), of: realPath)
        }
        #expect(try records().count < 1000)
        #expect(try records().first?.kind == .removal)
        #expect(try history.complete(records()[0])?.content == .removal(saved))
    }

    @Test("a history with another name is not written, and one that is too large is a warning")
    func otherNames() throws {
        _ = try set("a", 1)
        try directory.link("other", to: historyFile)
        #expect(try set("a", 2).count == 1)
        try directory.rename("other", to: "state/prefs/history/0123456789abcdef")
        try directory.write([UInt8](repeating: 10, count: 17 << 20), to: historyFile)
        #expect(try set("a", 3).count <= 1)
        #expect(try file.read()?.root == ["a": 3])
    }

    // MARK: Faults

    @Test("a state directory that cannot be made is a warning, and the change is made")
    func noStateDirectory() throws {
        try directory.write("a file", to: "state")
        let warnings = try set("a", 1)
        #expect(warnings.count == 1)
        #expect("\(warnings)".contains("is not in the history"))
        #expect(try file.read()?.root == ["a": 1])
    }

    @Test("changes in several threads are all recorded")
    func threads() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let warnings = try set("k\(number)", 1)
                    #expect(warnings.isEmpty)
                }
            }
            try await group.waitForAll()
        }
        #expect(try records().count == 20)
    }
}
