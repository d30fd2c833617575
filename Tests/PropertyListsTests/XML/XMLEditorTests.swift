import TestSupport
import Testing

@testable import PropertyLists

@Suite("Editing the bytes of an XML document")
struct XMLEditorTests {
    private static let document = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- kept by hand -->
        <plist version="1.0">
          <dict>
            <!-- who it is -->
            <key>name</key> <string>Ada</string>
            <key>list</key>
            <array>
              <integer>1</integer>
            </array> <!-- few -->
          </dict>
        </plist>

        """

    @Test("a value is replaced in place")
    func replacement() throws {
        try expect(Self.document, { $0["name"] = "Bob" }, gives: Self.document.replacing("Ada", with: "Bob"))
    }

    @Test("the unusual spelling of other values stays")
    func unusualSpelling() throws {
        let document = """
            <plist><dict>
            <key>a</key><integer>- 5</integer>
            <key>b</key><real> 1.5 </real>
            <key>c</key><integer> +
            0x1F</integer>
            <key>name</key><string>Ada</string>
            </dict></plist>
            """
        try expect(document, { $0["name"] = "Bob" }, gives: document.replacing("Ada", with: "Bob"))
    }

    @Test("a nested value uses the document's indentation")
    func nestedValue() throws {
        try expect(
            Self.document,
            { $0["name"] = ["a": [true]] },
            gives: Self.document.replacing(
                "<string>Ada</string>",
                with: """
                    <dict>
                          <key>a</key>
                          <array>
                            <true/>
                          </array>
                        </dict>
                    """
            )
        )
    }

    @Test("a new entry goes after the line of the entry before it, including comments on that line")
    func newEntry() throws {
        try expect(
            Self.document,
            { $0["new"] = 5 },
            gives: Self.document.replacing(
                "<!-- few -->\n",
                with: "<!-- few -->\n    <key>new</key>\n    <integer>5</integer>\n"
            )
        )
    }

    @Test("a new first entry goes to the top")
    func newFirstEntry() throws {
        try expect(
            Self.document,
            { $0.insert(5, forKey: "new", at: 0) },
            gives: Self.document.replacing(
                "  <dict>\n",
                with: "  <dict>\n    <key>new</key>\n    <integer>5</integer>\n"
            )
        )
    }

    @Test("a renamed entry keeps its position, its value's bytes and the comments around it")
    func renaming() throws {
        try expect(
            Self.document,
            { $0.renameKey("name", to: "user <name>") },
            gives: Self.document.replacing("<key>name</key>", with: "<key>user &lt;name&gt;</key>")
        )
        try expect(Self.document, { $0.renameKey("nothing", to: "name") }, gives: Self.document)
    }

    @Test("removing an entry removes its lines and keeps comments")
    func removal() throws {
        try expect(
            Self.document,
            { $0["name"] = nil },
            gives: Self.document.replacing("    <key>name</key> <string>Ada</string>\n", with: "")
        )
    }

    @Test("removing the last entry leaves comments, or an empty element")
    func lastEntry() throws {
        let plain = "<plist>\n<dict>\n\t<key>a</key>\n\t<true/>\n</dict>\n</plist>\n"
        try expect(plain, { $0.removeAll() }, gives: "<plist>\n<dict/>\n</plist>\n")
        let commented = plain.replacing("<dict>\n", with: "<dict>\n\t<!-- why -->\n")
        try expect(commented, { $0.removeAll() }, gives: "<plist>\n<dict>\n\t<!-- why -->\n</dict>\n</plist>\n")
    }

    @Test(
        "a first entry is added to an empty document",
        arguments: ["<dict/>", "<dict></dict>", "<dict>\n</dict>", "<dict  />"]
    )
    func firstEntry(root: String) throws {
        try expect(
            "<plist>\n\(root)\n</plist>\n",
            { $0["a"] = true },
            gives: "<plist>\n<dict>\n\t<key>a</key>\n\t<true/>\n</dict>\n</plist>\n"
        )
    }

    @Test(
        "an empty document without a change keeps its spelling",
        arguments: ["<dict  a='b'/>", "<dict>\n</dict>"]
    )
    func unchanged(document: String) throws {
        try expect(document, { _ in }, gives: document)
    }

    @Test("added lines end as the other lines do", arguments: [document, "<plist>\n<dict/>\n</plist>\n"])
    func lineEnds(document: String) throws {
        let change = { (root: inout PropertyListDictionary) in
            root["name"] = ["a": [true, .data([1, 2, 3])]]
            root["new"] = 5
        }
        guard case .dictionary(let old) = try PropertyList(xml: document) else { return }
        var new = old
        change(&new)
        let edited = try new.serialized(changing: Array(document.utf8).span, replacing: old, as: .xml)
        let withCarriageReturns = { (text: String) in
            text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        }
        let expected = withCarriageReturns(String(decoding: edited, as: UTF8.self))
        try expect(withCarriageReturns(document), change, gives: expected)
    }

    private static let nested = """
        <plist>
        <dict>
          <key>window</key>
          <dict>
            <!-- in points -->
            <key>h</key> <integer>600</integer>
            <key>frame</key> <dict> <!-- corner --> <key>x</key> <integer>1</integer> </dict>
          </dict> <!-- of the editor -->
          <key>zoom</key> <integer>2</integer>
        </dict>
        </plist>

