import PropertyLists
import Testing

@testable import PreferenceStore

@Suite("Reading a few keys of a large XML file")
struct LargeXMLFileTests {
    private let directory: TemporaryDirectory
    private let file: SuiteFile
    private let suite: PropertyListDictionary
    private let text: String

    init() throws {
        directory = try TemporaryDirectory()
        file = SuiteFile(path: directory("app.plist"))
        var suite: PropertyListDictionary = ["a": ["first"]]
        for number in 10_000..<20_000 {
            suite["key \(number)"] = [.string(String(repeating: "\(number) é ", count: 10)), true, ["k": []]]
        }
        suite["z"] = ["é": 5]
        self.suite = suite
        text = try Self.xml(suite)
    }

    @Test(
        "the values are the same as in the whole file",
        arguments: [["a"], ["key 10000", "key 15000", "key 19999"], ["z", "a"], ["k"], []]
    )
    func values(keys: [String]) throws {
        try expect(keys, of: suite, in: text)
    }

    @Test("keys are found if they are not sorted, if one value is very long, and if the file contains comments")
    func otherDocuments() throws {
        var unsorted = suite
        unsorted["A"] = ["after"]
        try expect(["A", "a", "z"], of: unsorted, in: Self.xml(unsorted))
        var long = suite
        long["key 15000"] = .string(String(repeating: "é", count: 500_000))
        try expect(["key 15000", "key 15001"], of: long, in: Self.xml(long))
        let commented = text.replacing("<key>key 15000</key>", with: "<!-- <key>a</key> --><key>key 15000</key>")
        try expect(["key 15000", "a"], of: suite, in: commented)
    }

    @Test(
        "damage elsewhere in the file is an error that reports the line",
        arguments: [
            (
                "<integer>5</integer>", "<integer>five</integer>",
                PropertyListProblem.invalidValue(.integer, text: "five")
            ),
            ("</plist>", "", .unexpectedEnd(within: "<plist>")),
        ]
    )
    func damage(part: String, other: String, problem: PropertyListProblem) throws {
        let damaged = text.replacing(part, with: other)
        try directory.write(damaged, to: "app.plist", isOld: true)
        let expected = #expect(throws: PropertyListError.self) { try PropertyList(parsing: damaged.utf8Span.span) }
        #expect(expected?.problem == problem)
        let error = #expect(throws: PreferenceStoreError.self) { try file.read(keys: ["key 10000"]) }
        #expect(error.map { "\($0)" } == expected.map { "\(PreferenceStoreError.corrupt(path: file.path, $0))" })
    }

    @Test("the last entry of a duplicate key counts", arguments: [("z", "a"), ("key 12345", "key 12344")])
    func duplicate(key: String, other: String) throws {
        let repeated = text.replacing("<key>\(key)</key>", with: "<key>\(other)</key>")
        try directory.write(repeated, to: "app.plist", isOld: true)
        #expect(try file.read(keys: [other, key])?.root == [other: suite[key] ?? false])
        #expect(try file.readKeys()?.names.count == suite.count - 1)
    }

    @Test("a large file can be changed")
    func change() throws {
        try directory.write(text, to: "app.plist", isOld: true)
        try file.set("key 15000", to: 2)
        #expect(try file.read(keys: ["key 15000"])?.root == ["key 15000": 2])
        #expect(try file.read()?.root.count == suite.count)
    }

    // MARK: -

    private static func xml(_ suite: PropertyListDictionary) throws -> String {
        String(decoding: try PropertyList.dictionary(suite).serialized(as: .xml), as: UTF8.self)
    }

    /// Expects that the keys read from a large file have the values of its suite.
    private func expect(_ keys: [String], of suite: PropertyListDictionary, in text: String) throws {
        try directory.write(text, to: "app.plist", isOld: true)
        let document = try #require(try file.read(keys: keys))
        #expect(document.size == text.utf8.count && document.size > 1 << 20)
        #expect(document.format == .xml)
        #expect(document.root == suite.filtered(to: keys))
    }
}

@Suite("Reading a few keys of a large binary file")
struct LargeBinaryFileTests {
    private let directory: TemporaryDirectory
    private let file: SuiteFile
    private let suite: PropertyListDictionary
    private let bytes: [UInt8]

    init() throws {
        directory = try TemporaryDirectory()
        file = SuiteFile(path: directory("app.plist"))
        var suite: PropertyListDictionary = ["first": 1]
        for number in 0..<3_000 {
            suite["key\(number)"] = .array([.string(String(repeating: "\(number) ", count: 100)), true])
        }
        suite["last"] = ["é": 5]
        self.suite = suite
        bytes = try PropertyList.dictionary(suite).serialized(as: .binary)
    }

    @Test("the values are the same as in the whole file", arguments: [["first"], ["last", "key1500"], ["absent"], []])
    func values(keys: [String]) throws {
        try directory.write(bytes, to: "app.plist", isOld: true)
        let document = try #require(try file.read(keys: keys))
        #expect(bytes.count > 1 << 20)
        #expect(document.size == bytes.count)
        #expect(document.format == .binary)
        #expect(document.root == suite.filtered(to: keys))
    }

    @Test("a key is found among 40,000")
    func manyKeys() throws {
        var suite = PropertyListDictionary()
        for number in 0..<40_000 {
            suite["document\(number).isOpen"] = .integer(PropertyListInteger(UInt64(number)))
        }
        suite["größe"] = ["Höhe": 1]
        let bytes = try PropertyList.dictionary(suite).serialized(as: .binary)
        try directory.write(bytes, to: "app.plist", isOld: true)
        #expect(bytes.count > 1 << 20)
        for number in [0, 1, 9_999, 20_000, 39_999] {
            let key = "document\(number).isOpen"
            #expect(try file.read(keys: [key])?.root == [key: .integer(PropertyListInteger(UInt64(number)))])
        }
        #expect(try file.read(keys: ["größe"])?.root == ["größe": ["Höhe": 1]])
        #expect(try file.read(keys: ["document40000.isOpen"])?.root == [:])
    }

    @Test("a truncated file is an error", arguments: [1, 40, 1_000, 500_000])
    func cut(count: Int) throws {
        try directory.write(Array(bytes.dropLast(count)), to: "app.plist", isOld: true)
        #expect(throws: PreferenceStoreError.self) { try file.read(keys: ["first"]) }
    }

    @Test("a large file can be changed")
    func change() throws {
        try directory.write(bytes, to: "app.plist", isOld: true)
        try file.set("first", to: 2)
        #expect(try file.read(keys: ["first"])?.root == ["first": 2])
        #expect(try file.read()?.root.count == suite.count)
    }
}
