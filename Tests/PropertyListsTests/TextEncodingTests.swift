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
        "XML is read in every encoding, with a byte order mark or none, where its declaration agrees or is silent",
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

    @Test("ASCII is read as the part of UTF-8 that it is", arguments: ["US-ASCII", "us-ascii", "ASCII"])
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

    @Test("OpenStep text is read in every encoding that a byte order mark tells", arguments: DocumentEncoding.allCases)
    func openStep(encoding: DocumentEncoding) throws {
        for text in Self.openStep {
            let document = encoding.encode("\u{FEFF}" + text)
            #expect(PropertyListFormat(detecting: document.span) == .openStep)
            #expect(try PropertyList(parsing: document.span) == Self.value)
            #expect(try PropertyList(parsing: document.span, as: .openStep) == Self.value)
        }
    }

    @Test("JSON is read in UTF-8 alone", arguments: DocumentEncoding.wide)
    func json(encoding: DocumentEncoding) {
        let document = encoding.encode("\u{FEFF}{\"a\": [1]}")
        #expect(PropertyListFormat(detecting: document.span) == .json)
        let refusal = PropertyListProblem.unsupportedEncoding(encoding.family)
        let found = error { () throws(PropertyListError) in try PropertyList(parsing: document.span) }
        #expect(found == PropertyListError(refusal, at: encoding.place(after: "")))
        let foundInJSON = error { () throws(PropertyListError) in try PropertyList(json: document) }
        #expect(foundInJSON?.problem == refusal)
    }

    @Test("a wide text is told apart by its start, however long it is", arguments: DocumentEncoding.wide)
    func detection(encoding: DocumentEncoding) {
        let tail = String(repeating: "é😀 ", count: 15_000)
        for (start, format) in [
            ("<plist>", .xml), ("<", .xml), ("\n {a", .openStep), ("(", .openStep), ("[", .json), ("{\"a\":", .json),
            ("/* why */ a =", .openStep), ("a", nil), ("", nil),
        ] as [(String, PropertyListFormat?)] {
            #expect(PropertyListFormat(detecting: encoding.encode("\u{FEFF}\(start)\0\(tail)").span) == format)
        }
    }

    @Test("a wide document without a value is an error that says so", arguments: DocumentEncoding.wide)
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
        "the place of an error is its line, its column, and its offset in the bytes as they are",
        arguments: [
            "<dict>\n<!-- é😀 -->\n<key>é😀</key> <key/></dict>", "<array><!-- 😀日 --><string>&nbsp;</string></array>",
            "<dict><key>😀</key><true/>\r\n<key>😀</key><true/></dict>", "<plist><string>😀é</string>", "<true/>é",
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
