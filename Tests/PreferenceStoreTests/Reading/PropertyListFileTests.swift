import Glibc
import PropertyLists
import Testing

@testable import PreferenceStore

@Suite("Reading a property list that is named")
struct PropertyListFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("gives its value, whatever the root, and its bytes", arguments: PropertyListFormat.allCases)
    func values(format: PropertyListFormat) throws {
        let bytes = try PropertyList.array([1, "two"]).serialized(as: format)
        try folder.write(bytes, to: "list")
        let file = try PropertyListFile(path: folder("list"))
        #expect(file.value == [1, "two"])
        #expect(file.format == format)
        #expect(file.bytes == bytes)
    }

    @Test("is an error where there is no file, or no property list in it")
    func errors() throws {
        let missing = folder("missing")
        #expect(throws: PreferenceStoreError.system(.open, path: missing, .noSuchFile)) {
            try PropertyListFile(path: missing)
        }
        try folder.write("", to: "empty", isOld: true)
        #expect(throws: PreferenceStoreError.corrupt(path: folder("empty"), PropertyListError(.empty))) {
            try PropertyListFile(path: folder("empty"))
        }
        try folder.makeFolder("folder")
        #expect(throws: PreferenceStoreError.notRegularFile(path: folder("folder"), .folder)) {
            try PropertyListFile(path: folder("folder"))
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
        try folder.write("", to: "a.plist")
        #expect(try SuiteFile(path: folder("a.plist")).exists)
        #expect(try !SuiteFile(path: folder("b.plist")).exists)
        #expect(try !SuiteFile(path: folder("a.plist/b.plist")).exists)
    }
}

@Suite("The keys of a suite file, without their values")
struct SuiteKeysTests {
    private let folder: TemporaryFolder
    private let file: SuiteFile

    init() throws {
        folder = try TemporaryFolder()
        file = SuiteFile(path: folder("app.plist"))
    }

    @Test("are those of the file in its order, with its format and size", arguments: PropertyListFormat.allCases)
    func keys(format: PropertyListFormat) throws {
        let suite: PropertyListDictionary = ["b": ["text"], "a": "x", "é": ["k": "v"]]
        let bytes = try PropertyList.dictionary(suite).serialized(as: format)
        try folder.write(bytes, to: "app.plist", isOld: true)
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
        try folder.write("", to: "app.plist", isOld: true)
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
        try folder.write(text, to: "app.plist", isOld: true)
        let error = #expect(throws: PreferenceStoreError.self) { try file.read() }
        #expect(throws: try #require(error)) { try file.readKeys() }
    }

    @Test("are read again where another program is in the middle of writing")
    func unfinished() throws {
        let clock = TestClock()
        try folder.write("<plist><dict><key>a</key>", to: "app.plist")
        let storeClock = clock.storeClock { [folder] in
            if clock.waited > .seconds(1) {
                try? folder.write(["a": 1], to: "app.plist")
            }
        }
        let file = SuiteFile(path: file.path, probe: StoreProbe(clock: storeClock))
        #expect(try file.readKeys()?.names == ["a"])
    }
}
