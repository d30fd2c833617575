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
