import TestSupport
import Testing

@testable import PropertyLists

@Suite("Writing JSON")
struct JSONWriterTests {
    @Test(
        "the plain style contains what other programs expect",
        arguments: [
            ([:], "{}"), ([], "[]"), (["b": 1, "a": [1, ["c": true]]], #"{"b":1,"a":[1,{"c":true}]}"#),
            (.integer(.max), "18446744073709551615"), (.integer(.min), "-9223372036854775808"),
            (1.0, "1.0"), (0.1, "0.1"), (1e300, "1e+300"), (5e-5, "5e-05"), (-0.0, "-0.0"),
            (1e15, "1000000000000000.0"),
            (
                "a\"\\/\u{8}\u{C}\n\r\t\0\u{1F}\u{7F}\u{2028}é😀",
                #""a\"\\/\b\f\n\r\t\u0000\u001f"# + "\u{7F}\u{2028}é😀\""
            ),
            (["a\nb": ""], #"{"a\nb":""}"#),
            (.date(PropertyListDate(secondsSinceReferenceDate: 0.5)), #""2001-01-01T00:00:00.5Z""#),
            (.date(PropertyListDate(secondsSinceReferenceDate: 1e-5)), #""2001-01-01T00:00:00Z""#),
            (.data([1, 2]), #""AQI=""#), (.uid(3), #"{"$uid":3}"#), (["$date": 1], #"{"$date":1}"#),
        ] as [(PropertyList, String)]
    )
    func plain(value: PropertyList, text: String) throws {
        #expect(try value.json(.plain) == text)
    }

    @Test(
        "a value that the plain style cannot store is an error",
        arguments: [
            (.real(.nan), .notFinite("nan")), ([1, .real(-.infinity)], .notFinite("-inf")),
            (.date(PropertyListDate(secondsSinceReferenceDate: .infinity)), .dateOutOfRange(seconds: "inf")),
            (.date(PropertyListDate(secondsSinceReferenceDate: 1e300)), .dateOutOfRange(seconds: "1e+300")),
        ] as [(PropertyList, PropertyListProblem)]
    )
    func errors(value: PropertyList, problem: PropertyListProblem) {
        #expect(throws: PropertyListError(problem)) { try value.json(.plain) }
    }

    @Test("each element has its own line on request")
    func pretty() throws {
        let value: PropertyList = ["a": [1, [], [:]], "b": .uid(1), "c": ["d": "e"]]
        let text = """
            {
              "a": [
                1,
                [],
                {}
              ],
              "b": {"$uid": 1},
              "c": {
                "d": "e"
              }
            }
            """
        #expect(try value.json(.typed, pretty: true) == text)
        #expect(try String(decoding: value.jsonDocument(.typed, pretty: true), as: UTF8.self) == text + "\n")
        #expect(try PropertyList(json: text) == value)
    }

    @Test("objects and arrays nest up to the reader's limit, including the objects that represent a type")
    func depth() throws {
        for style in [JSONStyle.plain, .typed] {
            #expect(try PropertyList(json: nested(512).json(style)) == nested(512))
            #expect(throws: PropertyListError(.tooDeep(limit: 512))) { try nested(513).json(style) }
        }
        #expect(try PropertyList(json: nested(511, around: .uid(1)).json(.typed)) == nested(511, around: .uid(1)))
        #expect(throws: PropertyListError(.tooDeep(limit: 512))) { try nested(512, around: .uid(1)).json(.typed) }
    }

    @Test("a value in the typed style reads back the same to the bit")
    func roundTrip() throws {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<500 {
            let value = RandomPropertyList().value(using: &generator)
            let text = try value.json(.typed, pretty: Bool.random(using: &generator))
            let read = try PropertyList(json: text)
            #expect(read == value, "\(text)")
            #expect(try read.json(.typed) == value.json(.typed))
        }
    }
}
