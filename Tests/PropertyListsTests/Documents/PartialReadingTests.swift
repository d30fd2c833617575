import TestSupport
import Testing

@testable import PropertyLists

/// The keys alone, selected entries, and the values on demand.
@Suite("Reading parts of a document")
struct PartialReadingTests {
    // MARK: The same as the whole tree

    @Test("a document of every format has the entries of its tree", arguments: PropertyListFormat.allCases)
    func formats(format: PropertyListFormat) throws {
        let tree: PropertyList = [
            "b": ["text", ["k": "v", "a": []]], "a": "x", "": "empty", "é": ["k": [:]], "e\u{301}": "y",
        ]
        try expectEntries(of: try tree.serialized(as: format), as: format)
        try expectEntries(of: try PropertyList.dictionary([:]).serialized(as: format), as: format)
    }

    @Test(
        "XML in any spelling has the entries of its tree",
        arguments: [
            "<dict/>", "<dict></dict>", "<plist><dict/></plist>",
            "<plist version='1.0'>\n<dict a='&gt;'>\n</dict >\n</plist>\n",
            "<dict><key>a&amp;b&#233;&#x1F600;</key><string>&lt;&#65;&gt;</string></dict>",
            "<dict><key><![CDATA[<key>]]>k</key><string>a<![CDATA[</string>&amp;]]>b</string></dict>",
            "<dict><!-- <key>a</key> --><key>a</key><!-- <true/> --><true/><key>b</key><?a <true/> ?><false/></dict>",
            "<dict><key>a<!-- b --></key><string>a<!-- </string> -->b</string><key/><string/></dict>",
            "<dict><key>a</key><dict/><key>b</key><array/><key>c</key><array><dict/><array/></array></dict>",
            "<dict><key>a</key><dict><key>a</key><dict><key>a</key><array><true/></array></dict></dict></dict>",
            "<dict><key>b</key>\n<data>\n\tAAEC\n</data><key>a</key><date>2001-01-01T00:00:00Z</date></dict>",
            "<dict><key>a</key><dict><key>CF$UID</key><integer>7</integer></dict></dict>",
            "<dict><key>a</key><dict><key>CF$UID</key><integer>-7</integer></dict></dict>",
            "<dict><key>a</key><dict><key>k</key><dict><key>CF$UID</key><integer>7</integer></dict></dict></dict>",
            "<dict><key>CF$UID</key><integer>7</integer></dict>",
        ]
    )
    func spellings(text: String) throws {
        for text in [text, "\u{FEFF}" + text] {
            try expectEntries(of: Array(text.utf8), as: .xml)
        }
    }

    @Test("XML in other encodings than UTF-8 has the entries of its tree", arguments: DocumentEncoding.wide)
    func encodings(encoding: DocumentEncoding) throws {
        for mark in ["", "\u{FEFF}"] {
            let name = mark.isEmpty ? encoding.name : encoding.family
            let declaration = "<?xml version='1.0' encoding='\(name)'?>"
            let text = mark + declaration + "<dict><key>é</key><string>😀</string><key>a</key><array/></dict>"
            try expectEntries(of: encoding.encode(text), as: .xml)
        }
    }

    @Test("XML that is limited to ASCII has the entries of its tree")
    func ascii() throws {
        let text = "<?xml version='1.0' encoding='US-ASCII'?><dict><key>&#233;</key><string>&#233;</string></dict>"
        try expectEntries(of: Array(text.utf8), as: .xml)
        try expectSameAsReader(Array("\u{FEFF}\(text)".utf8))
    }

    @Test("a reference of a keyed archive is one in XML, unless it is the root")
    func references() throws {
        let reference = "<dict><key>CF$UID</key><integer>7</integer></dict>"
        let inside = try #require(try index("<dict><key>a</key>\(reference)</dict>"))
        #expect(try inside.value(at: 0) == .uid(7))
        let root = try #require(try index(reference))
        #expect(Array(root.keys) == ["CF$UID"])
        #expect(try root.value(at: 0) == 7)
    }

