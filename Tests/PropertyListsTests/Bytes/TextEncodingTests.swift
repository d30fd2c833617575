import TestSupport
import Testing

@testable import PropertyLists

@Suite("Encodings of text documents")
struct TextEncodingTests {
    private static let value: PropertyList = ["a": "é😀\u{FFFD}", "日本": ["\u{10FFFF}"]]
    private static let xml = """
        <plist version="1.0"><dict><!-- é😀 --><key>a</key><string>é&#x1F600;\u{FFFD}</string>
        <key>日本</key><array><string>\u{10FFFF}</string></array></dict></plist>
        """
    private static let openStep = [
        "{ a = \"é😀\u{FFFD}\"; \"日本\" = (\"\\UDBFF\\UDFFF\"); }",
        "\"a\"=\"é\\UD83D\\UDE00\u{FFFD}\"; '日本'=('\u{10FFFF}');\n",
        "// é😀\n  \"a\" = /* 日本 */ \"é😀\u{FFFD}\";\"日本\" = (\"\u{10FFFF}\");",
    ]

    private static let declarations: [String?] = [
        nil, "UTF-8", "utf-8", "UTF8", "US-ASCII", "UTF-16", "utf-16", "UTF-16LE", "utf-16le", "UTF-16BE", "UTF-32",
        "UTF-32LE", "UTF-32BE", "ISO-8859-1", "Shift_JIS", "",
    ]

    @Test(
        "XML is read in every encoding, with or without a byte order mark, unless its declaration contradicts it",
        arguments: DocumentEncoding.allCases
    )
    func xml(encoding: DocumentEncoding) {
        for mark in ["", "\u{FEFF}"] {
            for declared in Self.declarations {
                let declaration = declared.map { "<?xml version='1.0' encoding='\($0)'?>" } ?? "<?xml version='1.0'?>"
                let document = encoding.encode(mark + declaration + Self.xml)
                #expect(PropertyListFormat(detecting: document.span) == .xml)
                let problem = Self.problem(encoding, declared)
                do throws(PropertyListError) {
                    #expect(try PropertyList(parsing: document.span) == Self.value)
                    #expect(problem == nil, "\(declaration)")
                } catch {
                    #expect(error.problem == problem, "\(declaration)")
                    #expect(error.position?.offset == 0)
                }
            }
            let undeclared = encoding.encode(mark + Self.xml)
            let found = error { () throws(PropertyListError) in try PropertyList(parsing: undeclared.span) }
            #expect(found == nil)
        }
    }

    private static func problem(_ encoding: DocumentEncoding, _ declared: String?) -> PropertyListProblem? {
        guard let declared else { return nil }
        switch (encoding, declared.uppercased()) {
        case (_, encoding.name), (_, encoding.family), (.utf8, "UTF8"): return nil
        case (.utf8, "ISO-8859-1"), (.utf8, "SHIFT_JIS"), (.utf8, ""): return .unsupportedEncoding(declared)
        default: return .contradictedEncoding(declared: declared, actual: encoding.name)
        }
    }

    @Test("ASCII is read as a subset of UTF-8", arguments: ["US-ASCII", "us-ascii", "ASCII"])
    func ascii(name: String) throws {
        let document = Array("<?xml version='1.0' encoding='\(name)'?><string>e&#233;</string>".utf8)
        #expect(try PropertyList(parsing: document.span) == "eé")
    }

    @Test("only an XML declaration names an encoding")
    func noDeclaration() throws {
        for start in [
            "<?xml-stylesheet encoding='x'?>", "<?xml version='1.0'?><!-- encoding='x' ?> -->", "<?xml encoding?>",
        ] {
            let document = Array("\(start)<true/>".utf8)
            #expect(try PropertyList(parsing: document.span) == true)
        }
    }

