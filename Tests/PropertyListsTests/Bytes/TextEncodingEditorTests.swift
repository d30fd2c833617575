import TestSupport
import Testing

@testable import PropertyLists

@Suite("Editing text documents in any encoding")
struct TextEncodingEditorTests {
    @Test("a change in any encoding gives the same bytes as in UTF-8, encoded", arguments: 0..<100)
    func changes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let document = RandomXMLDocument(using: &random)
        let old = document.dictionary
        // Without a byte order mark, UTF-16 and UTF-32 are recognized only if the text starts with a tag.
        let hasMark = document.text.utf8.first != UInt8(ascii: "<")
        let unmarked = document.text.unicodeScalars.first == "\u{FEFF}" ? document.text.dropFirst() : document.text[...]
        let text = (hasMark ? "\u{FEFF}" : "") + unmarked
        let new = old.changed(using: &random)
        let inUTF8 = String(
            decoding: try new.serialized(changing: Array(text.utf8).span, replacing: old, as: .xml),
            as: UTF8.self
        )
        for encoding in DocumentEncoding.wide {
            let bytes = encoding.encode(text)
            let result = try new.serialized(changing: bytes.span, replacing: old, as: .xml)
            let name = hasMark ? encoding.family : encoding.name
            // A rewritten document declares its encoding.
            let expected = inUTF8.replacing("encoding=\"UTF-8\"", with: "encoding=\"\(name)\"")
            #expect(result == encoding.encode(expected), "seed \(seed), \(encoding)")
            let read = try PropertyList(parsing: result.span)
            #expect(read == .dictionary(new), "seed \(seed), \(encoding)")
        }
    }

    @Test(
        "a changed value keeps every other byte of XML, including the byte order mark and the declaration",
        arguments: DocumentEncoding.allCases
    )
    func xml(encoding: DocumentEncoding) throws {
        for mark in ["", "\u{FEFF}"] {
            for name in [encoding.name, encoding.family] {
                let start = "\(mark)<?xml version='1.0' encoding='\(name)'?>\r\n<!-- é😀 --><dict>\r\n <key>日</key>"
                let end = "\r\n <key>b</key><!-- \u{10FFFF} --><true/>\r\n</dict>\r\n"
                let document = encoding.encode("\(start)<string>é</string>\(end)")
                let result = try (["日": "😀<", "b": true] as PropertyListDictionary)
                    .serialized(changing: document.span, replacing: ["日": "é", "b": true], as: .xml)
                #expect(result == encoding.encode("\(start)<string>😀&lt;</string>\(end)"))
            }
        }
    }

    @Test("rewritten XML declares its encoding and keeps its byte order mark", arguments: DocumentEncoding.allCases)
    func xmlAnew(encoding: DocumentEncoding) throws {
        for (mark, name) in [("", encoding.name), ("\u{FEFF}", encoding.family)] {
            let document = encoding.encode("\(mark)<dict><key>a</key><true/><key>b</key><true/></dict>")
            let new: PropertyListDictionary = ["b": true, "a": "é"]
            let result = try new.serialized(changing: document.span, replacing: ["a": true, "b": true], as: .xml)
            let written = String(decoding: try PropertyList.dictionary(new).serialized(as: .xml), as: UTF8.self)
            #expect(result == encoding.encode(mark + written.replacing("\"UTF-8\"", with: "\"\(name)\"")))
            #expect(try PropertyList(parsing: result.span) == .dictionary(new))
        }
    }

    @Test(
        "edited OpenStep text keeps its encoding, its byte order mark and its comments",
        arguments: DocumentEncoding.allCases
    )
    func openStep(encoding: DocumentEncoding) throws {
        let document = encoding.encode("\u{FEFF}/* é */\n\"é\" = \"\\U00FC\";\n")
        let new: PropertyListDictionary = ["é": "日", "b": 1]
        let result = try new.serialized(changing: document.span, replacing: ["é": "ü"], as: .openStep)
        #expect(result == encoding.encode("\u{FEFF}/* é */\n\"é\" = \"日\";\nb = <*I1>;\n"))
        #expect(try PropertyList(parsing: result.span) == .dictionary(new))
    }

    @Test("a document that declares ASCII stays ASCII: other characters become character references")
    func ascii() throws {
        let start = "<?xml version='1.0' encoding='us-ascii'?><dict><!-- a -->"
        let document = Array("\(start)<key>k</key><string/></dict>".utf8)
        let new: PropertyListDictionary = ["k": "é&😀", "日": true]
        let result = try new.serialized(changing: document.span, replacing: ["k": ""], as: .xml)
        #expect(
            String(decoding: result, as: UTF8.self)
                == "\(start)<key>k</key><string>&#233;&amp;&#128512;</string><key>&#26085;</key><true/></dict>"
        )
        #expect(try PropertyList(parsing: result.span) == .dictionary(new))
    }
}
