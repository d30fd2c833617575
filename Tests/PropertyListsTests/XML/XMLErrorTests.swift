import TestSupport
import Testing

@testable import PropertyLists

@Suite("Errors in reading XML property lists")
struct XMLReaderErrorTests {
    @Test(
        "an invalid document is an error with its line and column",
        arguments: [
            ("", .empty, 1, 1), (" \n ", .empty, 2, 2), ("\u{FEFF}", .empty, 1, 1), ("<!-- a -->", .empty, 1, 11),
            ("<?xml version='1.0'?>\n<!DOCTYPE plist>\n", .empty, 3, 1), ("<plist/>", .empty, 1, 1),
            ("\n<plist></plist>", .empty, 2, 8), ("<plist><!-- a --></plist>", .empty, 1, 18),
            ("<plist>", .unexpectedEnd(within: "<plist>"), 1, 8),
            ("<true/><true/>", .trailingContent, 1, 8), ("<plist><true/></plist>\na", .trailingContent, 2, 1),
            ("<true/>\0", .trailingContent, 1, 8), ("<true/></plist>", .trailingContent, 1, 8),
            ("<dict/><key>a</key>", .trailingContent, 1, 8),
            ("<plist><true/></plist><plist/>", .trailingContent, 1, 23),
            ("<plist><true/></plist><foo>", .trailingContent, 1, 23), ("<true/>\u{FEFF}", .trailingContent, 1, 8),
            ("<plist><true/>\n<dict/></plist>", .unexpected("<dict/>", expected: "</plist>"), 2, 1),
            ("<plist><true/></dict></plist>", .unexpected("</dict>", expected: "</plist>"), 1, 15),
            ("<plist><true/><plist>", .unexpected("<plist>", expected: "</plist>"), 1, 15),
            ("<plist><plist>", .unexpected("<plist>", expected: "a value"), 1, 8),
            ("</plist>", .unexpected("</plist>", expected: "<plist>"), 1, 1),
            ("</dict>", .unexpected("</dict>", expected: "<plist>"), 1, 1),
            ("<key>a</key>", .unexpected("<key>", expected: "<plist>"), 1, 1),
            ("<plist><key>a</key><true/></plist>", .unexpected("<key>", expected: "a value"), 1, 8),
            ("a", .unexpected("text", expected: "a tag"), 1, 1),
            ("{a=1;}", .unexpected("text", expected: "a tag"), 1, 1),
        ] as [(String, PropertyListProblem, Int, Int)]
    )
    func documents(text: String, problem: PropertyListProblem, line: Int, column: Int) {
        expect(Array(text.utf8), problem, line, column)
    }

    @Test(
        "elements that do not match are an error with the line and column",
        arguments: [
            ("<string>a</key>", .mismatchedTag("</key>", expected: "</string>"), 1, 10),
            ("<string>é\n<true/></string>", .mismatchedTag("<true/>", expected: "</string>"), 2, 1),
            ("<string><string>", .mismatchedTag("<string>", expected: "</string>"), 1, 9),
            ("<string>a</foo>", .unknownElement("foo"), 1, 10),
            ("<string\0>a</string>", .unknownElement("string\0"), 1, 1),
            ("<data\0>AQID</data>", .unknownElement("data\0"), 1, 1),
            ("<array><true\0/></array>", .unknownElement("true\0"), 1, 8),
            ("<dict><key\0>a</key>", .unknownElement("key\0"), 1, 7),
            ("<array><true/></array\0>", .unknownElement("array\0"), 1, 15),
            ("<dict><key>a</string>", .mismatchedTag("</string>", expected: "</key>"), 1, 13),
            ("<array></dict>", .mismatchedTag("</dict>", expected: "</array>"), 1, 8),
            ("<dict>\r\n</array>", .mismatchedTag("</array>", expected: "</dict>"), 2, 1),
            ("<array></string>", .mismatchedTag("</string>", expected: "</array>"), 1, 8),
            ("<plist><dict></plist>", .unexpected("</plist>", expected: "<key> or </dict>"), 1, 14),
            ("<dict><key>a</key></dict>", .missingValue(key: "a"), 1, 19),
            ("<dict><key>&amp;</key>\r</dict>", .missingValue(key: "&"), 2, 1),
            ("<dict><key>a</key><key>b</key>", .unexpected("<key>", expected: "a value"), 1, 19),
            ("<dict>\n <true/></dict>", .unexpected("<true/>", expected: "<key> or </dict>"), 2, 2),
            ("<dict><key>a</key><true/><true/>", .unexpected("<true/>", expected: "<key> or </dict>"), 1, 26),
            ("<dict>a</dict>", .unexpected("text", expected: "a tag"), 1, 7),
            ("<array><true/>\n\té</array>", .unexpected("text", expected: "a tag"), 2, 2),
            ("<array>&amp;</array>", .unexpected("text", expected: "a tag"), 1, 8),
            ("<array><![CDATA[ ]]></array>", .unknownElement("![CDATA["), 1, 8),
            ("<array><key>a</key></array>", .unexpected("<key>", expected: "a value or </array>"), 1, 8),
            ("<true>yes</true>", .unexpected("text", expected: "</true>"), 1, 1),
            ("<true></false>", .mismatchedTag("</false>", expected: "</true>"), 1, 7),
            ("<True/>", .unknownElement("True"), 1, 1), ("<array>\n<set/></array>", .unknownElement("set"), 2, 1),
            ("<a:dict>", .unknownElement("a:dict"), 1, 1), ("<stringé>", .unknownElement("stringé"), 1, 1),
            ("< dict>", .unexpected("<", expected: "a tag"), 1, 1), ("<>", .unexpected("<", expected: "a tag"), 1, 1),
            ("<dict></ >", .unexpected("</", expected: "a tag"), 1, 7),
            ("<!dict>", .unknownElement("!dict"), 1, 1), ("<array/ <true/>", .unexpected("<", expected: ">"), 1, 9),
            ("<array></array/>", .unexpected("</array/>", expected: "</array>"), 1, 8),
        ] as [(String, PropertyListProblem, Int, Int)]
    )
    func elements(text: String, problem: PropertyListProblem, line: Int, column: Int) {
        expect(Array(text.utf8), problem, line, column)
    }

