import TestSupport
import Testing

@testable import PropertyLists

@Suite("Damaged XML property lists")
struct XMLDamageTests {
    /// Everything that a document can hold.
    private static let sample = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" 'a>b' [ <!-- ' --> <!ENTITY b "]>"> ]>
        <!-- é -->
        <plist version="1.0">
        <dict>
        \t<key>a &amp; b</key> <!-- c -->
        \t<array><string/><string a=">"> d&#x65;<![CDATA[<f>]]]>é😀<!-- g -->h<?i?> </string></array>
        \t<key><![CDATA[j]]></key><dict><key>CF$UID</key><integer>0x10</integer></dict>
        \t<key>k</key><data>
        \tAQID
        \t</data>
        \t<key/><real>-1.5e3</real>
        \t<key>l</key><date>2001-01-01T00:00:00Z</date><key>m</key><true/><key>n</key><false></false>
        </dict>
        </plist>
        """

    @Test("a cut document is an error at its end, or at the character that is cut, wherever it is cut")
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
        "bytes that are no UTF-8 are an error where they stand",
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

    @Test("two halves of a character are none, though only a comment stands between them")
    func cutCharacter() {
        let text = Array("<string>".utf8) + [0xC3] + Array("<!---->".utf8) + [0xA9] + Array("</string>".utf8)
        let found = error { () throws(PropertyListError) in try PropertyList(xml: text) }
        #expect(found?.problem == .invalidUTF8)
        #expect(found?.position?.offset == 8)
    }

    @Test("whatever the bytes, the outcome is a value that can be written, or an error within the document")
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
            let edited = try new.serialized(changing: bytes.span, holding: old, as: .xml)
            #expect(try PropertyList(xml: edited) == .dictionary(new), "\(bytes)")
        } catch {
            let offset = error.position?.offset ?? -1
            #expect(0...bytes.count ~= offset, "\(bytes)")
        }
    }
}
