import TestSupport
import Testing

@testable import PropertyLists

@Suite("Reading XML property lists")
struct XMLReaderTests {
    @Test(
        "each kind of value is read, in every spelling of its element",
        arguments: [
            ("<string>a</string>", "a"), ("<string></string>", ""), ("<string/>", ""), ("<string />", ""),
            ("<string> a\n\tb </string>", " a\n\tb "), ("<string>a\r\nb\rc</string>", "a\r\nb\rc"),
            ("<true/>", true), ("<false />", false), ("<true></true>", true), ("<true> \n</true >", true),
            ("<array/>", []), ("<array></array>", []), ("<dict/>", [:]), ("<dict > </dict\n>", [:]),
            ("<array><dict/><array/></array>", [[:], []]), ("<data/>", .data([])), ("<data> \n </data>", .data([])),
            ("<data>\n\tAQI\n\tD\n</data>", .data([1, 2, 3])), ("<data>AQ==</data>", .data([1])),
            ("<data>AQ<!-- half -->I=</data>", .data([1, 2])),
            ("<date>2001-01-01T00:00:00Z</date>", .date(PropertyListDate(secondsSinceReferenceDate: 0))),
            ("<date>\n1970-01-01T00:00:00Z </date>", .date(PropertyListDate(secondsSinceReferenceDate: -978_307_200))),
        ] as [(String, PropertyList)]
    )
    func kinds(element: String, value: PropertyList) throws {
        #expect(try PropertyList(xml: element) == value)
        #expect(try PropertyList(xml: "<plist>\(element)</plist>") == value)
    }

    @Test(
        "an integer is decimal or hexadecimal, with an optional sign",
        arguments: [
            ("0", 0), ("-0", 0), ("+7", 7), ("-7", -7), (" 7\n", 7), ("007", 7), ("0x1F", 31), ("0Xff", 255),
            ("-0x10", -16), ("+0x0", 0), ("&#55;", 7), ("<![CDATA[7]]>", 7), ("1<!-- 2 -->3", 13),
            ("-9223372036854775808", .integer(.min)), ("-0x8000000000000000", .integer(.min)),
            ("18446744073709551615", .integer(.max)), ("0xFFFFFFFFFFFFFFFF", .integer(.max)),
            (String(repeating: "0", count: 10_000) + "7", 7),
        ].map { (Sample($0), $1) } as [(Sample<String>, PropertyList)]
    )
    func integers(text: Sample<String>, value: PropertyList) throws {
        #expect(try PropertyList(xml: "<integer>\(text.value)</integer>") == value)
    }

    @Test(
        "a real is a decimal number, an infinity or NaN",
        arguments: [
            ("0", 0.0), ("-0.0", -0.0), ("1", 1.0), (" +1.5\n", 1.5), (".5", 0.5), ("1.", 1.0), ("1e3", 1000.0),
            ("-25E-1", -2.5), ("1e309", .real(.infinity)), ("1e-400", 0.0), ("0.10000000000000001", 0.1),
            ("nan", .real(.nan)), ("NaN", .real(.nan)), ("-nan", .real(.nan)), ("inf", .real(.infinity)),
            ("Infinity", .real(.infinity)), ("+infinity", .real(.infinity)), ("-INF", .real(-.infinity)),
            ("4.9406564584124654e-324", .real(.leastNonzeroMagnitude)), ("1&#46;5", 1.5),
        ] as [(String, PropertyList)]
    )
    func reals(text: String, value: PropertyList) throws {
        #expect(try PropertyList(xml: "<real>\(text)</real>") == value)
    }

    @Test(
        "text can contain references, CDATA sections, comments and instructions",
        arguments: [
            ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("&#65;&#x42;&#x00000043;&#00000068;", "ABCD"),
            ("&#xe9;&#x1F600;", "é😀"),
            ("&#0;&#x10FFFF;", "\0\u{10FFFF}"), ("&amp;amp;", "&amp;"), ("a;b", "a;b"),
            ("<![CDATA[<key>&amp;</key>]]>", "<key>&amp;</key>"), ("<![CDATA[]]>", ""), ("<![CDATA[]]]>", "]"),
            ("<![CDATA[a]]]]><![CDATA[>b]]>", "a]]>b"), ("a<!-- <key>b</key> & - -->c", "ac"), ("<!---->a", "a"),
            ("a<!-- -- --->b", "ab"), ("a<?b <c> ?>d", "ad"), ("]]>", "]]>"), ("a > b", "a > b"),
        ]
    )
    func texts(text: String, string: String) throws {
        #expect(try PropertyList(xml: "<string>\(text)</string>") == .string(string))
        #expect(try PropertyList(xml: "<dict><key>\(text)</key><true/></dict>") == [string: true])
    }