    @Test("containers at the depth limit are parsed, and one more is the reader's error")
    func depth() throws {
        let (opening, closing) = ("<array>", "</array>")
        for depth in [PropertyList.depthLimit - 1, PropertyList.depthLimit] {
            let value = String(repeating: opening, count: depth) + String(repeating: closing, count: depth)
            try expectSameAsReader(Array("<dict><key>a</key>\(value)</dict>".utf8))
        }
        let deepest = nested(PropertyList.depthLimit - 1)
        for format in [PropertyListFormat.xml, .binary] {
            try expectEntries(of: try PropertyList.dictionary(["a": deepest]).serialized(as: format), as: format)
        }
    }

    @Test("random documents have the entries of their trees, in the same order")
    func randomDocuments() throws {
        var generator = SeededGenerator.printingSeed()
        var counts: [PropertyListFormat: Int] = [:]
        for _ in 0..<200 {
            let random = RandomXMLDocument(using: &generator)
            let text = random.text.hasPrefix("\u{FEFF}") ? random.text : "\u{FEFF}" + random.text
            var documents = DocumentEncoding.allCases.map { ($0.encode(text), PropertyListFormat.xml) }
            documents.append((Array(random.text.utf8), .xml))
            let tree = PropertyList.dictionary(random.dictionary)
            documents.append((RandomBinaryDocument.bytes(of: tree, using: &generator), .binary))
            let other = PropertyList.dictionary(RandomPropertyList().dictionary(using: &generator))
            documents += [.xml, .json, .openStep, .binary].compactMap { format in
                (try? other.serialized(as: format)).map { ($0, format) }
            }
            for (bytes, format) in documents {
                // A dictionary of JSON may spell another value.
                guard case .dictionary = try PropertyList(parsing: bytes.span) else { continue }
                try expectEntries(of: bytes, as: format)
                counts[format, default: 0] += 1
            }
        }
        #expect(counts.values.allSatisfy { $0 > 10 } && counts.count == 4)
    }

    // MARK: Errors

    @Test(
        "a malformed document has the reader's error",
        arguments: [
            "", " \n", "garbage", "<plist/>", "<dict>", "<dict><key>a</key></dict>", "<dict><true/></dict>",
            "<dict><key>a</key><integer>x</integer></dict>", "<dict><key>a</key><true/></dict>x",
            "<dict><key>&b;</key><true/></dict>",
            "<?xml version='1.0' encoding='UTF-16'?><dict/>", "{\"a\": 1, \"a\": 2}", "{\"a\": }",
            "{a = b", "bplist00",
        ]
    )
    func errors(text: String) throws {
        let bytes = Array(text.utf8)
        let expected = try #require(error { () throws(PropertyListError) in try PropertyList(parsing: bytes.span) })
        #expect(error { () throws(PropertyListError) in try IndexedDocument(parsing: bytes) } == expected)
    }

    @Test(
        "damage in the root dictionary or in a key of a binary document is the reader's error",
        arguments: [
            BinaryDocument([0xD1, 1, 0], [0x51, 0x61]), BinaryDocument([0xD1, 1, 2], [0x51, 0x61]),
            BinaryDocument([0xD1, 1, 1], [0x10, 5]), BinaryDocument([0xD1, 2, 1], [0x10, 5]),
            BinaryDocument([0xD1, 1, 1], [0x52, 0x61]), BinaryDocument([0xD1, 0, 1], [0x51, 0x61]),
            BinaryDocument([0xD1, 1, 2], [0x71, 0x61], [0x08]),
        ]
    )
    func binaryErrors(document: BinaryDocument) throws {
        let bytes = document.bytes
        let expected = try #require(error { () throws(PropertyListError) in try PropertyList(binary: document) })
        #expect(error { () throws(PropertyListError) in try IndexedDocument(parsing: bytes) } == expected)
        #expect(error { () throws(PropertyListError) in try PropertyList.parseKeys(bytes.span) } == expected)
        #expect(selection(of: bytes, where: { _ in false }) == .failure(expected))
    }

