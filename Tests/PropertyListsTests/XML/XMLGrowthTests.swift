import Testing

@testable import PropertyLists

@Suite("Large XML property lists")
struct XMLGrowthTests {
    @Test(
        "a document that repeats one piece many times is read in one pass",
        arguments: [
            ("<!-- ", "x", 5_000_000, " --><true/>", .boolean), ("<!-- ", "- ", 500_000, " --><true/>", .boolean),
            ("<!--", "-", 1_000_000, "--><true/>", .boolean), ("<?a ", "?", 1_000_000, "?><true/>", .boolean),
            ("", " ", 1_000_000, "<true/>", .boolean), ("", "<!---->", 100_000, "<true/>", .boolean),
            ("<!DOCTYPE a [", "<!ENTITY b '>'>", 20_000, "]><true/>", .boolean),
            ("<true", " a='b'", 200_000, "/>", .boolean), ("<true a='", "b", 1_000_000, "'/>", .boolean),
            ("<string>", "&amp;", 200_000, "</string>", .string),
            ("<string>", "&#x41;", 200_000, "</string>", .string), ("<string>", ";", 1_000_000, "</string>", .string),
            ("<string>", "<![CDATA[]]]>", 100_000, "</string>", .string),
            ("<string>", "<!-- & - -->", 100_000, "</string>", .string),
            ("<string><![CDATA[", "]", 1_000_000, "]]></string>", .string),
            ("<dict><key>", "k", 5_000_000, "</key><true/></dict>", .dictionary),
            ("<array>", "<array/>", 200_000, "</array>", .array),
            ("<array>", "<string>é</string>", 100_000, "</array>", .array),
            ("<data>", "AAAA\n", 500_000, "</data>", .data), ("<data>", "AAAA", 500_000, "</data>", .data),
            ("<integer>", "0", 1_000_000, "</integer>", .integer), ("<real>", "0", 100_000, "</real>", .real),
        ] as [(String, String, Int, String, PropertyListKind)]
    )
    func values(start: String, piece: String, count: Int, end: String, kind: PropertyListKind) throws {
        #expect(try PropertyList(xml: start + String(repeating: piece, count: count) + end).kind == kind)
    }

    @Test(
        "a construct that never ends is an error after one search for its end",
        arguments: [
            ("<!--", "-> ", 500_000, .unexpectedEnd(within: "a comment")),
            ("<?a ", "<?", 500_000, .unexpectedEnd(within: "a processing instruction")),
            ("<!DOCTYPE a [", "<!ENTITY b '>'>", 20_000, .unexpectedEnd(within: "the document type")),
            ("<string>", "<![CDATA[]]>", 100_000, .unexpectedEnd(within: "<string>")),
            ("<string>", "&amp ", 200_000, .unexpectedEnd(within: "<string>")),
            ("<array a='", "\"/>", 300_000, .unexpectedEnd(within: "<array>")),
            ("", "<array>", 100_000, .tooDeep(limit: 512)), ("", "<dict><key/>", 100_000, .tooDeep(limit: 512)),
            ("<", "a", 1_000_000, .unexpectedEnd(within: "a tag")),
        ] as [(String, String, Int, PropertyListProblem)]
    )
    func endless(start: String, piece: String, count: Int, problem: PropertyListProblem) {
        let text = start + String(repeating: piece, count: count)
        #expect(error { () throws(PropertyListError) in try PropertyList(xml: text) }?.problem == problem)
    }

    @Test("unsorted keys of many dictionaries in one are compared in one pass")
    func dictionaries() throws {
        let inner = "<dict><key>b</key><true/><key>a</key><true/></dict>"
        let entries = (100_000..<120_000).map { "<key>\($0)</key>\(inner)" }
        let value = try PropertyList(xml: "<dict>\(entries.joined())</dict>")
        #expect(value[pointer: ["119999", "a"]] == true)
    }

    @Test("the missing end of a reference is searched for once")
    func reference() {
        let text = "<string>" + String(repeating: "& ", count: 500_000) + "</string>"
        let found = error { () throws(PropertyListError) in try PropertyList(xml: text) }
        #expect(found?.problem == .unknownEntity("& & & & & & "))
        #expect(found?.position?.column == 9)
    }

    @Test("the last of many keys is changed in place")
    func editor() throws {
        let entries = (0..<20_000).map { "<key>k\($0)</key>\n<integer>\($0)</integer>\n" }
        let text = "<plist>\n<dict>\n\(entries.joined())</dict>\n</plist>\n"
        guard case .dictionary(let old) = try PropertyList(xml: text) else {
            Issue.record("no dictionary")
            return
        }
        var new = old
        new["k19999"] = "last"
        new["new"] = true
        let edited = try new.serialized(changing: Array(text.utf8).span, replacing: old, as: .xml)
        #expect(try PropertyList(xml: edited) == .dictionary(new))
        #expect(edited.starts(with: "<plist>\n<dict>\n\(entries.dropLast().joined())".utf8))
    }
}
