import Glibc
import PropertyLists
import Testing

@testable import PreferenceStore

@Suite("Reading a property list by its path")
struct PropertyListFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("the result contains the value of any type, and the bytes", arguments: PropertyListFormat.allCases)
    func values(format: PropertyListFormat) throws {
        let bytes = try PropertyList.array([1, "two"]).serialized(as: format)
        try directory.write(bytes, to: "list")
        let file = try PlainFile.readPropertyList(directory("list"))
        #expect(file.value == [1, "two"])
        #expect(file.format == format)
        #expect(file.bytes == bytes)
    }

    @Test("a file that is missing, or that is not a property list, is an error")
    func errors() throws {
        let missing = directory("missing")
        #expect(throws: PreferenceStoreError.system(.open, path: missing, .noSuchFile)) {
            try PlainFile.readPropertyList(missing)
        }
        try directory.write("", to: "empty", isOld: true)
        #expect(throws: PreferenceStoreError.corrupt(path: directory("empty"), PropertyListError(.empty))) {
            try PlainFile.readPropertyList(directory("empty"))
        }
        try directory.makeDirectory("directory")
        #expect(throws: PreferenceStoreError.notRegularFile(path: directory("directory"), .directory)) {
            try PlainFile.readPropertyList(directory("directory"))
        }
        #expect(throws: PreferenceStoreError.system(.open, path: "a\0b", .invalidArgument)) {
            try PlainFile.readPropertyList("a\0b")
        }
    }

    @Test("a device is refused, except null, which is empty", arguments: ["/dev/zero", "/dev/full", "/dev/urandom"])
    func device(path: String) throws {
        #expect(throws: PreferenceStoreError.corrupt(path: "/dev/null", PropertyListError(.empty))) {
            try PlainFile.readPropertyList("/dev/null")
        }
        #expect(throws: PreferenceStoreError.system(.read, path: path, .notSupported)) {
            try PlainFile.readPropertyList(path)
        }
        #expect(throws: SystemError.notSupported) { try PlainFile.read(path) }
        #expect(throws: PreferenceStoreError.notRegularFile(path: path, .device)) {
            try PlainFile.readPropertyList(path, readsStreams: false)
        }
    }

    @Test("a suite file reports whether it exists")
    func existence() throws {
        try directory.write("", to: "a.plist")
        #expect(try SuiteFile(path: directory("a.plist")).exists)
        #expect(try !SuiteFile(path: directory("b.plist")).exists)
        #expect(try !SuiteFile(path: directory("a.plist/b.plist")).exists)
    }
}

@Suite("Reading the keys of a suite file without their values")
struct SuiteKeysTests {
    private let directory: TemporaryDirectory
    private let file: SuiteFile

    init() throws {
        directory = try TemporaryDirectory()
        file = SuiteFile(path: directory("app.plist"))
    }

    @Test("the keys are in the file's order, with its format and size", arguments: PropertyListFormat.allCases)
    func keys(format: PropertyListFormat) throws {
        let suite: PropertyListDictionary = ["b": ["text"], "a": "x", "é": ["k": "v"]]
        let bytes = try PropertyList.dictionary(suite).serialized(as: format)
        try directory.write(bytes, to: "app.plist", isOld: true)
        let keys = try #require(try file.readKeys())
        #expect(keys.names == (try file.read()?.root.keys))
        #expect(Set(keys.names) == ["a", "b", "é"])
        #expect(keys.format == format)
        #expect(keys.size == bytes.count)
        #expect(keys.warnings == [])
    }

    @Test("a missing file has no result; an empty file has no keys, and a warning")
    func nothing() throws {
        #expect(try file.readKeys() == nil)
        try directory.write("", to: "app.plist", isOld: true)
        let keys = try #require(try file.readKeys())
        #expect(keys.names == [])
        #expect(keys.warnings == [.emptyFile(path: file.path)])
    }

    @Test(
        "a damaged file has the same error as when it is read whole",
        arguments: [
            "<plist><dict><key>a</key>", "<plist><dict><key>a</key><integer>x</integer></dict></plist>",
            "<plist><dict><key>a</key></dict></plist>", "garbage", "{a = b", "bplist00",
            "<plist><array/></plist>", "[1]",
        ]
    )
    func errors(text: String) throws {
        try directory.write(text, to: "app.plist", isOld: true)
        let error = #expect(throws: PreferenceStoreError.self) { try file.read() }
        #expect(throws: try #require(error)) { try file.readKeys() }
    }

    @Test("the file is read again if another program is still writing it")
    func unfinished() throws {
        let clock = TestClock()
        try directory.write("<plist><dict><key>a</key>", to: "app.plist")
        try directory.date("app.plist", clock.wallTime)
        let storeClock = clock.storeClock { [directory] in
            if clock.waited > .seconds(1) {
                try? directory.write(["a": 1], to: "app.plist")
            }
        }
        let file = SuiteFile(path: file.path, probe: StoreProbe(clock: storeClock))
        #expect(try file.readKeys()?.names == ["a"])
    }
}