    @Test("damage in a value of a binary document is an error only if the value is read")
    func valueDamage() throws {
        let bytes = BinaryDocument(
            [0xD4, 1, 2, 3, 4, 5, 6, 7, 8],
            [0x51, 0x61],
            [0x51, 0x62],
            [0x51, 0x63],
            [0x51, 0x64],
            [0x10, 7],
            [0xF0],
            [0x71, 0x61],
            [0xA1, 8]
        ).bytes
        let document = try #require(try IndexedDocument(parsing: bytes))
        #expect(Array(document.keys) == ["a", "b", "c", "d"])
        #expect(try PropertyList.parseKeys(bytes.span)?.keys == ["a", "b", "c", "d"])
        #expect(try document.value(at: 0) == 7)
        #expect(selection(of: bytes, where: { $0[0] == UInt8(ascii: "a") }) == .success(["a": 7]))
        let problems: [PropertyListProblem] = [
            .invalidObject(marker: 0xF0), .invalidObject(marker: 0x71), .cycle,
        ]
        for (position, problem) in zip(1..., problems) {
            #expect(error { () throws(PropertyListError) in try document.value(at: position) }?.problem == problem)
            let selected = selection(of: bytes, where: { $0[0] == UInt8(ascii: "a") + UInt8(position) })
            #expect(error { () throws(PropertyListError) in try selected.get() }?.problem == problem)
        }
    }