    @Test(
        "OpenStep text is read in every encoding that a byte order mark identifies",
        arguments: DocumentEncoding.allCases
    )
    func openStep(encoding: DocumentEncoding) throws {
        for text in Self.openStep {
            let document = encoding.encode("\u{FEFF}" + text)
            #expect(PropertyListFormat(detecting: document.span) == .openStep)
            #expect(try PropertyList(parsing: document.span) == Self.value)
            #expect(try PropertyList(parsing: document.span, as: .openStep) == Self.value)
        }
    }

    @Test("JSON is read in UTF-8 only", arguments: DocumentEncoding.wide)
    func json(encoding: DocumentEncoding) {
        let document = encoding.encode("\u{FEFF}{\"a\": [1]}")
        #expect(PropertyListFormat(detecting: document.span) == .json)
        let refusal = PropertyListProblem.unsupportedEncoding(encoding.family)
        let found = error { () throws(PropertyListError) in try PropertyList(parsing: document.span) }
        #expect(found == PropertyListError(refusal, at: encoding.place(after: "")))
        #expect(refusal.description == "unsupported encoding '\(encoding.family)'")
        let foundInJSON = error { () throws(PropertyListError) in try PropertyList(json: document) }
        #expect(foundInJSON?.problem == refusal)
    }

    @Test(
        "the format of UTF-16 and UTF-32 text is detected from its start, however long it is",
        arguments: DocumentEncoding.wide
    )
    func detection(encoding: DocumentEncoding) {
        let tail = String(repeating: "é😀 ", count: 15_000)
        for (start, format) in [
            ("<plist>", .xml), ("<", .xml), ("\n {a", .openStep), ("(", .openStep), ("[", .json), ("{\"a\":", .json),
            ("/* why */ a =", .openStep), ("a", nil), ("", nil),
        ] as [(String, PropertyListFormat?)] {
            #expect(PropertyListFormat(detecting: encoding.encode("\u{FEFF}\(start)\0\(tail)").span) == format)
        }
    }

    @Test("a UTF-16 or UTF-32 document without a value is an error", arguments: DocumentEncoding.wide)
    func nothing(encoding: DocumentEncoding) {
        for (text, problem) in [("\u{FEFF}", .unknownFormat), ("\u{FEFF}a b", .unknownFormat), ("<!-- a -->", .empty)]
            as [(String, PropertyListProblem)]
        {
            let document = encoding.encode(text)
            let found = error { () throws(PropertyListError) in try PropertyList(parsing: document.span) }
            #expect(found?.problem == problem)
        }
    }

    @Test(
        "the position of an error is its line, its column, and its offset in the encoded bytes",
        arguments: [
            "<dict>\n<!-- é😀 -->\n<key>é😀</key> <key/></dict>", "<array><!-- 😀日 --><string>&nbsp;</string></array>",
            "<dict><key>😀</key><true/>\r\n<key>😀</key></dict>", "<plist><string>😀é</string>", "<true/>é",
            "\u{FEFF}<array>é\n😀", "\u{FEFF}{ a = \"é😀\";\n b c }", "\u{FEFF}'é😀' = '\\U12'", "\u{FEFF}é😀",
            "\u{FEFF}( \"é😀\", /* 日本",
        ]
    )
    func places(text: String) throws {
        let inUTF8 = error { () throws(PropertyListError) in try PropertyList(parsing: Array(text.utf8).span) }
        let expected = try #require(inUTF8?.position)
        for encoding in DocumentEncoding.wide {
            let document = encoding.encode(text)
            let found = error { () throws(PropertyListError) in try PropertyList(parsing: document.span) }
            let before = String(Substring(text.utf8.prefix(expected.offset)))
            #expect(found?.problem == inUTF8?.problem)
            #expect(found?.position == encoding.place(after: before))
        }
    }
}

