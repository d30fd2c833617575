import Testing

@testable import PropertyLists

@Suite("Format detection")
struct FormatDetectionTests {
    @Test(
        "a signed message, as of a configuration profile, is recognized",
        arguments: [[0x82, 1, 0], [0x80], [0x84, 0, 1, 0, 0]] as [[UInt8]]
    )
    func signed(length: [UInt8]) {
        let identifier: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        let bytes = [0x30] + length + identifier + [UInt8](repeating: 0xA0, count: 40)
        for (bytes, problem) in [(bytes, .signed), (Array(bytes.dropFirst()), .unknownFormat)]
            as [([UInt8], PropertyListProblem)]
        {
            let result = Result { () throws(PropertyListError) in try PropertyList(parsing: bytes.span) }
            #expect(throws: PropertyListError(problem, at: SourcePosition.positions(at: [0], in: bytes.span)[0])) {
                try result.get()
            }
        }
    }

    @Test(
        "the first bytes identify a format",
        arguments: [
            ("bplist00", .binary), ("<?xml", .xml), ("<!DOCTYPE", .xml), ("<plist>", .xml), ("<", .xml),
            (" \n<a>", .xml),
            ("[", .json), ("{}", .json), ("{ }", .json), ("{\n\n}", .json), ("{\"a\":1}", .json),
            ("{ \"a\\\"b\" : 1", .json),
            ("\u{FEFF}{\"a\":", .json), ("{\"\":", .json), ("// why\n{\"a\": 1}", .json),
            ("{", .openStep), ("{\n}\n", .openStep), ("{\r\n}", .openStep), ("{a", .openStep),
            ("{\"a\" = b;}", .openStep),
            ("{\"a", .openStep),
            ("{\"a\"", .openStep), ("{'a':", .openStep), ("{/*:*/a=b;}", .openStep), ("(", .openStep),
            ("()", .openStep),
            ("<0f>", .openStep), ("<*I5>", .openStep), ("<[AQ==]>", .openStep), ("<>", .openStep), ("< ff>", .openStep),
            ("a = b;", .openStep), ("\"a\"=", .openStep), ("'a' /* why */ = b;", .openStep),
            ("// x\na = b;", .openStep), ("a; b = c;", .openStep), ("{ /**/ }", .openStep),
            ("\"a\" // x\n;", .openStep),
            ("1", .json), ("-1.5e3\n", .json), ("true", .json), (" \"a\" ", .json), ("\"\\u00e9\"", .json),
            ("\"\\U00e9\"", .openStep), ("// a comment", .openStep), ("/* a */\n", .openStep),
        ] as [(String, PropertyListFormat)]
    )
    func formats(text: String, format: PropertyListFormat) {
        for comment in Self.comments where comment.isEmpty || !text.isMarked {
            #expect(PropertyListFormat(detecting: Array((comment + text).utf8).span) == format, "\(comment)")
        }
    }

    /// None, and some after which the same rules hold.
    private static let comments = ["", "/* why */ ", "// why\n", "/*/*/"]

    @Test(
        "other bytes identify no format",
        arguments: [
            "", " ", "hello", "hello, world", "1 2", "True", "null", "\"a\": 1", "\"a", "'", "'a'", "/", "\"a\" \"b\"",
            "/* cut",
            "/*/*/*/", "/**/ abc", "/**/ 'a'", "key: value", "}", ")", ">", "\0", "\u{1}", "é = 1;", "#!/bin/sh\nA=1",
        ]
    )
    func none(text: String) {
        let isEmpty = ["", " "].contains(text)
        for comment in Self.comments where comment.isEmpty || !isEmpty {
            let bytes = Array((comment + text).utf8)
            #expect(PropertyListFormat(detecting: bytes.span) == nil, "\(comment)")
            let found = error { () throws(PropertyListError) in try PropertyList(parsing: bytes.span) }
            #expect(found?.problem == (isEmpty ? .empty : .unknownFormat), "\(comment)")
        }
    }

    @Test("JSON after comments is refused as JSON", arguments: ["1", "true", "\"a\"", "{\"a\": 1}", "[]", "{}"])
    func commentedJSON(text: String) {
        let found = error { () throws(PropertyListError) in
            try PropertyList(parsing: Array("/* why */ \(text)".utf8).span)
        }
        #expect(found?.problem == .unexpected("a comment", expected: "a value"))
    }

    @Test(
        "text that looks like pairs is a .strings file only if each pair ends",
        arguments: ["PATH=/bin\n", "a = 1\nb = 2\n", "encoding=\"UTF-8\"?>"]
    )
    func notPairs(text: String) {
        let found = error { () throws(PropertyListError) in try PropertyList(parsing: Array(text.utf8).span) }
        #expect(found != nil)
    }
}

extension String {
    /// Whether only the start of a document can be this.
    fileprivate var isMarked: Bool { hasPrefix("\u{FEFF}") || hasPrefix("bplist") }
}