    @Test("many named keys of a binary document are read without the other values")
    func manyNamed() throws {
        let names = (0..<100).map { "k\($0)" }
        var dictionary = PropertyListDictionary()
        for name in names {
            dictionary[name] = [.string(name)]
        }
        dictionary["damaged"] = .string("é")
        var bytes = try BinaryWriter.document(.dictionary(dictionary))
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x61, 0x00, 0xE9]) })
        bytes[place] = 0x71
        let some = Array(names.prefix(30))
        let found = try PropertyList(parsing: bytes.span, keys: ["absent"] + some.reversed())
        guard case .dictionary(let entries) = found else {
            Issue.record("\(found) is no dictionary")
            return
        }
        #expect(entries.keys == some)
        #expect(entries["k7"] == ["k7"])
        let problem = error { () throws(PropertyListError) in
            try PropertyList(parsing: bytes.span, keys: names + ["damaged"])
        }
        #expect(problem?.problem == .invalidObject(marker: 0x71))
    }

    @Test("a root that is not a dictionary has no keys, and is read whole", arguments: PropertyListFormat.allCases)
    func otherRoots(format: PropertyListFormat) throws {
        // JSON and OpenStep text are detected by their brackets.
        let scalars: [PropertyList] = format == .xml || format == .binary ? [true, "text"] : []
        for tree in scalars + [["a"], [["a": 1]], ["a", ["a": "b"]]] {
            let bytes = try tree.serialized(as: format)
            #expect(try PropertyList(parsing: bytes.span) == tree)
            try expectSameAsReader(bytes)
        }
    }

    @Test("a document that is cut anywhere has the reader's error", arguments: PropertyListFormat.allCases)
    func cuts(format: PropertyListFormat) throws {
        let bytes = try (["a": ["é", "b"], "c": "text"] as PropertyList).serialized(as: format)
        for length in bytes.indices {
            try expectSameAsReader(Array(bytes[..<length]))
        }
    }

    @Test("damaged XML has the reader's error, or the entries of its tree")
    func damagedXML() throws {
        var generator = SeededGenerator.printingSeed()
        var failures = 0
        for _ in 0..<2_000 {
            let document = RandomXMLDocument(using: &generator).text
            let damaged = Array(document.utf8).damaged(using: &generator)
            try expectSameAsReader(damaged)
            failures += (try? PropertyList(parsing: damaged.span)) == nil ? 1 : 0
        }
        #expect((200..<1_990).contains(failures))
    }

    @Test("damaged binary documents have the entries of their trees if the trees can be read, and fewer errors")
    func damagedBinary() throws {
        var generator = SeededGenerator.printingSeed()
        var (wholeFailures, keyFailures) = (0, 0)
        for _ in 0..<4_000 {
            let tree = PropertyList.dictionary(RandomPropertyList().dictionary(using: &generator))
            let damaged = RandomBinaryDocument.bytes(of: tree, using: &generator).damaged(using: &generator)
            let whole = try? PropertyList(parsing: damaged.span, as: .binary)
            let entries = try? selection(of: damaged, as: .binary, where: { _ in true }).get()
            if whole == nil, entries != nil {
                // A duplicate key has values that do not count: only the reader of the whole document reads them. It
                // also counts the bytes of all keys together with those of the values.
                let error = #expect(throws: PropertyListError.self) {
                    try PropertyList(parsing: damaged.span, as: .binary)
                }
                let duplicates = try damaged.span.withByteView { try BinaryReader.keys($0)?.duplicates }
                #expect(error?.problem == .overlappingObjects || duplicates != nil)
            } else {
                #expect(entries == whole)
            }
            if case .dictionary? = whole {
                try expectEntries(of: damaged, as: .binary)
                continue
            }
            wholeFailures += 1
            keyFailures += (try? PropertyList.parseKeys(damaged.span)) == nil ? 1 : 0
            if let document = try? IndexedDocument(parsing: damaged) {
                for position in 0..<document.count {
                    _ = try? document.value(at: position)
                }
            }
        }
        // Most damage is in the trailer and the offsets, which every read needs.
        #expect((10..<wholeFailures).contains(keyFailures))
    }

    // MARK: Comparison

    @Test(
        "values are equal whatever their spelling",
        arguments: [
            ("<string>a</string>", "<string>a</string>", true), ("<string>a</string>", "<string>&#97;</string>", true),
            ("<array><true/></array>", "<array>\n\t<true></true>\n</array>", true), ("<array/>", "<dict/>", false),
            ("<real>nan</real>", "<real>nan</real>", true), ("<real>1</real>", "<integer>1</integer>", false),
            ("<string>\u{E9}</string>", "<string>e\u{301}</string>", false),
            ("<integer>1</integer>", "<integer>2</integer>", false),
        ]
    )
    func comparison(first: String, second: String, areEqual: Bool) throws {
        let document = try #require(try index("<dict><key>z</key><true/><key>a</key>\(first)</dict>"))
        let other = try #require(try index("<dict><key>a</key>\(second)</dict>"))
        #expect(document.hasSameValue(at: 1, as: other, at: 0) == areEqual)
        #expect(other.hasSameValue(at: 0, as: document, at: 1) == areEqual)
        #expect(!document.hasSameValue(at: 0, as: other, at: 0))
    }

    @Test("values of documents in different formats are compared", arguments: PropertyListFormat.allCases)
    func formatsCompared(format: PropertyListFormat) throws {
        let tree: PropertyList = ["a": ["k": ["x", "y"]], "b": "x"]
        let document = try #require(try IndexedDocument(parsing: try tree.serialized(as: format)))
        let positions = try ["a", "b"].map { key in try #require(document.keys.firstIndex(of: key)) }
        for otherFormat in PropertyListFormat.allCases {
            let other = try #require(try IndexedDocument(parsing: try tree.serialized(as: otherFormat)))
            for (key, position) in zip(["a", "b"], positions) {
                for (otherPosition, otherKey) in other.keys.enumerated() {
                    let isSame = document.hasSameValue(at: position, as: other, at: otherPosition)
                    #expect(isSame == (key == otherKey))
                }
            }
        }
    }

    @Test("a malformed value equals no other")
    func malformedComparison() throws {
        let bytes = BinaryDocument([0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x62], [0x10, 7], [0xF0]).bytes
        let document = try #require(try IndexedDocument(parsing: bytes))
        #expect(document.hasSameValue(at: 0, as: document, at: 0))
        #expect(!document.hasSameValue(at: 0, as: document, at: 1))
        #expect(!document.hasSameValue(at: 1, as: document, at: 0))
        #expect(!document.hasSameValue(at: 1, as: document, at: 1))
    }

    // MARK: -

    private func index(_ text: String) throws(PropertyListError) -> IndexedDocument? {
        try IndexedDocument(parsing: Array(text.utf8))
    }

    /// Expects that the parts of a document are those of its tree.
    private func expectEntries(of bytes: [UInt8], as format: PropertyListFormat) throws {
        let (root, found) = try PropertyList.parse(bytes.span)
        guard case .dictionary(let dictionary) = root else {
            Issue.record("\(root) is no dictionary")
            return
        }
        #expect(found == format)
        let document = try #require(try IndexedDocument(parsing: bytes))
        #expect(document.format == format)
        #expect(document.count == dictionary.count)
        #expect(document.keys.map(ByteKey.init) == dictionary.keys.map(ByteKey.init))
        for (position, entry) in dictionary.enumerated() {
            #expect(try document.value(at: position) == entry.value)
            #expect(document.hasSameValue(at: position, as: document, at: position))
        }
        // The keys of JSON and OpenStep text need the reader.
        let parsed = try PropertyList.parseKeys(bytes.span)
        let hasKeys = format == .xml || format == .binary
        #expect(parsed?.keys == (hasKeys ? dictionary.keys : nil))
        #expect(parsed?.format == (hasKeys ? format : nil))
        let selected = try selection(of: bytes, where: isEven).get()
        guard case .dictionary(let entries) = selected else {
            Issue.record("\(selected) is no dictionary")
            return
        }
        #expect(Array(entries) == dictionary.filter { isEven($0.key.utf8Span.span) })
    }

    /// Expects the error of a reader, or its entries if it reads a dictionary.
    private func expectSameAsReader(_ bytes: [UInt8]) throws {
        switch Result(catching: { () throws(PropertyListError) in try PropertyList.parse(bytes.span) }) {
        case .success((.dictionary, let format)):
            try expectEntries(of: bytes, as: format)
        case .success((let root, _)):
            #expect(try IndexedDocument(parsing: bytes) == nil)
            #expect(try PropertyList.parseKeys(bytes.span) == nil)
            #expect(selection(of: bytes, where: isEven) == .success(root))
        case .failure(let expected):
            // A root that is not a dictionary has no keys, even if the rest of the document is malformed.
            expect(expected) { () throws(PropertyListError) in try IndexedDocument(parsing: bytes) == nil }
            expect(expected) { () throws(PropertyListError) in try PropertyList.parseKeys(bytes.span) == nil }
            #expect(selection(of: bytes, where: isEven) == .failure(expected))
        }
    }

    /// Expects that a read throws an error, or finds nothing.
    private func expect(_ expected: PropertyListError, orNothing isNothing: () throws(PropertyListError) -> Bool) {
        do throws(PropertyListError) {
            #expect(try isNothing(), "the reader throws \(expected)")
        } catch {
            #expect(error == expected)
        }
    }

    private let isEven: KeySelection.Condition = { $0.isEmpty || $0[$0.count - 1].isMultiple(of: 2) }

    /// Reads the entries of some keys, or a root that is not a dictionary.
    private func selection(
        of bytes: [UInt8],
        as format: PropertyListFormat? = nil,
        where isWanted: @escaping KeySelection.Condition
    ) -> Result<PropertyList, PropertyListError> {
        Result { () throws(PropertyListError) in
            try PropertyList.parse(bytes.span, as: format, keys: .matching(isWanted)).0
        }
    }
}
