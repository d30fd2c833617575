import TestSupport
import Testing

@testable import PropertyLists

@Suite(
    "XML compared with Python's plistlib",
    .mayWait,
    .enabled(if: PythonPlistlib.python != nil, "needs python3 in PATH")
)
struct XMLOracleTests {
    @Test("plistlib reads our documents, and this package reads its copies")
    func roundTrip() throws {
        var generator = SeededGenerator.printingSeed()
        let values = (0..<400).map { _ in
            PropertyList.dictionary(RandomPropertyList(isPortable: true).dictionary(using: &generator)).asInStrictXML
        }
        let documents = try values.map { value in try XMLWriter.document(value) }
        let binary = try PythonPlistlib.rewritten(documents, as: .xml)
        let xml = try PythonPlistlib.rewritten(documents, as: .xml, writing: .xml)
        try #require(binary.count == values.count && xml.count == values.count)
        for (index, value) in values.enumerated() {
            #expect(try PropertyList(binary: #require(binary[index])) == value)
            #expect(try PropertyList(xml: #require(xml[index])) == value.asInXML())
        }
    }

    @Test("plistlib and this package read the same values from unusual spellings")
    func oddSpellings() throws {
        var generator = SeededGenerator.printingSeed()
        let values = RandomPropertyList(isPortable: true, hasReferences: false, depthLimit: 2)
        var documents: [RandomXMLDocument] = []
        while documents.count < 300 {
            let document = RandomXMLDocument(values: values, using: &generator)
            let value = PropertyList.dictionary(document.dictionary)
            // A strict parser refuses ]]> in text.
            if value.asInStrictXML == value, document.dictionary["]]>"] == nil {
                documents.append(document)
            }
        }
        let rewritten = try PythonPlistlib.rewritten(documents.map { Array($0.text.utf8) }, as: .xml)
        try #require(rewritten.count == documents.count)
        for (document, rewritten) in zip(documents, rewritten) {
            let value = PropertyList.dictionary(document.dictionary)
            #expect(try PropertyList(xml: document.text) == value)
            let theirs = try #require(rewritten, "plistlib refuses \(document.text)")
            #expect(try PropertyList(binary: theirs) == value, "\(document.text)")
        }
    }

    @Test("plistlib and this package read the same values from unusual documents")
    func oddDocuments() throws {
        let documents = [
            "\u{FEFF}<plist><true/></plist>", "<true/>",
            "<!-- a --><plist><!-- b --><false/><!-- c --></plist><!-- d -->",
            "<?a?><plist><?b <c> ?><array><?d?></array></plist><?e?>",
            "<!DOCTYPE plist [ <!-- ' ]> --> <!ELEMENT a (b)> ]><plist><dict/></plist>",
            "<!DOCTYPE plist SYSTEM 'a>b'><plist a='&gt;'><dict b=\"'\"><key c='d'>k</key><true e='/'/></dict></plist>",
            "<plist><string>&amp;&lt;&gt;&quot;&apos;&#65;&#x1F600;</string></plist>",
            "<plist><string>a<![CDATA[<b>&amp;]]]]><![CDATA[>]]>c<!-- d -->e<?f?>g</string></plist>",
            "<plist><array><integer>0x1F</integer><integer>-7</integer><integer> 7\n</integer></array></plist>",
            "<plist><array><integer>+7</integer><real>1</real><real>-0.0</real><real>1e3</real></array></plist>",
            "<plist><array><real>inf</real><real>-infinity</real><real>+inf</real></array></plist>",
            "<plist><array><real>0.1</real><real>4.9406564584124654e-324</real><real>1e309</real></array></plist>",
            "<plist><array><data/><data> </data><data>AQ==</data><data>\n\tA\n\tQID </data></array></plist>",
            "<plist><array><string/><string></string><string> \n</string><dict/><array/></array></plist>",
            "<plist><dict><key>\u{E9}</key><true/><key>e\u{301}</key><false/><key/><true></true></dict></plist>",
            "<plist><date>1970-01-01T00:00:00Z</date></plist>",
            "<plist><integer>18446744073709551615</integer></plist>",
        ].map { Array($0.utf8) }
        for (document, rewritten) in zip(documents, try PythonPlistlib.rewritten(documents, as: .xml)) {
            let text = String(decoding: document, as: UTF8.self)
            let rewritten = try #require(rewritten, "plistlib refuses \(text)")
            #expect(try PropertyList(xml: document) == PropertyList(binary: rewritten), "\(text)")
        }
    }

    @Test("plistlib and this package refuse the same broken documents")
    func brokenDocuments() throws {
        var documents = [
            "", " ", "<plist>", "<plist><true/>", "<plist><true/></plist>a",
            "<plist><true/></plist><plist/>", "<plist><array></dict></plist>", "<plist><string>a</key></plist>",
            "<plist><dict><key>a</key></dict></plist>", "<plist><dict><true/></dict></plist>",
            "<plist><dict><key>a</key><key>b</key></dict></plist>", "<plist><key>a</key></plist>",
            "<plist><string>&nbsp;</string></plist>", "<plist><string>&amp</string></plist>",
            "<plist><string>&#xD800;</string></plist>", "<plist><integer>a</integer></plist>",
            "<plist><integer>1.5</integer></plist>", "<plist><integer/></plist>", "<plist><real>1,5</real></plist>",
            "<plist><date>2001-02-28</date></plist>", "<plist><data>A</data></plist>",
            "<plist><integer>18446744073709551616</integer></plist>", "<plist><!-- a</plist>",
            "<!DOCTYPE plist [ <plist/>",
        ].map { Array($0.utf8) }
        let frames = [("<string>", "</string>"), ("<dict><key>", "</key><true/></dict>"), ("<!--", "--><true/>")]
        for (start, end) in frames {
            documents.append(Array("<plist>\(start)".utf8) + [0xFF] + Array("\(end)</plist>".utf8))
        }
        for (document, rewritten) in zip(documents, try PythonPlistlib.rewritten(documents, as: .xml)) {
            let text = String(decoding: document, as: UTF8.self)
            #expect(rewritten == nil, "plistlib reads \(text)")
            #expect(throws: PropertyListError.self, "\(text)") { try PropertyList(xml: document) }
        }
    }
}

extension PropertyList {
    /// The nearest value that a strict XML parser reads.
    ///
    /// Such a parser accepts neither control characters nor the references of keyed archives.
    var asInStrictXML: PropertyList {
        switch self {
        case .string(let string): .string(string.asInStrictXML)
        case .uid(let identifier): .integer(PropertyListInteger(identifier))
        case .array(let elements): .array(elements.map(\.asInStrictXML))
        case .dictionary(let dictionary):
            .dictionary(
                dictionary.reduce(into: PropertyListDictionary()) { $0[$1.key.asInStrictXML] = $1.value.asInStrictXML }
            )
        default: self
        }
    }
}

extension String {
    fileprivate var asInStrictXML: String {
        String(
            UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.value {
                    case 9, 10, 32...0xFFFD, 0x10000...: scalar
                    default: "?"
                    }
                }
            )
        )
    }
}