@Suite("Encodings compared with Python", .mayWait, .enabled(if: PythonPlistlib.python != nil, "needs python3 in PATH"))
struct TextEncodingOracleTests {
    @Test(
        "documents that Python encodes are read, and plistlib reads our changes of them",
        arguments: DocumentEncoding.allCases
    )
    func encodedByPython(encoding: DocumentEncoding) throws {
        var random = SeededGenerator.printingSeed()
        let values = (0..<20).map { _ in
            PropertyList.dictionary(RandomPropertyList(isPortable: true).dictionary(using: &random)).asInStrictXML
        }
        for mark in ["", "\u{FEFF}"] {
            let name = random.pick([encoding.name, encoding.family])
            let texts = try values.map { value in
                mark + String(decoding: try XMLWriter.document(value, encoding: name), as: UTF8.self)
            }
            let documents = try PythonPlistlib.encoded(texts, as: encoding.rawValue)
            try #require(documents.count == values.count)
            var changed: [[UInt8]] = []
            var changes: [PropertyList] = []
            for (document, value) in zip(documents, values) {
                let document = try #require(document)
                let read = try PropertyList(parsing: document.span)
                #expect(read == value.asInXML())
                guard case .dictionary(let old) = read else { continue }
                var new = old
                new["é😀"] = "日本"
                changed.append(try new.serialized(changing: document.span, replacing: old, as: .xml))
                changes.append(.dictionary(new))
            }
            // Python's XML parser does not support UTF-32.
            guard encoding.family != "UTF-32" else { continue }
            for (rewritten, value) in zip(try PythonPlistlib.rewritten(changed, as: .xml, writing: .xml), changes) {
                #expect(try PropertyList(xml: #require(rewritten)) == value)
            }
        }
    }

    @Test("plistlib refuses and accepts the same declarations")
    func declarations() throws {
        for encoding in DocumentEncoding.allCases where encoding.family != "UTF-32" {
            let names = ["UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "us-ascii"]
            let texts = ["", "\u{FEFF}"].flatMap { mark in
                names.map { "\(mark)<?xml version='1.0' encoding='\($0)'?><plist><string>é</string></plist>" }
            }
            let documents = try PythonPlistlib.encoded(texts, as: encoding.rawValue).compactMap { $0 }
            for (index, rewritten) in try PythonPlistlib.rewritten(documents, as: .xml).enumerated() {
                let found = error { () throws(PropertyListError) in try PropertyList(xml: documents[index]) }
                #expect((found == nil) == (rewritten != nil), "\(encoding): \(texts[index])")
            }
        }
    }
}

/// The encodings of documents in tests, with the names that Python uses.
enum DocumentEncoding: String, CaseIterable {
    case utf8 = "utf-8"
    case utf16BigEndian = "utf-16-be"
    case utf16LittleEndian = "utf-16-le"
    case utf32BigEndian = "utf-32-be"
    case utf32LittleEndian = "utf-32-le"

    static let wide = allCases.filter { $0 != .utf8 }

    /// The name in an XML declaration, such as `UTF-16LE`.
    var name: String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16BigEndian: "UTF-16BE"
        case .utf16LittleEndian: "UTF-16LE"
        case .utf32BigEndian: "UTF-32BE"
        case .utf32LittleEndian: "UTF-32LE"
        }
    }

    /// The name without a byte order, such as `UTF-16`.
    var family: String { String(name.prefix { $0 != "B" && $0 != "L" }) }

    func encode(_ text: String) -> [UInt8] {
        switch self {
        case .utf8: Array(text.utf8)
        case .utf16BigEndian: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case .utf16LittleEndian: text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case .utf32BigEndian: text.unicodeScalars.flatMap { scalar in bytes(of: scalar) }
        case .utf32LittleEndian: text.unicodeScalars.flatMap { scalar in bytes(of: scalar).reversed() }
        }
    }

    /// Returns the position after a text at the start of a document in this encoding.
    func place(after text: String) -> SourcePosition {
        SourcePosition(offset: text.utf8.count, in: Array(text.utf8)).moved { _ in encode(text).count }
    }

    private func bytes(of scalar: Unicode.Scalar) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(scalar.value >> $0 & 0xFF) }
    }
}
