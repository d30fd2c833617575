import TestSupport
import Testing

@testable import PropertyLists

@Suite("Writing XML property lists")
struct XMLWriterTests {
    @Test("a document has the layout that UserDefaults uses")
    func layout() throws {
        let value: PropertyList = [
            "k&<>\"": ["x": [], "y": [:]], "": "", "array": [1, ["a", [true]]], "uid": .uid(.max), "false": false,
            "date": .date(PropertyListDate(secondsSinceReferenceDate: 0.9)), "data": .data([1]), "empty": .data([]),
        ]
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \t<key>k&amp;&lt;&gt;"</key>
            \t<dict>
            \t\t<key>x</key>
            \t\t<array/>
            \t\t<key>y</key>
            \t\t<dict/>
            \t</dict>
            \t<key></key>
            \t<string></string>
            \t<key>array</key>
            \t<array>
            \t\t<integer>1</integer>
            \t\t<array>
            \t\t\t<string>a</string>
            \t\t\t<array>
            \t\t\t\t<true/>
            \t\t\t</array>
            \t\t</array>
            \t</array>
            \t<key>uid</key>
            \t<dict>
            \t\t<key>CF$UID</key>
            \t\t<integer>18446744073709551615</integer>
            \t</dict>
            \t<key>false</key>
            \t<false/>
            \t<key>date</key>
            \t<date>2001-01-01T00:00:00Z</date>
            \t<key>data</key>
            \t<data>
            \tAQ==
            \t</data>
            \t<key>empty</key>
            \t<data>
            \t</data>
            </dict>
            </plist>

            """
        #expect(String(decoding: try XMLWriter.document(value), as: UTF8.self) == expected)
    }

    @Test(
        "each scalar has its own element",
        arguments: [
            ("", "<string></string>"), ("é😀\u{301}", "<string>é😀\u{301}</string>"),
            ("a&b<c>d\"e'f]]>", "<string>a&amp;b&lt;c&gt;d\"e'f]]&gt;</string>"),
            ("\0\u{1}\t\r\n\u{7F}", "<string>\0\u{1}\t&#13;\n\u{7F}</string>"),
            (.integer(.max), "<integer>18446744073709551615</integer>"),
            (.integer(.min), "<integer>-9223372036854775808</integer>"), (0, "<integer>0</integer>"),
            (0.0, "<real>0.0</real>"), (-0.0, "<real>-0.0</real>"), (1.0, "<real>1</real>"),
            (-1.5, "<real>-1.5</real>"),
            (0.1, "<real>0.10000000000000001</real>"), (1e300, "<real>1.0000000000000001e+300</real>"),
            (1e16, "<real>10000000000000000</real>"), (1e21, "<real>1e+21</real>"),
            (123_456_789_012_345_678.0, "<real>1.2345678901234568e+17</real>"),
            (.real(.leastNonzeroMagnitude), "<real>4.9406564584124654e-324</real>"),
            (.real(-.greatestFiniteMagnitude), "<real>-1.7976931348623157e+308</real>"),
            (.real(.infinity), "<real>+infinity</real>"), (.real(-.infinity), "<real>-infinity</real>"),
            (.real(.nan), "<real>nan</real>"), (.real(-.nan), "<real>nan</real>"),
            (.date(PropertyListDate(secondsSinceReferenceDate: -0.5)), "<date>2000-12-31T23:59:59Z</date>"),
        ] as [(PropertyList, String)]
    )
    func scalars(value: PropertyList, element: String) throws {
        #expect(try self.element(of: value, depth: 0) == element)
        #expect(try PropertyList(xml: element) == value.asInXML())
    }

    @Test(
        "data wraps at 76 columns, and each level of indentation takes eight",
        arguments: [(0, 76, 0), (1, 68, 1), (2, 60, 2), (7, 20, 7), (8, 12, 8), (9, 12, 8), (10, 12, 8), (100, 12, 8)]
    )
    func data(depth: Int, lineLength: Int, indentation: Int) throws {
        let data = (0..<200).map { UInt8($0) }
        let base64 = Array(data.base64)
        let lines = stride(from: 0, to: base64.count, by: lineLength).map { start in
            String(repeating: "\t", count: indentation)
                + String(base64[start..<min(start + lineLength, base64.count)]) + "\n"
        }
        let expected = "<data>\n\(lines.joined())\(String(repeating: "\t", count: depth))</data>"
        #expect(try element(of: .data(data), depth: depth) == expected)
        #expect(try PropertyList(xml: expected) == .data(data))
    }

    @Test("containers nest up to the limit")
    func depth() throws {
        for value in [nested(512), nested(511, around: .uid(1)), nested(511, around: [])] {
            #expect(try PropertyList(xml: XMLWriter.document(value)) == value)
        }
        for value in [nested(513), nested(512, around: .uid(1)), nested(512, around: [])] {
            #expect(throws: PropertyListError(.tooDeep(limit: 512))) { try XMLWriter.document(value) }
        }
    }

    @Test("a dictionary that would be read as a keyed archive's reference is refused, except at the root")
    func reference() throws {
        let reference: PropertyList = ["CF$UID": 5]
        #expect(throws: PropertyListError(.dictionaryReadsAsUID(key: "CF$UID"))) {
            try PropertyList.dictionary(["k": reference]).serialized(as: .xml)
        }
        let document = try reference.serialized(as: .xml)
        #expect(try PropertyList(parsing: document.span) == reference)
        let uid = try PropertyList.dictionary(["k": .uid(5)]).serialized(as: .xml)
        #expect(try PropertyList(parsing: uid.span) == ["k": .uid(5)])
    }

    @Test("a value reads back the same, in the same order")
    func roundTrip() throws {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<500 {
            let value = RandomPropertyList().value(using: &generator).asInXML()
            let bytes = try XMLWriter.document(value)
            let read = try PropertyList(xml: bytes)
            #expect(read == value)
            #expect(try XMLWriter.document(read) == bytes)
        }
    }

    private func element(of value: PropertyList, depth: Int) throws -> String {
        var writer = XMLWriter()
        var output: [UInt8] = []
        try writer.append(value, depth: depth, to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}
