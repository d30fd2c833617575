import PropertyLists
public import TestSupport

/// The documents and tokens from which a fuzzer starts.
public enum FuzzSeeds {
    /// Small documents that together contain every feature of the formats.
    public static let documents: [[UInt8]] = {
        let written = trees.flatMap { tree in
            PropertyListFormat.allCases.compactMap { try? tree.serialized(as: $0) }
        }
        return written + texts.map { Array($0.utf8) } + texts.map { inUTF16($0) }
    }()

    /// Pieces of documents that a fuzzer combines.
    public static let tokens = [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<!DOCTYPE plist [", "<!ENTITY a 'b'>", "]>", "<plist>",
        "</plist>",
        "<dict>", "</dict>", "<dict/>", "<array>", "</array>", "<array/>", "<key>", "</key>", "<key>CF$UID</key>",
        "<string>", "</string>", "<integer>", "</integer>", "<real>", "</real>", "<date>", "</date>", "<data>",
        "</data>",
        "<true/>", "<false></false>", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "&amp;", "&#x41;", "&#55296;",
        "encoding=\"US-ASCII\"", "\r\n", "nan", "+infinity", "1e999", "-0", "0x", "18446744073709551615",
        "2001-01-01T00:00:00Z", "\u{FEFF}", "{", "}", "(", ")", "[", "]", "\"", "'", ";", ",", ":", " = ", "//", "/*",
        "*/", "\\U00e9", "\\ud83d", "\\u0000", "\\101", "<*I", "<*R", "<*BY>", "<*D2001-01-01 00:00:00 +0000>", "<[",
        "]>", "{\"$date\":", "{\"$data\":", "{\"$uid\":", "{\"$real\":", "{\"$dict\":", "null", "true", "bplist00",
        "\u{0}", "\u{8}", "\u{9}", "\u{F}", "\u{10}", "\u{33}", "_\u{10}", "j", "o\u{10}",
    ]

    /// Returns one of the documents after a few random changes.
    public static func mutation(using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = documents.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let token = tokens.randomElement(using: &generator) ?? ""
            bytes.insert(contentsOf: token.utf8, at: Int.random(in: 0...bytes.count, using: &generator))
        }
        return Bool.random(using: &generator) ? bytes.damaged(using: &generator) : bytes
    }

    private static let trees: [PropertyList] = [
        [
            "string": "é & <\u{1}>", "integer": .integer(.max), "negative": -129, "real": 0.1, "boolean": true,
            "date": .date(PropertyListDate(secondsSinceReferenceDate: 86_400)), "data": .data(Array(0...60)),
            "array": [1, 1, "a", "a", [], [:]], "dictionary": ["": ["k": ["k": -0.0]]], "uid": .uid(300),
        ],
        ["text": "a\n\t\"\\'b", "numbers": [0, 255, 256, 65_536, 4_294_967_296, 1e300, 0.5]],
        ["date": .date(PropertyListDate(secondsSinceReferenceDate: -0.25)), "real": .real(.nan)],
        [[[[[["k": [[["k": 1]]]]]]]]], [:], [], "é", 1, .real(-.infinity),
        // Long enough for the vectors that only whole buffers use.
        .dictionary(
            (100..<220).reduce(into: PropertyListDictionary()) { $0["k\($1)"] = ["é & \($1)", .data([1, 2])] }
        ),
        .dictionary((0..<20).reduce(into: PropertyListDictionary()) { $0["k\(19 - $1)"] = .string("v\($1 / 2)") }),
    ]

    private static let texts = [
        "<?xml version='1.0'?><!DOCTYPE plist [ <!-- ' --> <!ENTITY b ']>'> ]><plist version='1.0'><!-- c -->\n<dict>\n"
            + " <key>a&amp;</key> <!-- d --> <string>&#x65;<![CDATA[<f>]]]><!-- g -->h<?i?></string>\n <key/><data>AA=="
            + "</data><key>u</key><dict><key>CF$UID</key><integer>0x10</integer></dict></dict></plist>",
        "<dict><key>b</key><true></true><key>a</key><real>-1.5e3</real></dict>",
        "/* c */ { a = b; \"c\\n\" = (1, <0fbf>, <*I5>, <*R1e3>, <*BN>, 'x'); // d\n e = <[AAA=]>; }",
        "a = b; \"c\" = { d = \"\\U00e9\\341\"; };\n", #"{"a":[1,-2.5e3,"\ud83d\ude00",true,{"$dict":{"$uid":1}}]}"#,
        #"{"d":{"$date":"2001-01-01T00:00:00.5+01:00"},"r":{"$real":"nan(0x7ff0000000000001)"}}"#,
    ]

    /// Returns a text in UTF-16 with a byte order mark.
    private static func inUTF16(_ text: String) -> [UInt8] {
        "\u{FEFF}\(text)".utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
}