    @Test(
        "text that is invalid for its type is an error at the start of its element",
        arguments: [
            ("<integer>18446744073709551616</integer>", .integerOutOfRange("18446744073709551616")),
            ("<integer>-9223372036854775809</integer>", .integerOutOfRange("-9223372036854775809")),
            ("<integer>0x10000000000000000</integer>", .integerOutOfRange("0x10000000000000000")),
            ("<integer/>", .invalidValue(.integer, text: "")),
            ("<integer> </integer>", .invalidValue(.integer, text: " ")),
            ("<integer>-</integer>", .invalidValue(.integer, text: "-")),
            ("<integer>0x</integer>", .invalidValue(.integer, text: "0x")),
            ("<integer>1.0</integer>", .invalidValue(.integer, text: "1.0")),
            ("<integer>1 2</integer>", .invalidValue(.integer, text: "1 2")),
            ("<integer>+-1</integer>", .invalidValue(.integer, text: "+-1")),
            ("<integer>٣</integer>", .invalidValue(.integer, text: "٣")),
            ("<real/>", .invalidValue(.real, text: "")), ("<real>1,5</real>", .invalidValue(.real, text: "1,5")),
            ("<real>0x1p3</real>", .invalidValue(.real, text: "0x1p3")),
            ("<real>nan(5)</real>", .invalidValue(.real, text: "nan(5)")),
            ("<real>infin</real>", .invalidValue(.real, text: "infin")),
            ("<real>1e</real>", .invalidValue(.real, text: "1e")), ("<real>.</real>", .invalidValue(.real, text: ".")),
            ("<date/>", .invalidValue(.date, text: "")),
            ("<date>2001-02-28T00:00Z</date>", .invalidValue(.date, text: "2001-02-28T00:00Z")),
            ("<date>2001-01-01T00:00:00.5Z</date>", .invalidValue(.date, text: "2001-01-01T00:00:00.5Z")),
            ("<data>A</data>", .invalidValue(.data, text: "A")),
            ("<data>AQ=</data>", .invalidValue(.data, text: "AQ=")),
            ("<data>AQ==AQ=</data>", .invalidValue(.data, text: "AQ==AQ=")),
            ("<data>A-_A</data>", .invalidValue(.data, text: "A-_A")),
        ] as [(String, PropertyListProblem)]
    )
    func values(element: String, problem: PropertyListProblem) {
        expect(Array(element.utf8), problem, 1, 1)
        expect(Array("<plist>\n<array>\n\t\(element)</array></plist>".utf8), problem, 3, 2)
    }

    @Test(
        "a reference that is neither numeric nor one of the five entities is an error at its position",
        arguments: [
            ("&nbsp;", "&nbsp;"), ("&AMP;", "&AMP;"), ("&;", "&;"), ("&#;", "&#;"), ("&#x;", "&#x;"),
            ("&#X41;", "&#X41;"),
            ("&#4A;", "&#4A;"), ("&#-1;", "&#-1;"), ("&#+65;", "&#+65;"), ("&#xD800;", "&#xD800;"),
            ("&#xD83D;&#xDE00;", "&#xD83D;"), ("&#x110000;", "&#x110000;"), ("&#99999999999;", "&#99999999999;"),
            ("&#000000065;", "&#000000065;"), ("&#x000000041;", "&#x000000041;"),
            ("&amp", "&amp"), ("& b", "& b"), ("&amp<!-- ; -->", "&amp<!-- ;"), ("&", "&"), ("&&amp;", "&&amp;"),
        ]
    )
    func unknownEntities(text: String, shown: String) {
        expect(Array("<string>é\na\(text)</string>".utf8), .unknownEntity(shown), 2, 2)
        expect(Array("<dict><key>\r\n\(text)</key><true/></dict>".utf8), .unknownEntity(shown), 2, 1)
    }

