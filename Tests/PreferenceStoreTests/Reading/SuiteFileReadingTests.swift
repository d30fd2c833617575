import Foundation
import PropertyLists
import Testing

@testable import PreferenceStore

@Suite("Reading a suite file")
struct SuiteFileReadingTests {
    private let directory: TemporaryDirectory
    private let file: SuiteFile

    init() throws {
        directory = try TemporaryDirectory()
        file = SuiteFile(path: directory("app.plist"))
    }

    @Test("the document contains the values and the format")
    func values() throws {
        try directory.write(["b": 1, "a": "text"], to: "app.plist")
        let document = try #require(try file.read())
        #expect(document.root.keys == ["b", "a"])
        #expect(document.root == ["a": "text", "b": 1])
        #expect(document.format == .xml)
        #expect(document.warnings == [])
    }

    @Test("the result is nil if the file or its directory does not exist, or if the directory is a file")
    func missing() throws {
        #expect(try file.read() == nil)
        #expect(try SuiteFile(path: directory("missing/app.plist")).read() == nil)
        try directory.write("", to: "plain")
        #expect(try SuiteFile(path: directory("plain/app.plist")).read() == nil)
    }

    @Test("a dangling link reads as nil, and a circle of links is an error")
    func links() throws {
        try directory.link("app.plist", to: "nowhere")
        #expect(try file.read() == nil)
        try directory.link("circle.plist", to: "circle.plist")
        let circle = SuiteFile(path: directory("circle.plist"))
        #expect(throws: PreferenceStoreError.tooManySymlinks(path: circle.path)) { try circle.read() }
    }

    @Test("a truncated file is an error, never an empty suite")
    func cut() throws {
        try directory.write("<plist><dict><key>a</key>", to: "app.plist", isOld: true)
        #expect { try file.read() } throws: {
            guard case PreferenceStoreError.corrupt(file.path, _) = $0 else { return false }
            return true
        }
    }

    @Test("a file in an unknown format has the same error as its bytes")
    func unknownFormat() throws {
        try directory.write("garbage", to: "app.plist", isOld: true)
        let error = #expect(throws: PropertyListError.self) { try PropertyList(parsing: Array("garbage".utf8).span) }
        let corrupt = PreferenceStoreError.corrupt(path: file.path, try #require(error))
        #expect(throws: corrupt) { try file.read() }
    }

    @Test("an empty file is an empty suite, with a warning")
    func empty() throws {
        try directory.write("", to: "app.plist", isOld: true)
        let document = try #require(try file.read())
        #expect(document.root.isEmpty)
        #expect(document.warnings == [.emptyFile(path: file.path)])
    }

    @Test("a file that another program is writing is read when it is complete")
    func unfinished() throws {
        let clock = TestClock()
        try directory.write("", to: "app.plist")
        try directory.date("app.plist", clock.wallTime)
        let storeClock = clock.storeClock { [directory] in
            if clock.waited > .seconds(1) {
                try? directory.write(["a": 1], to: "app.plist")
            } else {
                try? directory.write("<plist>", to: "app.plist")
                // On a busy machine, the time of day is ahead of this clock.
                try? directory.date("app.plist", clock.wallTime)
            }
        }
        let file = SuiteFile(path: file.path, probe: StoreProbe(clock: storeClock))
        #expect(try file.read()?.root == ["a": 1])
    }

    @Test("an empty file with an old date is read again for a moment, since it may just have been truncated")
    func justCut() throws {
        let clock = TestClock()
        try directory.write("", to: "app.plist", isOld: true)
        let storeClock = clock.storeClock { [directory] in
            if clock.waited > .milliseconds(50) {
                try? directory.write(["a": 1], to: "app.plist")
            }
        }
        let file = SuiteFile(path: file.path, probe: StoreProbe(clock: storeClock))
        #expect(try file.read()?.root == ["a": 1])
    }

    @Test("a malformed file is read again until it is two seconds old", arguments: ["", "<plist>"])
    func settled(text: String) throws {
        let clock = TestClock()
        try directory.write(text, to: "app.plist")
        try directory.date("app.plist", clock.wallTime)
        let file = SuiteFile(path: file.path, probe: StoreProbe(clock: clock.storeClock()))
        _ = try? file.read()
        #expect(clock.waited >= .milliseconds(1900))
        #expect(clock.waited < .milliseconds(2300))
    }

    @Test("a malformed file with a date in the future is an error at once")
    func clockSetBack() throws {
        try directory.write("<plist>", to: "app.plist")
        let clock = TestClock(ahead: .seconds(-3600))
        let file = SuiteFile(path: file.path, probe: StoreProbe(clock: clock.storeClock()))
        #expect(throws: PreferenceStoreError.self) { try file.read() }
        #expect(clock.waited == .seconds(-3600))
    }

    @Test("a file that never stops changing is an error in the end")
    func restless() throws {
        let clock = TestClock()
        let storeClock = StoreClock(
            wallTime: { [directory] in
                // On a busy machine, the time of day can be seconds after the write that was read.
                let latest = (try? FileDescriptor.status(ofPath: directory("app.plist")))?.modified ?? .zero
                try? directory.write("<plist>", to: "app.plist")
                return latest
            },
            uptime: { clock.waited },
            pause: clock.storeClock().pause
        )
        try directory.write("", to: "app.plist")
        let file = SuiteFile(path: file.path, probe: StoreProbe(clock: storeClock))
        #expect(throws: PreferenceStoreError.self) { try file.read() }
        #expect(clock.waited >= FileReader.defaultPatience)
    }

    @Test("an array is not a suite")
    func array() throws {
        try directory.write(PropertyList.array([]).serialized(as: .xml), to: "app.plist", isOld: true)
        #expect(throws: PreferenceStoreError.rootNotDictionary(path: file.path, .array)) { try file.read() }
    }

    @Test("a directory or a FIFO is refused without waiting")
    func notRegular() throws {
        try directory.makeDirectory("app.plist")
        #expect(throws: PreferenceStoreError.notRegularFile(path: file.path, .directory)) { try file.read() }
        let fifo = SuiteFile(path: directory("fifo"))
        #expect(unsafe mkfifo(fifo.path, 0o600) == 0)
        #expect(throws: PreferenceStoreError.notRegularFile(path: fifo.path, .fifo)) { try fifo.read() }
    }

    @Test("a file too large for preferences is refused before it is read")
    func tooLarge() throws {
        try directory.write("", to: "app.plist")
        let size = FileDescriptor.sizeLimit + 1
        #expect(unsafe truncate(file.path, off_t(size)) == 0)
        let error = PreferenceStoreError.tooLarge(path: file.path, size: size, limit: FileDescriptor.sizeLimit)
        #expect(throws: error) { try file.read() }
    }

    @Test("an unreadable file is an error", .disabled(if: CallingProcess.isRoot, "root may read every file"))
    func unreadable() throws {
        try directory.write(["a": 1], to: "app.plist")
        try directory.setPermissions(0, of: "app.plist")
        #expect(throws: PreferenceStoreError.system(.open, path: file.path, .permissionDenied)) { try file.read() }
    }

    @Test("a path that contains NUL is not cut at the NUL")
    func nul() throws {
        try directory.write(["a": 1], to: "app.plist")
        let file = SuiteFile(path: directory("app.plist\0x"))
        #expect(throws: PreferenceStoreError.system(.open, path: file.path, .invalidArgument)) { try file.read() }
    }
}
