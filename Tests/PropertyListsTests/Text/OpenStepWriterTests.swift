import TestSupport
import Testing

@testable import PropertyLists

@Suite("Writing OpenStep text")
struct OpenStepWriterTests {
    @Test(
        "each kind of value is written as GNUstep reads it",
        arguments: [
            ("word", "\"word\""), (["word"], "(\n    word\n)"), ("", "\"\""), ("a.b", "\"a.b\""), ("/x", "\"/x\""),
            ("a b", "\"a b\""), ("42", "\"42\""),
            ("a\"\\'/", #""a\"\\'/""#), ("\u{7}\u{8}\t\n\u{B}\u{C}\r", #""\a\b\t\n\v\f\r""#),
            ("\0\u{1F}\u{7F}", #""\000\037\177""#), ("é\u{A0}😀", #""\U00E9\U00A0\UD83D\UDE00""#),
            (5, "<*I5>"), (.integer(.min), "<*I-9223372036854775808>"), (.integer(.max), "<*I18446744073709551615>"),
            (true, "<*BY>"), (false, "<*BN>"), (1.5, "<*R1.5>"), (1.0, "<*R1.0>"), (-0.0, "<*R-0.0>"),
            (1e300, "<*R1e+300>"), (.real(.nan), "<*Rnan>"), (.real(-.infinity), "<*R-inf>"),
            (.date(PropertyListDate(secondsSinceReferenceDate: 0)), "<*D2001-01-01 00:00:00 +0000>"),
            (.date(PropertyListDate(secondsSinceReferenceDate: -0.25)), "<*D2000-12-31 23:59:59 +0000>"),
            (.data([]), "<>"), (.data([0x0F, 0xBD, 0x77, 0x1C, 0x27]), "<0fbd771c 27>"),
            ([], "(\n)"), ([:], "{\n}"), ([1, ["a"]], "(\n    <*I1>,\n    (\n        a\n    )\n)"),
            (["b c": 1, "a": [:]], "{\n    \"b c\" = <*I1>;\n    a = {\n    };\n}"),
        ] as [(PropertyList, String)]
    )
    func values(value: PropertyList, text: String) throws {
        let document = try value.serialized(as: .openStep)
        #expect(String(decoding: document, as: UTF8.self) == text + "\n")
    }

    @Test(
        "a value that the format cannot store is an error",
        arguments: [
            (.uid(1), .unsupportedKind(.uid)), (["a": [.uid(1)]], .unsupportedKind(.uid)),
            (.date(PropertyListDate(secondsSinceReferenceDate: .infinity)), .dateOutOfRange(seconds: "inf")),
            (.date(PropertyListDate(secondsSinceReferenceDate: 1e12)), .dateOutOfRange(seconds: "1000000000000.0")),
            (.date(PropertyListDate(secondsSinceReferenceDate: -1e11)), .dateOutOfRange(seconds: "-100000000000.0")),
            (nested(513), .tooDeep(limit: 512)),
        ].map { (Sample($0), $1) } as [(Sample<PropertyList>, PropertyListProblem)]
    )
    func errors(value: Sample<PropertyList>, problem: PropertyListProblem) {
        #expect(throws: PropertyListError(problem)) { try value.value.serialized(as: .openStep) }
    }

    @Test("containers nest up to the reader's limit")
    func depth() throws {
        let document = try nested(512).serialized(as: .openStep)
        #expect(try PropertyList(parsing: document.span, as: .openStep) == nested(512))
    }

    @Test("a value reads back the same, and its format is detected")
    func roundTrip() throws {
        var generator = SeededGenerator.printingSeed()
        let random = RandomPropertyList(isPortable: true, hasReferences: false)
        for _ in 0..<500 {
            let value = PropertyList.dictionary(random.dictionary(using: &generator))
            let document = try value.serialized(as: .openStep)
            #expect(PropertyListFormat(detecting: document.span) == .openStep)
            let read = try PropertyList(parsing: document.span)
            #expect(read == value, "\(String(decoding: document, as: UTF8.self))")
            #expect(try read.serialized(as: .openStep) == document)
        }
    }
}
