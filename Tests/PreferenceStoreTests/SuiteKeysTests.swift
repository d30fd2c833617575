import PropertyLists
import Testing

@testable import PreferenceStore

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