        """

    static let nestedChanges: [(path: [String], value: PropertyList?, old: String, new: String)] = [
        (["window", "h"], 700, "600", "700"),
        (["window", "frame", "x"], 2, "<integer>1<", "<integer>2<"),
        (["window", "frame", "x"], nil, " <key>x</key> <integer>1</integer>", ""),
        (
            ["window", "frame", "y"], ["a": [1]], "<integer>1</integer> </dict>",
            "<integer>1</integer> <key>y</key> <dict> <key>a</key> <array> <integer>1</integer> </array> </dict> </dict>"
        ),
        (["window", "h"], nil, "    <key>h</key> <integer>600</integer>\n", ""),
        (
            ["window", "w"], 800, "x</key> <integer>1</integer> </dict>\n",
            "x</key> <integer>1</integer> </dict>\n    <key>w</key>\n    <integer>800</integer>\n"
        ),
        (
            ["window", "h"], ["a": 1], "<integer>600</integer>",
            "<dict>\n      <key>a</key>\n      <integer>1</integer>\n    </dict>"
        ),
        (["window", "frame"], [:], " <key>x</key> <integer>1</integer>", ""),
        (
            ["window", "frame"], 5, "<dict> <!-- corner --> <key>x</key> <integer>1</integer> </dict>",
            "<integer>5</integer>"
        ),
    ]

    @Test("a change within a dictionary keeps the rest of it, with comments and layout", arguments: nestedChanges)
    func nestedChange(path: [String], value: PropertyList?, old: String, new: String) throws {
        try expect(
            Self.nested,
            { root in
                if let changed = try? PropertyList(changing: .dictionary(root), at: path[...], to: value),
                    case .dictionary(let dictionary) = changed
                {
                    root = dictionary
                }
            },
            gives: Self.nested.replacing(old, with: new)
        )
    }

    private static let array = """
        <plist>
        <dict>
          <key>list</key>
          <array>
            <!-- first -->
            <string>a &#38; b</string> <!-- kept -->
            <dict><key>n</key><integer> 1 </integer></dict>
            <!-- second -->
            <string><![CDATA[c < d]]></string>
            <array> <true/> <false/> </array>
            <array/>
          </array>
        </dict>
        </plist>