    @Test("every control character is read as itself, including NUL")
    func controlCharacters() throws {
        let controls = String(String.UnicodeScalarView((0..<32).compactMap(Unicode.Scalar.init(_:)))) + "\u{7F}\u{85}"
        #expect(try PropertyList(xml: "<string>\(controls)</string>") == .string(controls))
        #expect(try PropertyList(xml: "<dict><key>\(controls)</key><true/></dict>") == [controls: true])
    }

    @Test(
        "markup and whitespace around and between elements are ignored",
        arguments: [
            "\u{FEFF}%", "\u{FEFF}\n<?xml version='1.0'?>%", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>%",
            " \r\n\t%\n ",
            "<!-- > -- <dict> & é -->%<!-- b -->", "<!---->%", "%<?end?>", "<?a?><!-- b --><?c ? > ?>%",
            "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/a.dtd\">%",
            "<!DOCTYPE plist SYSTEM 'a>b\"'>%", "<!DOCTYPE plist>%", "<!DOCTYPE plist []>%",
            "<!DOCTYPE plist [<!ELEMENT a (b)><!ENTITY c \"]>\">]>%",
            "<!DOCTYPE plist [\n<!-- don't ]> --><?a ']> ?>\n<!ENTITY b '\"'> ] >%",
        ]
    )
    func miscellany(template: String) throws {
        let root = "<dict><!-- a --><key>a</key><!-- > --> <?b?><true/> </dict>"
        for document in [root, "<plist>\(root)</plist>", "<plist version=\"1.0\">\n\(root)<!-- c -->\n</plist>"] {
            let text = template.split(separator: "%", omittingEmptySubsequences: false).joined(separator: document)
            #expect(try PropertyList(xml: text) == ["a": true], "\(text)")
        }
    }

    @Test("attributes are ignored")
    func attributes() throws {
        let document = """
            <plist version="1.0" note='&gt;'>
            <dict xml:space="preserve">
            <key a="</key&gt;" b='"'
              c="é">k</key>
            <array empty="/"/>
            <key a = "/">s</key><string a="/ ">t</string >
            </dict>
            </plist>
            """
        #expect(try PropertyList(xml: document) == ["k": [], "s": "t"])
    }

    @Test(
        "a > in an attribute and an attribute in an end tag are errors: CoreFoundation reads another value, or none",
        arguments: [
            ("<string x=\">\">a</string>", ">", "\" or &gt;", 12), ("<array x='/>'/>", ">", "' or &gt;", 12),
            ("<string>a</string x=\"1\">", "x", ">", 19), ("<true></true x>", "x", ">", 14),
        ]
    )
    func attributeErrors(text: String, found: String, expected: String, column: Int) {
        let error = #expect(throws: PropertyListError.self) { try PropertyList(xml: text) }
        #expect(error?.problem == .unexpected(found, expected: expected))
        #expect(error?.position?.column == column)
    }

    @Test("a dictionary keeps the order of its keys")
    func order() throws {
        let value = try PropertyList(xml: "<dict><key>b</key><true/><key/><true/><key>a</key><true/></dict>")
        guard case .dictionary(let dictionary) = value else {
            Issue.record("no dictionary")
            return
        }
        #expect(dictionary.keys == ["b", "", "a"])
    }

    @Test("canonically equivalent keys stay two keys")
    func equivalentKeys() throws {
        let value = try PropertyList(xml: "<dict><key>\u{E9}</key><true/><key>e&#x301;</key><false/></dict>")
        guard case .dictionary(let dictionary) = value else {
            Issue.record("no dictionary")
            return
        }
        #expect(dictionary["\u{E9}"] == true)
        #expect(dictionary["e\u{301}"] == false)
    }

    @Test(
        "a dictionary with only an integer CF$UID is a reference, except at the root",
        arguments: [
            ("<key>CF$UID</key><integer>7</integer>", .uid(7)),
            ("<key>CF&#36;UID</key><integer>0xFFFFFFFFFFFFFFFF</integer>", .uid(.max)),
            ("<key>CF$UID</key><integer>-1</integer>", ["CF$UID": -1]),
            ("<key>CF$UID</key><string>7</string>", ["CF$UID": "7"]),
            ("<key>CF$UID</key><integer>7</integer><key>a</key><true/>", ["CF$UID": 7, "a": true]),
        ] as [(String, PropertyList)]
    )
    func references(entries: String, value: PropertyList) throws {
        #expect(try PropertyList(xml: "<array><dict>\(entries)</dict></array>") == [value])
        #expect(try PropertyList(xml: "<dict>\(entries)</dict>").kind == .dictionary)
    }

    @Test("containers nest up to the limit")
    func depth() throws {
        let open = String(repeating: "<array>", count: 512)
        let close = String(repeating: "</array>", count: 512)
        #expect(try PropertyList(xml: open + close) == (1..<512).reduce([]) { value, _ in [value] })
        #expect(try PropertyList(xml: open + "<string/>" + close) == (0..<512).reduce("") { value, _ in [value] })
    }
}