    private func expect(
        _ bytes: [UInt8],
        _ problem: PropertyListProblem,
        _ line: Int,
        _ column: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = error { () throws(PropertyListError) in try PropertyList(xml: bytes) }
        #expect(found?.problem == problem, sourceLocation: sourceLocation)
        #expect(
            found?.position?.line == line && found?.position?.column == column,
            "\(String(describing: found?.position))",
            sourceLocation: sourceLocation
        )
    }
}

@Suite("Damaged XML property lists")
struct XMLDamageTests {
    /// A document with everything that a document can contain.
    private static let sample = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" 'a>b' [ <!-- ' --> <!ENTITY b "]>"> ]>
        <!-- é -->
        <plist version="1.0">
        <dict>
        \t<key>a &amp; b</key> <!-- c -->
        \t<array><string/><string a="&gt;"> d&#x65;<![CDATA[<f>]]]>é😀<!-- g -->h<?i?> </string></array>
        \t<key><![CDATA[j]]></key><dict><key>CF$UID</key><integer>0x10</integer></dict>
        \t<key>k</key><data>
        \tAQID
        \t</data>
        \t<key/><real>-1.5e3</real>
        \t<key>l</key><date>2001-01-01T00:00:00Z</date><key>m</key><true/><key>n</key><false></false>
        </dict>
        </plist>
        """

    @Test("a document that is truncated anywhere is an error at its end, or at the truncated character")
    func cuts() throws {
        let plain = "<dict><key>a</key><array><integer>1</integer></array></dict>"
        for document in [Self.sample, plain].map({ Array($0.utf8) }) {
            #expect(try PropertyList(xml: document).kind == .dictionary)
            for length in document.indices {
                let found = error { () throws(PropertyListError) in try PropertyList(xml: Array(document[..<length])) }
                switch found?.problem {
                case .empty, .unexpectedEnd:
                    #expect(found?.position?.offset == length)
                case .invalidUTF8:
                    #expect(
                        found?.position?.offset == document[..<length].lastIndex { $0 & 0b1100_0000 == 0b1100_0000 }
                    )
                default:
                    Issue.record("cut at \(length): \(String(describing: found))")
                }
            }
        }
    }

    @Test(
        "invalid UTF-8 is an error at its position",
        arguments: [
            ("<string>", "</string>"), ("<array><string>a", "</string></array>"), ("<string>&amp;", "</string>"),
            ("<dict><key>", "</key><true/></dict>"), ("<!-- ", " --><true/>"), (" <?", "?><true/>"),
            ("<!DOCTYPE ", "><true/>"), ("<!DOCTYPE a '", "'><true/>"), ("<plist a='", "'><true/></plist>"),
            ("<array><true a", "/></array>"), ("<true>", "</true>"), ("<string>a<![CDATA[", "]]></string>"),
            ("<string>a<!--", "--></string>"), ("<integer>&#49;", "</integer>"), ("<string>é€😀", "</string>"),
            ("<true/>", ""), ("", ""),
        ]
    )
    func invalidUTF8(start: String, end: String) {
        let illFormed: [[UInt8]] = [
            [0xFF], [0xC3], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xE2, 0x82],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xF5, 0x80, 0x80, 0x80], [0xA9],
        ]
        for bytes in illFormed {
            let found = error { () throws(PropertyListError) in
                try PropertyList(xml: Array(start.utf8) + bytes + Array(end.utf8))
            }
            #expect(found?.problem == .invalidUTF8)
            #expect(found?.position?.offset == start.utf8.count)
        }
    }

    @Test("the two halves of a character are invalid even if only a comment separates them")
    func cutCharacter() {
        let text = Array("<string>".utf8) + [0xC3] + Array("<!---->".utf8) + [0xA9] + Array("</string>".utf8)
        let found = error { () throws(PropertyListError) in try PropertyList(xml: text) }
        #expect(found?.problem == .invalidUTF8)
        #expect(found?.position?.offset == 8)
    }

    @Test("any bytes give a value that can be written, or an error within the document")
    func mutations() throws {
        var generator = SeededGenerator.printingSeed()
        let random = RandomPropertyList(depthLimit: 3)
        for round in 0..<200 {
            let tree = PropertyList.dictionary(random.dictionary(using: &generator)).asInXML()
            let document = round.isMultiple(of: 2) ? Array(Self.sample.utf8) : try XMLWriter.document(tree)
            for _ in 0..<40 {
                try expectValueOrError(document.damaged(using: &generator))
            }
        }
    }

    private func expectValueOrError(_ bytes: [UInt8]) throws {
        do throws(PropertyListError) {
            let value = try PropertyList(xml: bytes)
            guard case .dictionary(let old) = value else { return }
            #expect(try PropertyList(xml: value.serialized(as: .xml)) == value, "\(bytes)")
            var new = old
            new["added"] = 1
            if let first = old.first {
                new[first.key] = nil
            }
            let edited = try new.serialized(changing: bytes.span, replacing: old, as: .xml)
            #expect(try PropertyList(xml: edited) == .dictionary(new), "\(bytes)")
        } catch {
            let offset = error.position?.offset ?? -1
            #expect(0...bytes.count ~= offset, "\(bytes)")
        }
    }
}
