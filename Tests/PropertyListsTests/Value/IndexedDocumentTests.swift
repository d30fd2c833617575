import TestSupport
import Testing

@testable import PropertyLists

@Suite("Parsing the values of a document on demand")
struct IndexedDocumentTests {
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
            "<plist version='1.0'>\n<dict a='>'>\n</dict >\n</plist>\n",
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
            "<dict><key>a</key><true/><key>&#97;</key><true/></dict>", "<dict><key>&b;</key><true/></dict>",
            "<?xml version='1.0' encoding='UTF-16'?><dict/>", "{\"a\": 1, \"a\": 2}", "{\"a\": }", "{a = b; a = c;}",
            "{a = b", "bplist00",
        ]
    )
    func errors(text: String) throws {
        let bytes = Array(text.utf8)
        let expected = try #require(error { () throws(PropertyListError) in try PropertyList(parsing: bytes.span) })
        #expect(error { () throws(PropertyListError) in try IndexedDocument(parsing: bytes) } == expected)
    }

    @Test(
        "a binary document with two equal keys, or a malformed one, has the reader's error",
        arguments: [
            BinaryDocument([0xD2, 1, 1, 1, 1], [0x51, 0x61]),
            BinaryDocument([0xD3, 3, 1, 2, 1, 1, 1], [0x51, 0x61], [0x61, 0x00, 0x61], [0x51, 0x62]),
            BinaryDocument([0xD1, 1, 0], [0x51, 0x61]), BinaryDocument([0xD1, 1, 2], [0x51, 0x61]),
            BinaryDocument([0xD1, 1, 1], [0x10, 5]),
        ]
    )
    func binaryErrors(document: BinaryDocument) throws {
        let expected = try #require(error { () throws(PropertyListError) in try PropertyList(binary: document) })
        #expect(error { () throws(PropertyListError) in try IndexedDocument(parsing: document.bytes) } == expected)
    }

    @Test("a malformed value of a binary document is an error when it is parsed")
    func malformedValue() throws {
        let objects = BinaryDocument(
            [0xD3, 1, 2, 3, 4, 5, 6],
            [0x51, 0x61],
            [0x51, 0x62],
            [0x51, 0x63],
            [0x10, 7],
            [0xF0],
            [0xA1, 6]
        )
        let document = try #require(try IndexedDocument(parsing: objects.bytes))
        #expect(Array(document.keys) == ["a", "b", "c"])
        #expect(try document.value(at: 0) == 7)
        let problems = [1, 2].map { position in
            error { () throws(PropertyListError) in try document.value(at: position) }?.problem
        }
        #expect(problems == [.invalidObject(marker: 0xF0), .cycle])
    }

    @Test("a root that is not a dictionary has no index", arguments: PropertyListFormat.allCases)
    func otherRoots(format: PropertyListFormat) throws {
        let bytes = try (["a", ["a": "b"]] as PropertyList).serialized(as: format)
        #expect(try IndexedDocument(parsing: bytes) == nil)
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
        for _ in 0..<2_000 {
            let document = RandomXMLDocument(using: &generator).text
            try expectSameAsReader(Array(document.utf8).damaged(using: &generator))
        }
    }

    @Test("damaged binary documents have the entries of their trees, if the trees can be read")
    func damagedBinary() throws {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<4_000 {
            let tree = PropertyList.dictionary(RandomPropertyList().dictionary(using: &generator))
            let damaged = RandomBinaryDocument.bytes(of: tree, using: &generator).damaged(using: &generator)
            if case .dictionary? = try? PropertyList(parsing: damaged.span, as: .binary) {
                try expectEntries(of: damaged, as: .binary)
            } else if let document = try? IndexedDocument(parsing: damaged) {
                for position in 0..<document.count {
                    _ = try? document.value(at: position)
                }
            }
        }
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

    /// Expects that a document's index has the format, the keys and the values of its tree.
    private func expectEntries(of bytes: [UInt8], as format: PropertyListFormat) throws {
        let (root, found) = try PropertyList.parse(bytes.span)
        guard case .dictionary(let dictionary) = root else {
            Issue.record("\(root) is no dictionary")
            return
        }
        let document = try #require(try IndexedDocument(parsing: bytes))
        #expect(document.format == format)
        #expect(found == format)
        #expect(document.count == dictionary.count)
        #expect(document.keys.map(ByteKey.init) == dictionary.keys.map(ByteKey.init))
        for (position, entry) in dictionary.enumerated() {
            #expect(try document.value(at: position) == entry.value)
            #expect(document.hasSameValue(at: position, as: document, at: position))
        }
    }

    /// Expects the error of a reader, or its entries if it reads a dictionary.
    private func expectSameAsReader(_ bytes: [UInt8]) throws {
        switch Result(catching: { () throws(PropertyListError) in try PropertyList.parse(bytes.span) }) {
        case .success((.dictionary, let format)):
            try expectEntries(of: bytes, as: format)
        case .success:
            #expect(try IndexedDocument(parsing: bytes) == nil)
        case .failure(let expected):
            do throws(PropertyListError) {
                // A root that is not a dictionary has no index, even if the rest of the document is malformed.
                let document = try IndexedDocument(parsing: bytes)
                #expect(document == nil, "the reader throws \(expected)")
            } catch {
                #expect(error == expected)
            }
        }
    }
}
