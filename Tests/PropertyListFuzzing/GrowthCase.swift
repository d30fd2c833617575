import PropertyLists

/// A kind of document of unlimited size, for which work must not grow faster than the size.
public struct GrowthCase: Sendable, CustomStringConvertible {
    /// The format, and the content that makes the document large.
    public let description: String
    let format: PropertyListFormat
    private let makeDocument: @Sendable (Int) -> [UInt8]

    /// Returns a document that is `scale` times as large as the smallest.
    public func document(scale: Int) -> GrowthDocument {
        GrowthDocument(bytes: makeDocument(scale), format: format)
    }

    // MARK: Kinds of cases

    /// Creates a case of a text that repeats a piece; each `@` in it becomes the number of the piece.
    private init(
        _ name: String,
        _ format: PropertyListFormat,
        _ start: String,
        _ piece: String,
        _ count: Int,
        _ end: String
    ) {
        description = "\(format.rawValue): \(name)"
        self.format = format
        makeDocument = { scale in
            let parts = piece.split(separator: "@", omittingEmptySubsequences: false)
            // Multiplication by an odd number permutes the numbers below a power of two, so that they do not ascend.
            let pieces = (0..<count * scale).map { position in
                parts.joined(separator: String((position &* 40_503) & 0xFF_FFFF))
            }
            return Array((start + pieces.joined() + end).utf8)
        }
    }

    /// Creates a case of a value, written in the format.
    private init(_ name: String, _ format: PropertyListFormat, _ value: @escaping @Sendable (Int) -> PropertyList) {
        description = "\(format.rawValue): \(name)"
        self.format = format
        makeDocument = { (try? value($0).serialized(as: format)) ?? [] }
    }

    // MARK: Cases

    /// All cases.
    public static let all = texts + values

    private static let texts: [GrowthCase] = [
        GrowthCase("a long comment", .xml, "<dict><!--", "- x>", 20_000, "--></dict>"),
        GrowthCase("a comment without an end", .xml, "<dict><!--", "-> ", 20_000, ""),
        GrowthCase("comments", .xml, "<dict>", "<!-- x --> ", 4_000, "</dict>"),
        GrowthCase("comments after an entry", .xml, "<dict><key>k</key><true/>", "<!---->", 4_000, "</dict>"),
        GrowthCase("entries and comments", .xml, "<dict>", "<key>@</key><true/> <!-- -->\n", 2_000, "</dict>"),
        GrowthCase("blanks", .xml, "<dict>", " \t", 40_000, "<key>k</key><true/></dict>"),
        GrowthCase("blanks between entries", .xml, "<dict>", "<key>@</key>  <true/>  ", 2_000, "</dict>"),
        GrowthCase("entities", .xml, "<dict><key>k</key><string>", "&amp;&#x41;", 4_000, "</string></dict>"),
        GrowthCase("entities without an end", .xml, "<string>", "& ", 20_000, "</string>"),
        GrowthCase("declared entities", .xml, "<!DOCTYPE a [", "<!ENTITY b '>'>", 2_000, "]><dict/>"),
        GrowthCase("sections", .xml, "<array><string>", "<![CDATA[]]]>", 2_000, "</string></array>"),
        GrowthCase("attributes", .xml, "<dict", " a='>'", 8_000, "/>"),
        GrowthCase("a long key", .xml, "<dict><key>", "key", 40_000, "</key><true/></dict>"),
        GrowthCase("the same key", .xml, "<dict>", "<key>k</key><true/>", 4_000, "</dict>"),
        GrowthCase(
            "unsorted keys, one twice",
            .xml,
            "<dict>",
            "<key>@</key><true/>",
            2_000,
            "<key>0</key><true/></dict>"
        ),
        GrowthCase("keys with entities", .xml, "<dict>", "<key>&lt;@</key><true/>", 2_000, "</dict>"),
        GrowthCase("a nest", .xml, "", "<array>", 8_000, ""),
        GrowthCase("nests of 500", .xml, "<array>", nest("<array>", "</array>"), 2, "</array>"),
        GrowthCase("lines of data", .xml, "<array><data>", "AAAA\n", 10_000, "</data></array>"),
        GrowthCase("digits", .xml, "<dict><key>k</key><integer>", "0", 40_000, "</integer></dict>"),
        GrowthCase("elements", .xml, "<dict><key>k</key><array>", "<true/><real>@</real>", 2_000, "</array></dict>"),
        GrowthCase(
            "elements and comments",
            .xml,
            "<dict><key>k</key><array>",
            "\n<!-- --><array><string>@</string><dict/></array><!-- -->",
            1_000,
            "</array></dict>"
        ),
        GrowthCase("a long comment", .openStep, "/*", " *x", 20_000, "*/{}"),
        GrowthCase("comments", .openStep, "{", "/* x */ // y\n", 4_000, "}"),
        GrowthCase("comments without an end", .openStep, "{", "/* ", 20_000, ""),
        GrowthCase("escapes", .openStep, "{a=\"", "\\U00e9\\n\\101", 4_000, "\";}"),
        GrowthCase("a long key", .openStep, "{", "key", 40_000, "=a;}"),
        GrowthCase("the same key", .openStep, "{", "k=a;", 8_000, "}"),
        GrowthCase("a nest", .openStep, "", "(", 10_000, ""),
        GrowthCase("nests of 500", .openStep, "(", nest("(", ")") + ",", 2, ")"),
        GrowthCase("hexadecimal data", .openStep, "{a=<", "0f ", 20_000, ">;}"),
        GrowthCase("a line of comment", .openStep, "//", " x", 20_000, "\n()"),
        GrowthCase("a long string", .openStep, "\"", "x", 40_000, "\""),
        GrowthCase("typed values", .openStep, "(", "<*I5>,", 8_000, ")"),
        GrowthCase("typed values in part", .openStep, "(", "<*R1", 8_000, ")"),
        GrowthCase("the starts of data and arrays", .openStep, "", "<[", 8_000, ""),
        GrowthCase("elements", .openStep, "(", "a,", 20_000, ")"),
        GrowthCase("a string without an end", .openStep, "\"", "\\\"x", 20_000, ""),
        GrowthCase("escapes", .json, "{\"a\":\"", #"\u00e9\n\ud83d\ude00"#, 4_000, "\"}"),
        GrowthCase("the same key", .json, "{\"k\":1", ",\"k\":1", 8_000, "}"),
        GrowthCase("a nest", .json, "", "[", 10_000, ""),
        GrowthCase("nests of 500", .json, "[1", "," + nest("[", "]"), 2, "]"),
        GrowthCase("digits", .json, "{\"a\":1", "0", 10_000, ".0}"),
        GrowthCase("blanks", .json, "{", " \n", 40_000, "}"),
    ]

    private static let values = PropertyListFormat.allCases.flatMap { format in
        [
            GrowthCase("unsorted keys", format) { .dictionary(unsorted(count: 2_000 * $0)) },
            GrowthCase("an array", format) { ["a": .array(Array(repeating: 1, count: 8_000 * $0))] },
            GrowthCase("strings", format) { ["a": .array((0..<4_000 * $0).map { .string("é<\($0)") })] },
            GrowthCase("a long string", format) { ["a": .string(String(repeating: "a&\"é", count: 20_000 * $0))] },
            GrowthCase("small data", format) {
                ["a": .array((0..<4_000 * $0).map { .data([UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8 & 255)]) })]
            },
            GrowthCase("large data", format) { ["a": .data(Array(repeating: 7, count: 40_000 * $0))] },
            GrowthCase("the same dictionaries", format) {
                ["a": .array(Array(repeating: ["k": ["x", "y"], "l": ["z": 1]], count: 2_000 * $0))]
            },
            GrowthCase("reals", format) { ["a": .array((0..<4_000 * $0).map { .real(Double($0) / 7) })] },
        ]
    }

