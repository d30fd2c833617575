import PropertyLists
import Testing

@testable import PreferenceStore

@Suite("Reading a suite file whose values are parsed on demand")
struct SuiteIndexTests {
    private let directory: TemporaryDirectory
    private let file: SuiteFile

    init() throws {
        directory = try TemporaryDirectory()
        file = SuiteFile(path: directory("app.plist"))
    }

    @Test("the entries are those of the file, in its order", arguments: PropertyListFormat.allCases)
    func entries(format: PropertyListFormat) throws {
        let suite: PropertyListDictionary = ["b": ["text"], "a": "x", "é": ["k": "v"]]
        let bytes = try PropertyList.dictionary(suite).serialized(as: format)
        try directory.write(bytes, to: "app.plist", isOld: true)
        let index = try #require(try file.readIndex(waited: nil))
        let document = try #require(index.document)
        #expect(document.format == format)
        #expect(Array(document.keys) == (try file.read()?.root.keys))
        for (position, key) in document.keys.enumerated() {
            #expect(try document.value(at: position) == suite[key])
        }
        #expect(index.warnings == [])
    }

    @Test("the values are those of the bytes that were read, even if the file changes")
    func snapshot() throws {
        try directory.write(["a": 1], to: "app.plist")
        let document = try #require(try file.readIndex()?.document)
        try directory.write(["a": 2], to: "app.plist")
        #expect(try document.value(at: 0) == 1)
        #expect(try file.readIndex()?.document?.value(at: 0) == 2)
    }

    @Test("a missing file has no index", arguments: [nil, Duration.zero])
    func missing(waited: Duration?) throws {
        #expect(try file.readIndex(waited: waited) == nil)
        #expect(try SuiteFile(path: directory("missing/app.plist")).readIndex(waited: waited) == nil)
    }

    @Test("an empty file has no document, and a warning", arguments: [nil, Duration.seconds(1)])
    func empty(waited: Duration?) throws {
        try directory.write("", to: "app.plist", isOld: true)
        let index = try #require(try file.readIndex(waited: waited))
        #expect(index.document == nil)
        #expect(index.warnings == [.emptyFile(path: file.path)])
    }

    @Test(
        "a damaged old file has the same error as when it is read whole",
        arguments: [
            "<plist><dict><key>a</key>", "<plist><dict><key>a</key><integer>x</integer></dict></plist>",
            "<plist><dict><key>a</key></dict></plist>", "garbage", "{a = b", "bplist00",
            "<plist><array/></plist>", "<plist><array>", "[1]",
        ]
    )
    func errors(text: String) throws {
        try directory.write(text, to: "app.plist", isOld: true)
        let error = try #require(#expect(throws: PreferenceStoreError.self) { try file.read() })
        #expect(throws: error) { try file.readIndex() }
        #expect(throws: error) { try file.readIndex(waited: .zero) }
    }

    @Test("an unfinished file is read again, unless the caller makes the retries", arguments: ["", "<plist><dict>"])
    func unfinished(text: String) throws {
        let clock = TestClock()
        try directory.write(text, to: "app.plist")
        try directory.date("app.plist", clock.wallTime)
        let storeClock = clock.storeClock { [directory] in
            if clock.waited > .seconds(1) {
                try? directory.write(["a": 1], to: "app.plist")
            }
        }
        let file = SuiteFile(path: file.path, probe: StoreProbe(clock: storeClock))
        #expect(throws: PreferenceStoreError.changedTooOften(path: file.path)) { try file.readIndex(waited: .zero) }
        #expect(clock.waited == .zero)
        #expect(try file.readIndex(waited: nil)?.document.map { Array($0.keys) } == ["a"])
    }

    @Test("a caller that has waited long enough gets the error of the file, or the empty suite")
    func patience() throws {
        let clock = TestClock()
        let file = SuiteFile(path: file.path, probe: StoreProbe(clock: clock.storeClock()))
        try directory.write("<plist><dict>", to: "app.plist")
        let error = try #require(
            #expect(throws: PreferenceStoreError.self) { try file.readIndex(waited: FileReader.defaultPatience) }
        )
        guard case .corrupt = error else {
            Issue.record("\(error)")
            return
        }
        try directory.write("", to: "app.plist")
        #expect(try file.readIndex(waited: FileReader.defaultPatience)?.warnings == [.emptyFile(path: file.path)])
        #expect(clock.waited == .zero)
    }
}
