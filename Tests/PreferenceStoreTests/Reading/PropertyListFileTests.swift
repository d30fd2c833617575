import Glibc
import PropertyLists
import Testing

@testable import PreferenceStore

@Suite("Reading a property list that is named")
struct PropertyListFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("gives its value, whatever the root, and its bytes", arguments: PropertyListFormat.allCases)
    func values(format: PropertyListFormat) throws {
        let bytes = try PropertyList.array([1, "two"]).serialized(as: format)
        try directory.write(bytes, to: "list")
        let file = try PropertyListFile(path: directory("list"))
        #expect(file.value == [1, "two"])
        #expect(file.format == format)
        #expect(file.bytes == bytes)
    }

    @Test("is an error where there is no file, or no property list in it")
    func errors() throws {
        let missing = directory("missing")
        #expect(throws: PreferenceStoreError.system(.open, path: missing, .noSuchFile)) {
            try PropertyListFile(path: missing)
        }
        try directory.write("", to: "empty", isOld: true)
        #expect(throws: PreferenceStoreError.corrupt(path: directory("empty"), PropertyListError(.empty))) {
            try PropertyListFile(path: directory("empty"))
        }
        try directory.makeDirectory("directory")
        #expect(throws: PreferenceStoreError.notRegularFile(path: directory("directory"), .directory)) {
            try PropertyListFile(path: directory("directory"))
        }
        #expect(throws: PreferenceStoreError.system(.open, path: "a\0b", .invalidArgument)) {
            try PropertyListFile(path: "a\0b")
        }
    }

    @Test("reads a device to its end")
    func device() throws {
        #expect(throws: PreferenceStoreError.corrupt(path: "/dev/null", PropertyListError(.empty))) {
            try PropertyListFile(path: "/dev/null")
        }
    }

    @Test("tells whether there is a file for a suite")
    func existence() throws {
        try directory.write("", to: "a.plist")
        #expect(try SuiteFile(path: directory("a.plist")).exists)
        #expect(try !SuiteFile(path: directory("b.plist")).exists)
        #expect(try !SuiteFile(path: directory("a.plist/b.plist")).exists)
    }
}

@Suite("The keys of a suite file, without their values")
struct SuiteKeysTests {
    private let directory: TemporaryDirectory
    private let file: SuiteFile

    init() throws {
        directory = try TemporaryDirectory()
        file = SuiteFile(path: directory("app.plist"))
    }

    @Test("are those of the file in its order, with its format and size", arguments: PropertyListFormat.allCases)
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

    @Test("are none where there is no file, and none with a warning in an empty one")
    func nothing() throws {
        #expect(try file.readKeys() == nil)
        try directory.write("", to: "app.plist", isOld: true)
        let keys = try #require(try file.readKeys())
        #expect(keys.names == [])
        #expect(keys.warnings == [.emptyFile(path: file.path)])
    }

    @Test(
        "have the errors of the whole file",
        arguments: [
            "<plist><dict><key>a</key>", "<plist><dict><key>a</key><integer>x</integer></dict></plist>",
            "<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>", "garbage", "{a = b", "bplist00",
            "<plist><array/></plist>", "[1]",
        ]
    )
    func errors(text: String) throws {
        try directory.write(text, to: "app.plist", isOld: true)
        let error = #expect(throws: PreferenceStoreError.self) { try file.read() }
        #expect(throws: try #require(error)) { try file.readKeys() }
    }

    @Test("are read again where another program is in the middle of writing")
    func unfinished() throws {
        let clock = TestClock()
        try directory.write("<plist><dict><key>a</key>", to: "app.plist")
        let storeClock = clock.storeClock { [directory] in
            if clock.waited > .seconds(1) {
                try? directory.write(["a": 1], to: "app.plist")
            }
        }
        let file = SuiteFile(path: file.path, probe: StoreProbe(clock: storeClock))
        #expect(try file.readKeys()?.names == ["a"])
    }
}
