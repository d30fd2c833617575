import TestSupport
import Testing

@testable import PropertyLists

@Suite("Reading OpenStep text")
struct OpenStepReaderTests {
    @Test(
        "each kind of value is read",
        arguments: [
            ("{}", [:]), ("()", []), ("<>", .data([])), (" { } ", [:]), ("\u{FEFF}{}", [:]),
            ("{a=b;}", ["a": "b"]), ("{ a = b }", ["a": "b"]), ("{ a; b = c; }", ["a": "a", "b": "c"]),
            ("{ 1 = 1; yes = YES; }", ["1": "1", "yes": "YES"]), ("(1, 1.5, -1)", ["1", "1.5", "-1"]),
            ("{\"a b\" = 'c\"d';}", ["a b": "c\"d"]), ("(a,)", ["a"]), ("(a , b)", ["a", "b"]),
            ("((), ({}), {a = (b);})", [[], [[:]], ["a": ["b"]]]),
            ("word", "word"), ("\"\"", ""), ("'x'", "x"), ("\"two\nlines\"", "two\nlines"),
            ("<0fbd77 1c2735ae>", .data([0x0F, 0xBD, 0x77, 0x1C, 0x27, 0x35, 0xAE])),
            ("< 0F bD\n77 >", .data([0x0F, 0xBD, 0x77])), ("<[AQI=]>", .data([1, 2])), ("<[]>", .data([])),
            ("<*I5>", 5), ("<*I-9223372036854775808>", .integer(.min)), ("<*I18446744073709551615>", .integer(.max)),
            ("<*I\"5\">", 5), ("<*BY>", true), ("<*BN>", false), ("<*R1.5>", 1.5), ("<*R1e3>", 1000.0),
            ("<*R-0>", -0.0), ("<*R3>", 3.0), ("<*Rnan>", .real(.nan)), ("<*R-inf>", .real(-.infinity)),
            ("<*D2001-01-01 00:00:00 +0000>", .date(PropertyListDate(secondsSinceReferenceDate: 0))),
            ("<*D\"2001-01-01 01:30:01 +0130\">", .date(PropertyListDate(secondsSinceReferenceDate: 1))),
            ("<*D2000-12-31 16:00:00 -0800>", .date(PropertyListDate(secondsSinceReferenceDate: 0))),
        ] as [(String, PropertyList)]
    )
    func values(text: String, value: PropertyList) throws {
        #expect(try read(text) == value)
    }

