import TestSupport
import Testing

@testable import PropertyLists

/// Values in the usual spelling, which are skipped in a run without an event for each element.
///
/// A space in each tag makes the reader use events for the whole document, and the two results are compared.
@Suite("Values that are skipped in a run")
struct PlainRunTests {
    /// Returns a document that contains a value between other entries.
    ///
    /// The value is not requested. The comment at the end leaves enough room for runs up to the end of the entries.
    private static func document(_ value: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
        \t<key>a</key>
        \t<true/>
        \t<key>b</key>
        \t\(value)
        \t<key>z</key>
        \t<string>the value that is sought</string>
        </dict>
        </plist>
        <!-- \(String(repeating: "room ", count: 20))-->

        """
    }

    private static func nested(_ value: String, depth: Int) -> String {
        String(repeating: "<array>", count: depth) + value + String(repeating: "</array>", count: depth)
    }

    @Test(
        "a valid value is skipped, however it is spelled",
        arguments: [
            "<string/>", "<string></string>", "<string>plain</string>", "<string>a &lt; b &amp;&amp; c &gt; d</string>",
            "<string>&quot;&apos;</string>", "<string>&#65;&#x1F600;</string>",
            "<string><![CDATA[</string>]]></string>",
            "<string>a<!-- </string> -->b</string>", "<string attribute='</string'>a</string>", "<string>a</string >",
            "<string>\(String(repeating: "long ", count: 100))</string>",
            "<string>\(String(repeating: "long &amp; ", count: 5_000))</string>",
            "<string>\(String(repeating: "very long &lt; ", count: 20_000))</string>",
            "<data>\(String(repeating: "AAAA\n\t", count: 30_000))</data>", "<string>ä € 𝄞 ]]&gt;</string>",
            "<integer>0</integer>", "<integer>-9223372036854775808</integer>",
            "<integer>18446744073709551615</integer>",
            "<integer>0x1F</integer>", "<integer> +7\n</integer>", "<integer>&#52;2</integer>", "<real>-1.5e300</real>",
            "<real>nan</real>", "<real>+infinity</real>", "<true></true>", "<true/>", "<false/>", "<false > </false>",
            "<date>2001-02-28T23:59:59Z</date>", "<date> -0001-01-01T00:00:00Z </date>", "<data></data>", "<data/>",
            "<data>\n\t\tAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g\n\t\tISIjJCUmJygpKiss\n\t</data>",
            "<data>AA==</data>",
            "<array/>", "<array></array>", "<array><array><array/></array></array>", "<dict/>", "<dict></dict>",
            "<dict><key>b</key><true/><key>a</key><dict><key>b</key><array><true/></array></dict></dict>",
            "<dict>\r\n    <key>x</key>\r\n    <integer>1</integer>\r\n</dict>",
            "<dict><key>a&amp;b</key><true/><key>a</key><true/><key>a&#38;c</key><true/></dict>",
            "<dict><key/><true/><key >a</key><true/><key>b</key><true/></dict>",
            "<dict>" + (1...20).map { "<key>\($0)</key><true/>" }.joined() + "</dict>",
            "<!-- <true/> --><true/><?a b?>",
            nested("", depth: 300),
            nested("<dict/>", depth: PropertyList.depthLimit - 2),
        ].map(Sample.init)
    )
    func sound(value: Sample<String>) throws {
        let text = Self.document(value.value)
        try #require(try PropertyList(xml: text)[pointer: ["z"]] == "the value that is sought")
        #expect(try sought("z", in: text) == ["z": "the value that is sought"])
        #expect(try sought("z", in: withSpacesInTags(text)) == ["z": "the value that is sought"])
    }

    @Test(
        "an invalid value is the reader's error",
        arguments: [
            "<string>", "<string>a</strin>", "<string>a</string", "<string>&nbsp;</string>", "<string>&amp</string>",
            "<string>& </string>", "<string>a < b</string>", "<string>a</key>", "<strings>a</strings>", "<key>c</key>",
            "<integer></integer>", "<integer/>", "<integer>1.5</integer>", "<integer>99999999999999999999</integer>",
            "<integer>1</integer><integer>2</integer>", "<real></real>", "<real>1,5</real>", "<real>0x1p3</real>",
            "<true>1</true>", "<true/", "<true", "<false\u{0}/>", "<date>2001-02-28</date>", "<date></date>",
            "<data>A</data>",
            "<data>AA=</data>", "<data>AA==AA</data>", "<data>AÄ==</data>",
            "<data>AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA*</data>",
            "<array>", "</array>", "<array><key>a</key></array>", "<array></dict>", "<array>text</array>",
            "<dict><true/></dict>", "<dict><key>a</key></dict>", "<dict><key>a</key><key>b</key></dict>",
            "<dict></array>",
            "<array><dict><key>a</key><array><true/></dict></array>", "<plist><true/></plist>", "", "text",
            nested("", depth: 600),
            nested("<array/>", depth: PropertyList.depthLimit - 1),
            String(repeating: "<dict><key>a</key>", count: 600) + "<true/>" + String(repeating: "</dict>", count: 600),
        ].map(Sample.init)
    )
    func unsound(value: Sample<String>) throws {
        let text = Self.document(value.value)
        let expected = try #require(error { () throws(PropertyListError) in try PropertyList(xml: text) })
        #expect(error { () throws(PropertyListError) in try sought("z", in: text) } == expected)
        #expect(error { () throws(PropertyListError) in try sought("a", in: text) } == expected)
        let odd = withSpacesInTags(text)
        let oddError = error { () throws(PropertyListError) in try sought("z", in: odd) }
        #expect(oddError?.problem == expected.problem)
    }

    @Test("a document that is damaged anywhere has the same result in a run as in the reader")
    func damage() throws {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<60 {
            var tree = RandomPropertyList(isPortable: true, hasReferences: false).dictionary(using: &generator)
            tree["z"] = "the value that is sought"
            let document = try PropertyList.dictionary(tree).serialized(as: .xml) + Array(repeating: 0x20, count: 80)
            for _ in 0..<20 {
                let damaged = document.damaged(using: &generator)
                let expected = Result { () throws(PropertyListError) in
                    try PropertyList(parsing: damaged.span, as: .xml)[pointer: ["z"]]
                }
                let found = Result { () throws(PropertyListError) in
                    try PropertyList(parsing: damaged.span, as: .xml, keys: ["z"])[pointer: ["z"]]
                }
                #expect(found == expected, "\(String(decoding: damaged, as: UTF8.self))")
            }
        }
    }

    @Test("a document that is truncated anywhere is an error, and no byte past its end is read")
    func truncation() throws {
        let document = Array(Self.document("<array><integer>1</integer><string>a &amp; b</string></array>").utf8)
        let end = try #require(document.firstRange(of: Array("</plist>".utf8)))
        for count in 0..<end.lowerBound {
            // A separate copy lets a sanitizer detect a read past the end.
            let start = Array(document[..<count])
            let expected = error { () throws(PropertyListError) in try PropertyList(parsing: start.span, as: .xml) }
            #expect(expected != nil)
            #expect(
                error { () throws(PropertyListError) in
                    try PropertyList(parsing: start.span, as: .xml, keys: ["z"])
                } == expected
            )
        }
    }

    private func sought(_ key: String, in document: String) throws(PropertyListError) -> PropertyList {
        let bytes = Array(document.utf8)
        return try PropertyList(parsing: bytes.span, as: .xml, keys: [key])
    }

    /// Returns the document with a space at the end of each element's tag.
    private func withSpacesInTags(_ document: String) -> String {
        document.replacing(/<(\/?[a-z]+)(\/?)>/) { "<\($0.1) \($0.2)>" }
    }
}
