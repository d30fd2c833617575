import TestSupport
import Testing

@testable import PropertyLists

@Suite("Changes in XML documents of any layout")
struct XMLMutationTests {
    @Test("any change of any document reads back as the same change of its tree", arguments: 0..<400)
    func changes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let document = RandomXMLDocument(using: &random)
        let described = { (result: [UInt8]) in
            "seed \(seed):\n\(document.text)\n->\n\(String(decoding: result, as: UTF8.self))"
        }
        let bytes = Array(document.text.utf8)
        let old = document.dictionary
        try #require(try PropertyList(xml: bytes) == .dictionary(old), "\(described([]))")
        for _ in 0..<4 {
            let new = old.changed(using: &random)
            let result = try new.serialized(changing: bytes.span, holding: old, as: .xml)
            let read = try PropertyList(xml: result)
            #expect(read == .dictionary(new), "\(described(result))")
            if case .dictionary(let read) = read {
                #expect(read.elementsEqual(new), "\(described(result))")
            }
            let keptKeys = old.keys.filter { new[$0] != nil }.map(ByteKey.init)
            guard keptKeys == new.keys.filter({ old[$0] != nil }).map(ByteKey.init) else { continue }
            for (entry, source) in zip(old, document.entries) where new[entry.key] == entry.value {
                #expect(String(decoding: result, as: UTF8.self).utf8Contains(source), "\(described(result))")
            }
        }
    }

    @Test("a document whose lines end with CR LF keeps them")
    func lineEnds() throws {
        let document = "<dict>\r\n\t<key>a</key>\r\n\t<true/>\r\n\t<key>b</key>\r\n\t<true/>\r\n</dict>\r\n"
        let old: PropertyListDictionary = ["a": true, "b": true]
        try expect(document, old, ["b": true], gives: "<dict>\r\n\t<key>b</key>\r\n\t<true/>\r\n</dict>\r\n")
        try expect(document, old, ["a": true], gives: "<dict>\r\n\t<key>a</key>\r\n\t<true/>\r\n</dict>\r\n")
        try expect(
            document,
            old,
            ["a": true, "b": 1],
            gives: "<dict>\r\n\t<key>a</key>\r\n\t<true/>\r\n\t<key>b</key>\r\n\t<integer>1</integer>\r\n</dict>\r\n"
        )
    }

    @Test("what stands between a key and its value stays when the value changes, and goes with the entry")
    func betweenKeyAndValue() throws {
        let document = "<dict><key a='b'>k</key><!-- <true/> --> <?c?><true d='e'></true><key>l</key><true/></dict>"
        let old: PropertyListDictionary = ["k": true, "l": true]
        try expect(
            document,
            old,
            ["k": 1, "l": true],
            gives: "<dict><key a='b'>k</key><!-- <true/> --> <?c?><integer>1</integer><key>l</key><true/></dict>"
        )
        try expect(document, old, ["l": true], gives: "<dict><key>l</key><true/></dict>")
    }

    @Test("a key is found however it is spelled")
    func spellings() throws {
        let document = "<dict><key><![CDATA[a&b]]></key><true/><key>a&#38;<!-- c -->c</key><true/></dict>"
        try expect(
            document,
            ["a&b": true, "a&c": true],
            ["a&b": false, "a&c": 1],
            gives: document.replacing("<true/><key>", with: "<false/><key>")
                .replacing("<true/></dict>", with: "<integer>1</integer></dict>")
        )
    }

    private func expect(
        _ document: String,
        _ old: PropertyListDictionary,
        _ new: PropertyListDictionary,
        gives expected: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try new.serialized(changing: Array(document.utf8).span, holding: old, as: .xml)
        #expect(String(decoding: result, as: UTF8.self) == expected, sourceLocation: sourceLocation)
    }
}

extension String {
    /// Whether the bytes of a text stand in this, where `contains` would compare characters.
    fileprivate func utf8Contains(_ text: String) -> Bool {
        text.isEmpty || Array(utf8).firstRange(of: Array(text.utf8)) != nil
    }
}
