import PropertyLists
import Testing

@testable import PreferenceStore

@Suite("A change that names its keys")
struct KeyedChangeTests {
    private static let text = """
        <plist version="1.0">
        <dict>
            <!-- kept by hand -->
            <key>a</key> <integer>1</integer>
            <key>c</key> <string>x</string> <!-- why -->
            <key>e</key> <array> <true/> </array>
        </dict>
        </plist>

        """
    private let folder: TemporaryFolder
    private let file: SuiteFile

    init() throws {
        folder = try TemporaryFolder()
        file = SuiteFile(path: folder("app.plist"))
    }

    @Test(
        "makes of an XML file what a change of the whole suite makes of it",
        arguments: [
            [("a", 2)], [("c", nil)], [("b", true)], [("z", "new"), ("a", nil)], [("b", 1), ("c", nil), ("d", 2)],
            [("a", nil), ("c", nil), ("e", nil)], [],
        ] as [[(String, PropertyList?)]]
    )
    func xml(changes: [(key: String, value: PropertyList?)]) throws {
        try folder.write(Self.text, to: "whole.plist", isOld: true)
        try folder.write(Self.text, to: "app.plist", isOld: true)
        for (file, keys) in [(SuiteFile(path: folder("whole.plist")), nil), (file, changes.map(\.key))] {
            _ = try file.changeDocument(keys: keys) { document in
                for (key, value) in changes {
                    document.root[key] = value
                }
            }.get()
        }
        #expect(try folder.bytes(of: "app.plist") == folder.bytes(of: "whole.plist"))
    }

    @Test("gets no other entries of an XML file")
    func entries() throws {
        try folder.write(Self.text, to: "app.plist", isOld: true)
        let change = try file.changeDocument(keys: ["e", "absent", "a"]) { $0.root }.get()
        #expect(change.value.elementsEqual(["a": 1, "e": [true]] as PropertyListDictionary))
        #expect(change.outcome == .unchanged)
    }

    @Test("keeps comments where it puts keys in another order")
    func order() throws {
        try folder.write(Self.text, to: "app.plist", isOld: true)
        let change = try file.changeDocument(keys: ["a", "e"]) { document in
            document.root = ["e": [true], "a": 2]
        }.get()
        #expect(change.outcome == .changed)
        #expect(try folder.suite("app.plist") == ["a": 2, "c": "x", "e": [true]])
        #expect(try String(decoding: folder.bytes(of: "app.plist"), as: UTF8.self).contains("<!-- kept by hand -->"))
    }

    @Test("is made in a file of any format", arguments: [.binary, .json, .openStep] as [PropertyListFormat])
    func formats(format: PropertyListFormat) throws {
        let old: PropertyListDictionary = ["a": "1", "b": ["x"], "c": "3"]
        try folder.write(PropertyList.dictionary(old).serialized(as: format), to: "app.plist", isOld: true)
        try file.set("b", to: "new")
        try file.set("d", to: "4")
        let document = try #require(try file.read())
        #expect(document.format == format)
        #expect(document.root == ["a": "1", "b": "new", "c": "3", "d": "4"])
    }

    @Test("leaves a file alone that is wrong anywhere else")
    func corrupt() throws {
        let text = Self.text.replacing("<true/>", with: "<integer>x</integer>")
        try folder.write(text, to: "app.plist", isOld: true)
        #expect(throws: PreferenceStoreError.self) { try file.set("a", to: 2) }
        #expect(try folder.bytes(of: "app.plist") == Array(text.utf8))
    }

    @Test("makes a file that is not there")
    func missing() throws {
        #expect(try file.set("a", to: 2).outcome == .created)
        #expect(try folder.suite("app.plist") == ["a": 2])
    }

    @Test("loses no key that another program sets in an old file just before the commit")
    func foreignWriter() throws {
        try folder.write(["a": 1, "b": 1], to: "app.plist", isOld: true)
        let size = try folder.status("app.plist").size
        let probe = StoreProbe.once(.rechecked) { [folder] in
            try? folder.write(["a": 1, "b": 2], to: "app.plist")
        }
        try SuiteFile(path: file.path, probe: probe).set("a", to: 3)
        #expect(try folder.status("app.plist").size == size)
        #expect(try folder.suite("app.plist") == ["a": 3, "b": 2])
        #expect(try folder.names == ["app.plist"])
    }
}
