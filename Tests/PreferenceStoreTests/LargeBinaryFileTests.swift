import PropertyLists
import Testing

@testable import PreferenceStore

@Suite("A few keys of a large binary file")
struct LargeBinaryFileTests {
    private let folder: TemporaryFolder
    private let file: SuiteFile
    private let suite: PropertyListDictionary
    private let bytes: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        file = SuiteFile(path: folder("app.plist"))
        var suite: PropertyListDictionary = ["first": 1]
        for number in 0..<3_000 {
            suite["key\(number)"] = .array([.string(String(repeating: "\(number) ", count: 100)), true])
        }
        suite["last"] = ["é": 5]
        self.suite = suite
        bytes = try PropertyList.dictionary(suite).serialized(as: .binary)
    }

    @Test("are what the whole file holds for them", arguments: [["first"], ["last", "key1500"], ["absent"], []])
    func values(keys: [String]) throws {
        try folder.write(bytes, to: "app.plist", isOld: true)
        let document = try #require(try file.read(keys: keys))
        #expect(bytes.count > 1 << 20)
        #expect(document.size == bytes.count)
        #expect(document.format == .binary)
        #expect(document.root == suite.filtered(to: keys))
    }

    @Test("are found among many")
    func manyKeys() throws {
        var suite = PropertyListDictionary()
        for number in 0..<40_000 {
            suite["document\(number).isOpen"] = .integer(PropertyListInteger(UInt64(number)))
        }
        suite["größe"] = ["Höhe": 1]
        let bytes = try PropertyList.dictionary(suite).serialized(as: .binary)
        try folder.write(bytes, to: "app.plist", isOld: true)
        #expect(bytes.count > 1 << 20)
        for number in [0, 1, 9_999, 20_000, 39_999] {
            let key = "document\(number).isOpen"
            #expect(try file.read(keys: [key])?.root == [key: .integer(PropertyListInteger(UInt64(number)))])
        }
        #expect(try file.read(keys: ["größe"])?.root == ["größe": ["Höhe": 1]])
        #expect(try file.read(keys: ["document40000.isOpen"])?.root == [:])
    }

    @Test("are not read of a file that was cut", arguments: [1, 40, 1_000, 500_000])
    func cut(count: Int) throws {
        try folder.write(Array(bytes.dropLast(count)), to: "app.plist", isOld: true)
        #expect(throws: PreferenceStoreError.self) { try file.read(keys: ["first"]) }
    }

    @Test("can be changed")
    func change() throws {
        try folder.write(bytes, to: "app.plist", isOld: true)
        try file.set("first", to: 2)
        #expect(try file.read(keys: ["first"])?.root == ["first": 2])
        #expect(try file.read()?.root.count == suite.count)
    }
}