        """

    static let arrayChanges: [(path: [String], value: PropertyList?, old: String, new: String)] = [
        (["0"], 5, "<string>a &#38; b</string>", "<integer>5</integer>"),
        (["0"], nil, "<string>a &#38; b</string> ", ""),
        (["1", "n"], 2, "<integer> 1 </integer>", "<integer>2</integer>"),
        (["1", "m"], [2], "</integer></dict>", "</integer><key>m</key><array><integer>2</integer></array></dict>"),
        (["1"], nil, "    <dict><key>n</key><integer> 1 </integer></dict>\n", ""),
        (["2"], nil, "    <string><![CDATA[c < d]]></string>\n", ""),
        (["3", "0"], nil, " <true/>", ""),
        (["3", "-"], ["x"], "<false/>", "<false/> <array> <string>x</string> </array>"),
        (["3"], [], "<array> <true/> <false/> </array>", "<array/>"),
        (["4"], nil, "    <array/>\n", ""),
        (["4", "-"], 1, "<array/>", "<array>\n      <integer>1</integer>\n    </array>"),
        (["-"], [true], "<array/>\n", "<array/>\n    <array>\n      <true/>\n    </array>\n"),
    ]

    @Test("a change within an array keeps the rest of it, with comments, layout and spelling", arguments: arrayChanges)
    func arrayChange(path: [String], value: PropertyList?, old: String, new: String) throws {
        try expect(
            Self.array,
            { root in
                let changed = try? PropertyList(changing: root["list"], at: path[...], to: value)
                root["list"] = changed.flatMap(\.self) ?? "no such path"
            },
            gives: Self.array.replacing(old, with: new)
        )
    }

    @Test("a dictionary in an array keeps the order of its keys, and its comments, if the new one has another order")
    func keysInAnotherOrder() throws {
        let document =
            "<dict><key>l</key><array><dict><!-- c --><key>b</key><true/><key>a</key><true/></dict></array></dict>"
        try expect(
            document,
            { $0["l"] = [["a": false, "b": true, "c": 1]] },
            gives: document.replacing("a</key><true/>", with: "a</key><false/><key>c</key><integer>1</integer>")
        )
    }

    @Test("a dictionary that would read as a reference of an archive is refused, and one at any depth is changed")
    func deepDictionaries() throws {
        let start = String(repeating: "<dict><key>d</key>", count: 40)
        let document =
            "<plist>\(start)<dict><key>CF$UID</key><integer>1</integer><key>b</key><true/></dict>"
            + String(repeating: "</dict>", count: 40) + "</plist>"
        let path = [String](repeating: "d", count: 40)
        let old = try PropertyList(parsing: Array(document.utf8).span)
        let changed = try #require(try PropertyList(changing: old, at: (path + ["b"])[...], to: false))
        let edited = try changed.serialized(changing: Array(document.utf8), replacing: old, as: .xml)
        #expect(try PropertyList(parsing: edited.span) == changed)
        for depth in [1, 40] {
            let inner = old[pointer: path.dropLast(depth)] ?? old
            let bytes = try inner.serialized(as: .xml)
            let lone = try #require(inner.removing(at: (Array(path.suffix(depth)) + ["b"])[...]))
            #expect(throws: PropertyListError(.dictionaryReadsAsUID(key: "CF$UID"))) {
                try lone.serialized(changing: bytes, replacing: inner, as: .xml)
            }
        }
    }

    @Test("no container is written deeper than the limit")
    func depthLimit() throws {
        let inner = PropertyList.depthLimit - 1
        var value: PropertyList = 1
        for _ in 0..<inner { value = [value] }
        let document = "<plist><dict><key>a</key><dict><key>b</key><true/></dict></dict></plist>"
        let old = try PropertyList(parsing: Array(document.utf8).span)
        #expect(throws: PropertyListError(.tooDeep(limit: PropertyList.depthLimit))) {
            try PropertyList.dictionary(["a": ["b": value]])
                .serialized(changing: Array(document.utf8), replacing: old, as: .xml)
        }
    }

    @Test("a comment that contains a tag is not an entry")
    func tagInComment() throws {
        let document = "<plist><dict><!-- <key>a</key><true/> --><key>a</key><false/></dict></plist>"
        try expect(document, { $0["a"] = true }, gives: document.replacing("<false/>", with: "<true/>"))
    }

    @Test("any change reads back as the same change of the tree, and keeps every comment", arguments: 0..<200)
    func propertyOfChanges(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var old = PropertyListDictionary()
        var text = "<plist>"
        text += random.pick(["\n", ""]) + "<dict>"
        let isOnLines = Bool.random(using: &random)
        var comments: [String] = []
        for index in 0..<Int.random(in: 0...6, using: &random) {
            let lineBreak = isOnLines ? "\n" + random.pick(["\t", "  ", ""]) : random.pick(["", " "])
            if Bool.random(using: &random) {
                comments.append("<!-- \(index) <key>k\(index)</key> -->")
                text += lineBreak + (comments.last ?? "")
            }
            let (element, value) = random.pick(Self.values)
            text += "\(lineBreak)<key>k\(index)</key>\(lineBreak)\(element)"
            old["k\(index)"] = value
        }
        text += random.pick(["\n", "", " "]) + "</dict></plist>"
        var new = old
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let key = "k\(Int.random(in: 0...8, using: &random))"
            if new[key] == nil, Bool.random(using: &random) {
                new.insert(random.pick(Self.values).1, forKey: key, at: Int.random(in: 0...new.count, using: &random))
            } else {
                new[key] = Bool.random(using: &random) ? random.pick(Self.values).1 : nil
            }
        }
        let result = try new.serialized(changing: Array(text.utf8).span, replacing: old, as: .xml)
        let described = "seed \(seed):\n\(text)\n->\n\(String(decoding: result, as: UTF8.self))"
        #expect(try PropertyList(parsing: result.span) == .dictionary(new), "\(described)")
        if old.keys.filter({ new[$0] != nil }) == new.keys.filter({ old[$0] != nil }) {
            let isKept = comments.allSatisfy { String(decoding: result, as: UTF8.self).contains($0) }
            #expect(isKept, "\(described)")
        }
    }

    private static let values: [(String, PropertyList)] = [
        ("<true/>", true), ("<integer>7</integer>", 7), ("<string>a &amp; b</string>", "a & b"),
        ("<array>\n<string/>\n</array>", [""]), ("<dict><key>k0</key><array/></dict>", ["k0": []]),
        ("<dict/>", [:]), ("<data>\nAQI=\n</data>", .data([1, 2])),
    ]

    private func expect(
        _ document: String,
        _ change: (inout PropertyListDictionary) -> Void,
        gives expected: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let bytes = Array(document.utf8)
        guard case .dictionary(let old) = try PropertyList(parsing: bytes.span) else { return }
        var new = old
        change(&new)
        let result = try new.serialized(changing: bytes.span, replacing: old, as: .xml)
        #expect(String(decoding: result, as: UTF8.self) == expected, sourceLocation: sourceLocation)
        #expect(try PropertyList(parsing: result.span) == .dictionary(new), sourceLocation: sourceLocation)
    }
}

extension PropertyListDictionary {
    /// Inserts a new entry before the entry at a position.
    mutating func insert(_ value: PropertyList, forKey key: String, at position: Int) {
        var entries = Array(self)
        entries.insert(Entry(key: key, value: value), at: position)
        self = PropertyListDictionary(uniqueEntries: entries)
    }
}

extension String {
    func replacing(_ text: String, with replacement: String) -> String {
        guard let range = firstRange(of: text) else { return self }
        return self[..<range.lowerBound] + replacement + self[range.upperBound...]
    }
}