    @Test(
        "strings are read with every escape, and without quotation marks",
        arguments: [
            (#""\a\b\f\n\r\t\v\\\"\'""#, "\u{7}\u{8}\u{C}\n\r\t\u{B}\\\"'"), (#""\q\é\8""#, "qé8"),
            ("\"a\\\nb\"", "a\nb"), (#""\U00e9\u00E9\U0000""#, "éé\0"), (#""\Ud83d\Ude00\ud83d\UDE00x""#, "😀😀x"),
            (#""\0\1018\12\1234""#, "\0A8\nS4"), (#""\351\200\375\341""#, "Ø\u{A0}ÿÆ"), (#""é😀""#, "é😀"),
            (#""\U1g\U12\U\U123""#, "\u{1}g\u{12}\0\u{123}"), (#""\U12345\u1\ux""#, "\u{1234}5u1ux"),
            (#""\376\377\400\401\576\777""#, "\0\0\0\u{1}~\0"),
            ("a//b", "a//b"), ("a/*b*/", "a/*b*/"), ("/usr/lib", "/usr/lib"),
            ("!#$%&*+-./09:?@AZ^_az|~", "!#$%&*+-./09:?@AZ^_az|~"),
        ]
    )
    func strings(text: String, string: String) throws {
        #expect(try read(text) == .string(string))
    }

    @Test("a .strings file is a dictionary without braces")
    func stringsFile() throws {
        let text = """
            /* The title of the window. */
            "Title" = "Töp \\U201c%@\\U201d";
            // An abbreviation.
            OK;
            'a' = (1, 2); b = {c = d;};
            """
        #expect(try read(text) == ["Title": "Töp “%@”", "OK": "OK", "a": ["1", "2"], "b": ["c": "d"]])
    }

    @Test(
        "comments and whitespace are allowed between tokens",
        arguments: [
            "//x\n{a=b;}", "/*x*/{/**/a /***/=/*\n*/b //;\n;//}\r}//", "\u{C}\u{B}\r\n\t{a=b;}/* */ ",
            "{a /* = c; */=b;}", "\u{2028}{\u{2029}a=b;}// x\u{2028}",
        ]
    )
    func comments(text: String) throws {
        #expect(try read(text) == ["a": "b"])
    }

    @Test("a dictionary keeps the order of the text")
    func order() throws {
        guard case .dictionary(let dictionary) = try read("{b = 1; a = 2; c = 3;}") else {
            Issue.record("no dictionary")
            return
        }
        #expect(dictionary.keys == ["b", "a", "c"])
    }

    @Test(
        "any other text is an error with its line and column",
        arguments: [
            ("", .empty, 1, 1), (" \n ", .empty, 2, 2), ("/* x", .unexpectedEnd(within: "a comment"), 1, 1),
            ("{a = /* }", .unexpectedEnd(within: "a comment"), 1, 6),
            ("{", .unexpectedEnd(within: "a dictionary"), 1, 2), ("(a", .unexpectedEnd(within: "an array"), 1, 3),
            ("{a = b;\n", .unexpectedEnd(within: "a dictionary"), 2, 1),
            ("a = b", .unexpectedEnd(within: "a pair of key and value"), 1, 6),
            ("a = b; c", .unexpectedEnd(within: "a pair of key and value"), 1, 9),
            ("(\"ab", .unexpectedEnd(within: "a string"), 1, 2), ("'a\"", .unexpectedEnd(within: "a string"), 1, 1),
            ("\"ab\\", .unexpectedEnd(within: "a string"), 1, 4), ("\"\\U12", .unexpectedEnd(within: "a string"), 1, 1),
            ("<0f", .unexpectedEnd(within: "data"), 1, 4), ("(<0", .unexpectedEnd(within: "data"), 1, 4),
            ("<[AQ>", .unexpectedEnd(within: "data"), 1, 1), ("<*I5", .unexpectedEnd(within: "a typed value"), 1, 1),
            ("{a}", .unexpected("}", expected: "= or ;"), 1, 3), ("{a b;}", .unexpected("b", expected: "= or ;"), 1, 4),
            ("{a = b c;}", .unexpected("c", expected: "; or }"), 1, 8),
            ("{a = ;}", .unexpected(";", expected: "a value"), 1, 6),
            ("{a = b;;}", .unexpected(";", expected: "a key"), 1, 8),
            ("{(a) = b;}", .unexpected("(", expected: "a key"), 1, 2),
            ("(,)", .unexpected(",", expected: "a value"), 1, 2), ("(a b)", .unexpected("b", expected: ", or )"), 1, 4),
            ("(a;)", .unexpected(";", expected: ", or )"), 1, 3), ("(a}", .unexpected("}", expected: ", or )"), 1, 3),
            ("hello world", .unexpected("w", expected: "= or ;"), 1, 7),
            ("a = b }", .unexpected("}", expected: ";"), 1, 7), ("a = b; }", .unexpected("}", expected: "a key"), 1, 8),
            ("[1]", .unexpected("[", expected: "a value"), 1, 1), ("(é)", .unexpected("é", expected: "a value"), 1, 2),
            ("{} x", .trailingContent, 1, 4), ("(){}", .trailingContent, 1, 3), ("<>>", .trailingContent, 1, 3),
            ("<0g>", .unexpected("g", expected: "a second hexadecimal digit"), 1, 3),
            ("<0 1>", .unexpected(" ", expected: "a second hexadecimal digit"), 1, 3),
            ("<plist>", .unexpected("p", expected: "a hexadecimal digit or >"), 1, 2),
            ("<[A]>", .invalidValue(.data, text: "A"), 1, 1), ("(<*I5x>)", .invalidValue(.integer, text: "5x"), 1, 2),
            ("<*I>", .invalidValue(.integer, text: ""), 1, 1), ("<*BYES>", .invalidValue(.boolean, text: "YES"), 1, 1),
            ("<*R1,5>", .invalidValue(.real, text: "1,5"), 1, 1),
            ("<*D2001-01-01>", .invalidValue(.date, text: "2001-01-01"), 1, 1),
            ("<*D2001-02-29 00:00:00 +0000>", .invalidValue(.date, text: "2001-02-29 00:00:00 +0000"), 1, 1),
            ("<*I18446744073709551616>", .integerOutOfRange("18446744073709551616"), 1, 1),
            ("<*X1>", .unexpected("<*X", expected: "<*I, <*R, <*B or <*D"), 1, 1),
            ("<*>", .unexpected("<*", expected: "<*I, <*R, <*B or <*D"), 1, 1),
            (#""a\Ud800""#, .loneSurrogate, 1, 3), (#""\Ude00""#, .loneSurrogate, 1, 2),
            (#""\Ud800\U0041""#, .loneSurrogate, 1, 2),
        ] as [(String, PropertyListProblem, Int, Int)]
    )
    func errors(text: String, problem: PropertyListProblem, line: Int, column: Int) {
        let found = error { () throws(PropertyListError) in try read(text) }
        #expect(found?.problem == problem)
        #expect(
            found?.position?.line == line && found?.position?.column == column,
            "\(String(describing: found?.position))"
        )
    }

    @Test(
        "invalid UTF-8 is an error, in strings and in comments",
        arguments: ["(\"\u{1}\")", "('\\n\u{1}')", "(//\u{1}\n)"]
    )
    func invalidUTF8(text: String) {
        let bytes = text.utf8.map { $0 == 1 ? 0xFF : $0 }
        let found = error { () throws(PropertyListError) in try PropertyList(parsing: bytes.span, as: .openStep) }
        #expect(found == PropertyListError(.invalidUTF8, at: found?.position))
        #expect(found?.position?.offset == 1)
    }

    private func read(_ text: String) throws(PropertyListError) -> PropertyList {
        try PropertyList(parsing: Array(text.utf8).span, as: .openStep)
    }
}

@Suite("The limits of OpenStep text")
struct OpenStepLimitTests {
    @Test("containers nest up to the limit, without recursion", arguments: [("(", ")"), ("{a=", ";}")])
    func depth(open: String, close: String) throws {
        let document = { (depth: Int) in
            Array((String(repeating: open, count: depth) + "b" + String(repeating: close, count: depth)).utf8)
        }
        _ = try PropertyList(parsing: document(512).span, as: .openStep)
        for depth in [513, 100_000] {
            let bytes = document(depth)
            let found = error { () throws(PropertyListError) in try PropertyList(parsing: bytes.span, as: .openStep) }
            #expect(found?.problem == .tooDeep(limit: 512))
            #expect(found?.position?.offset == 512 * open.utf8.count)
        }
    }

    @Test("any bytes give a value or an error")
    func mutations() throws {
        var generator = SeededGenerator.printingSeed()
        let random = RandomPropertyList(isPortable: true, hasReferences: false)
        for _ in 0..<200 {
            let dictionary = random.dictionary(using: &generator)
            let bytes = try PropertyList.dictionary(dictionary).serialized(as: .openStep)
            for _ in 0..<40 {
                let damaged = bytes.damaged(using: &generator)
                _ = PropertyListFormat(detecting: damaged.span)
                if let value = try? PropertyList(parsing: damaged.span, as: .openStep) {
                    let written = try value.serialized(as: .openStep)
                    #expect(try PropertyList(parsing: written.span, as: .openStep) == value)
                }
            }
        }
    }

    @Test("a document that is truncated anywhere is an error")
    func cuts() throws {
        let bytes = Array("{ a = \"b\\U00e9\"; /* c */ d = (<0102>, <*I5>, 'x'); }".utf8)
        for length in 1..<bytes.count {
            let cut = Array(bytes.prefix(length))
            let found = error { () throws(PropertyListError) in try PropertyList(parsing: cut.span) }
            #expect(found != nil, "\(length) bytes")
        }
    }
}