    private static func unsorted(count: Int) -> PropertyListDictionary {
        (0..<count).reduce(into: PropertyListDictionary()) { dictionary, position in
            dictionary[String((position &* 40_503) & 0xFF_FFFF)] = .integer(PropertyListInteger(Int64(position)))
        }
    }

    private static func nest(_ open: String, _ close: String) -> String {
        String(repeating: open, count: 500) + String(repeating: close, count: 500)
    }
}

/// A large document, and the work on it.
public struct GrowthDocument {
    /// An operation on a document or its value.
    public enum Work: String, CaseIterable, Sendable {
        case read, locate, edit, write
    }

    private let bytes: [UInt8]
    private let format: PropertyListFormat
    /// The value of the document; nil if the document is invalid.
    private let value: PropertyList?

    init(bytes: [UInt8], format: PropertyListFormat) {
        self.bytes = bytes
        self.format = format
        value = try? PropertyList(parsing: bytes.span, as: format)
    }

    /// Does the work once, whether it succeeds or not; returns false if the document allows no such work.
    public func perform(_ work: Work) -> Bool {
        switch work {
        case .read:
            _ = PropertyListFormat(detecting: bytes.span)
            _ = try? PropertyList(parsing: bytes.span, as: format)
        case .locate:
            _ = try? PropertyList(at: ["k", "absent"], parsing: bytes.span, as: format)
        case .edit:
            guard case .dictionary(let old)? = value else { return false }
            var new = old
            new["added"] = true
            if let last = old.last {
                new[last.key] = "changed"
            }
            if old.count > 2 {
                new[old[1].key] = nil
            }
            _ = try? new.serialized(changing: bytes.span, replacing: old, as: format)
            for change in [{ ["first"] + $0.dropFirst().dropLast() }, { $0.reversed() }] as [Change] {
                for entry in old {
                    new[entry.key] = entry.value.changingElements(change)
                }
                _ = try? new.serialized(changing: bytes.span, replacing: old, as: format)
            }
        case .write:
            guard let value else { return false }
            for format in PropertyListFormat.allCases {
                _ = try? value.serialized(as: format)
            }
        }
        return true
    }
}

private typealias Change = ([PropertyList]) -> [PropertyList]

extension PropertyList {
    fileprivate func changingElements(_ change: Change) -> PropertyList {
        if case .array(let elements) = self { .array(change(elements)) } else { self }
    }
}
