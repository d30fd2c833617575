import TestSupport
import Testing

@testable import PropertyLists

@Suite("Reading JSON")
struct JSONReaderTests {
    @Test(
        "each kind of value is read",
        arguments: [
            ("{}", [:]), ("[]", []), (" [ ] ", []), ("\u{FEFF}{}", [:]), ("true", true), ("false", false),
            ("0", 0), ("-0", 0), ("-1", -1), ("9223372036854775808", .integer(PropertyListInteger(UInt64(1) << 63))),
            ("18446744073709551615", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("1.0", 1.0), ("-0.0", -0.0), ("1e3", 1000.0), ("1E+3", 1000.0), ("25e-1", 2.5), ("1e-400", 0.0),
            ("1.7976931348623157e308", .real(.greatestFiniteMagnitude)),
            (#""""#, ""), (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u00E9\u0000""#, "éé\0"),
            (#""\ud83d\ude00x""#, "😀x"), ("\"é😀\u{7F}\u{2028}\"", "é😀\u{7F}\u{2028}"),
            ("[1,\t[2],\r\n{\"a\" : [ ]}]", [1, [2], ["a": []]]),
            (#"{"a":{"a":1},"b":[1,1]}"#, ["a": ["a": 1], "b": [1, 1]]),
        ] as [(String, PropertyList)]
    )
    func values(text: String, value: PropertyList) throws {
        #expect(try PropertyList(json: text) == value)
    }

    @Test("a dictionary keeps the order of the text")
    func order() throws {
        let value = try PropertyList(json: #"{"b":1,"a":2,"c":3}"#)
        guard case .dictionary(let dictionary) = value else {
            Issue.record("no dictionary")
            return
        }
        #expect(dictionary.keys == ["b", "a", "c"])
    }

    @Test(
        "any other text is an error with its line and column",
        arguments: [
            ("", .empty, 1, 1), (" \n ", .empty, 2, 2),
            ("null", .null(key: nil), 1, 1), ("[1,\n null]", .null(key: nil), 2, 2),
            (#"{"a": {"b": [[{"c": 1}, null]]}}"#, .null(key: "b"), 1, 25),
            (#"{"a": {"b": 1}, "c": null}"#, .null(key: "c"), 1, 22),
            ("[", .unexpectedEnd(within: "an array"), 1, 2), ("{\"a\":", .unexpectedEnd(within: "an object"), 1, 6),
            ("[1", .unexpectedEnd(within: "an array"), 1, 3), ("\"abc", .unexpectedEnd(within: "a string"), 1, 5),
            ("\"abc\\", .unexpectedEnd(within: "a string"), 1, 5),
            ("\"\\u12", .unexpectedEnd(within: "a string"), 1, 2),
            ("[1,]", .unexpected("]", expected: "a value after the comma"), 1, 4),
            ("[,1]", .unexpected(",", expected: "a value"), 1, 2),
            ("[1 2]", .unexpected("2", expected: ", or ]"), 1, 4), ("[1}", .unexpected("}", expected: ", or ]"), 1, 3),
            ("{\"a\":1,}", .unexpected("}", expected: "a key after the comma"), 1, 8),
            ("{a:1}", .unexpected("a", expected: "a key in double quotes"), 1, 2),
            ("{\"a\" 1}", .unexpected("1", expected: ":"), 1, 6),
            ("{\"a\":1 \"b\"}", .unexpected("\"", expected: ", or }"), 1, 8),
            ("{1:1}", .unexpected("1", expected: "a key in double quotes"), 1, 2),
            ("'a'", .unexpected("'", expected: "a value"), 1, 1),
            ("é", .unexpected("é", expected: "a value"), 1, 1),
            ("True", .unexpected("True", expected: "a value"), 1, 1),
            ("NaN", .unexpected("NaN", expected: "a value"), 1, 1), ("+1", .unexpected("+", expected: "a value"), 1, 1),
            (".5", .unexpected(".", expected: "a value"), 1, 1),
            ("// x\n1", .unexpected("a comment", expected: "a value"), 1, 1),
            ("\u{A0}1", .unexpected("\u{A0}", expected: "a value"), 1, 1),
            ("1 2", .trailingContent, 1, 3), ("{}]", .trailingContent, 1, 3), ("01", .trailingContent, 1, 2),
            ("nullx", .null(key: nil), 1, 1), ("truex", .trailingContent, 1, 5), ("0x10", .trailingContent, 1, 2),
            ("-", .unexpectedEnd(within: "a number"), 1, 2), ("[-a]", .unexpected("a", expected: "a digit"), 1, 3),
            ("[1.]", .unexpected("]", expected: "a digit"), 1, 4),
            ("[1e]", .unexpected("]", expected: "a digit"), 1, 4),
            ("[1e+-1]", .unexpected("-", expected: "a digit"), 1, 5),
            ("[18446744073709551616]", .integerOutOfRange("18446744073709551616"), 1, 2),
            ("-9223372036854775809", .integerOutOfRange("-9223372036854775809"), 1, 1),
            ("1e309", .realOutOfRange("1e309"), 1, 1), ("-1e309", .realOutOfRange("-1e309"), 1, 1),
            ("\"a\tb\"", .unexpected("U+0009", expected: "an escape"), 1, 3),
            ("\"a\nb\"", .unexpected("U+000A", expected: "an escape"), 1, 3),
            (#""ab\x""#, .unexpected("\\x", expected: "an escape"), 1, 4),
            (#""\u12g4""#, .unexpected("\\u12g", expected: "four hexadecimal digits"), 1, 2),
            (#""\u+123""#, .unexpected("\\u+", expected: "four hexadecimal digits"), 1, 2),
            (#""\ud800""#, .loneSurrogate, 1, 2), (#""a\udc00""#, .loneSurrogate, 1, 3),
            (#""\ud800\ud800""#, .loneSurrogate, 1, 2), (#""\ud800\u0041""#, .loneSurrogate, 1, 2),
            (#"[{"a":1,"b":2,"a":3}]"#, .duplicateKey("a"), 1, 15), (#"{"a":1,"\u0061":3}"#, .duplicateKey("a"), 1, 8),
            ("{\"b\":{\"a\":[]},\n \"a\" :1, \"a\":2, \"a\":3}", .duplicateKey("a"), 2, 10),
            (#"{"$dict":{"b":1,"a":1,"b":2}}"#, .duplicateKey("b"), 1, 23),
        ] as [(String, PropertyListProblem, Int, Int)]
    )
    func errors(text: String, problem: PropertyListProblem, line: Int, column: Int) {
        let found = error { () throws(PropertyListError) in try PropertyList(json: text) }
        #expect(found?.problem == problem)
        #expect(
            found?.position?.line == line && found?.position?.column == column,
            "\(String(describing: found?.position))"
        )
    }

    @Test(
        "a string that is not UTF-8 is an error",
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82]]
    )
    func invalidUTF8(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        for escape in ["", "\\n"] {
            let text = [UInt8(ascii: "[")] + [quote] + Array(escape.utf8) + bytes + [quote, UInt8(ascii: "]")]
            let found = error { () throws(PropertyListError) in try PropertyList(json: text) }
            #expect(found?.problem == .invalidUTF8)
            #expect(found?.position?.offset == 1)
        }
    }

    @Test("containers nest up to the limit, without recursion")
    func depth() throws {
        let open = { (depth: Int) in String(repeating: "[", count: depth) }
        #expect(
            try PropertyList(json: open(512) + String(repeating: "]", count: 512))
                == (1..<512).reduce([]) { value, _ in [value] }
        )
        for depth in [513, 1_000_000] {
            let found = error { () throws(PropertyListError) in try PropertyList(json: open(depth)) }
            #expect(found?.problem == .tooDeep(limit: 512))
            #expect(found?.position?.offset == 512)
        }
    }

    @Test("any bytes give a value or an error")
    func mutations() throws {
        var generator = SeededGenerator.printingSeed()
        let random = RandomPropertyList()
        for _ in 0..<200 {
            let text = try PropertyList.dictionary(random.dictionary(using: &generator)).json(
                .typed,
                pretty: Bool.random(using: &generator)
            )
            for _ in 0..<40 {
                let damaged = Array(text.utf8).damaged(using: &generator)
                if let value = try? PropertyList(json: damaged) {
                    #expect(try PropertyList(json: value.json(.typed)) == value)
                }
            }
        }
    }
}

@Suite("Types that JSON does not have")
struct JSONFormTests {
    @Test(
        "each type has its own object",
        arguments: [
            (.date(PropertyListDate(secondsSinceReferenceDate: 0)), #"{"$date":"2001-01-01T00:00:00Z"}"#),
            (.date(PropertyListDate(secondsSinceReferenceDate: -0.25)), #"{"$date":"2000-12-31T23:59:59.75Z"}"#),
            (.date(PropertyListDate(secondsSinceReferenceDate: 1e-5)), #"{"$date":1e-05}"#),
            (.date(PropertyListDate(secondsSinceReferenceDate: -0.0)), #"{"$date":-0.0}"#),
            (.date(PropertyListDate(secondsSinceReferenceDate: 1e300)), #"{"$date":1e+300}"#),
            (.date(PropertyListDate(secondsSinceReferenceDate: .nan)), #"{"$date":{"$real":"nan"}}"#),
            (.data([]), #"{"$data":""}"#), (.data([1, 2]), #"{"$data":"AQI="}"#),
            (.uid(.max), #"{"$uid":18446744073709551615}"#),
            (.real(.nan), #"{"$real":"nan"}"#), (.real(.infinity), #"{"$real":"inf"}"#),
            (.real(-.infinity), #"{"$real":"-inf"}"#),
            (.real(Double(bitPattern: 0x7FF0_0000_0000_0005)), #"{"$real":"nan(0x7ff0000000000005)"}"#),
            (["k": .dictionary(.removal)], #"{"k":{"$unset":true}}"#),
            (["k": ["$unset": true]], #"{"k":{"$dict":{"$unset":true}}}"#),
            (["$unset": true], #"{"$dict":{"$unset":true}}"#), (["$unset": 1], #"{"$dict":{"$unset":1}}"#),
            (["$unset": true, "x": 1], #"{"$unset":true,"x":1}"#),
            (["$date": 1], #"{"$dict":{"$date":1}}"#), (["$uid": [:]], #"{"$dict":{"$uid":{}}}"#),
            (["$dict": ["$dict": .uid(1)]], #"{"$dict":{"$dict":{"$dict":{"$dict":{"$uid":1}}}}}"#),
            (["$dict": .uid(1), "x": 1], #"{"$dict":{"$dict":{"$uid":1},"x":1}}"#),
            (["$date": .uid(1), "x": 1], #"{"$date":{"$uid":1},"x":1}"#),
            (["x": 1, "$dict": .uid(1)], #"{"x":1,"$dict":{"$uid":1}}"#),
            (["$Date": 1], #"{"$Date":1}"#), (["$data ": 1], #"{"$data ":1}"#),
        ] as [(PropertyList, String)]
    )
    func forms(value: PropertyList, text: String) throws {
        #expect(try value.json(.typed) == text)
        #expect(try PropertyList(json: text) == value)
    }

    @Test(
        "other spellings of the same value are read",
        arguments: [
            (#"{ "$date" : 5 }"#, .date(PropertyListDate(secondsSinceReferenceDate: 5))),
            (#"{"$date":"2001-01-01T01:00:00+01:00"}"#, .date(PropertyListDate(secondsSinceReferenceDate: 0))),
            (#"{"\u0024date":5}"#, .date(PropertyListDate(secondsSinceReferenceDate: 5))),
            (#"{"$data":"A Q\nI="}"#, .data([1, 2])), (#"{"$dict":{}}"#, [:]), (#"{"$dict":{"a":1}}"#, ["a": 1]),
        ] as [(String, PropertyList)]
    )
    func spellings(text: String, value: PropertyList) throws {
        #expect(try PropertyList(json: text) == value)
    }

    @Test(
        "a malformed object is an error at its start",
        arguments: [
            (#"[{"$date":true}]"#, "$date"), (#"[{"$date":{}}]"#, "$date"),
            (#"[{"$date":{"$date":1}}]"#, "$date"), (#"[{"$data":"A"}]"#, "$data"), (#"[{"$data":[1]}]"#, "$data"),
            (#"[{"$uid":-1}]"#, "$uid"), (#"[{"$uid":1.0}]"#, "$uid"), (#"[{"$uid":"1"}]"#, "$uid"),
            (#"[{"$real":1.5}]"#, "$real"), (#"[{"$real":"1.5"}]"#, "$real"), (#"[{"$real":"NaN"}]"#, "$real"),
            (#"[{"$real":"infinity"}]"#, "$real"), (#"[{"$real":"nan(0x7ff8000000000000)"}]"#, "$real"),
            (#"[{"$real":"nan(0x1)"}]"#, "$real"), (#"[{"$dict":1}]"#, "$dict"), (#"[{"$dict":[]}]"#, "$dict"),
            (#"[{"$dict":{},"x":1}]"#, "$dict"), (#"[{"$unset":false}]"#, "$unset"), (#"[{"$unset":{}}]"#, "$unset"),
        ]
    )
    func malformed(text: String, form: String) {
        let found = error { () throws(PropertyListError) in try PropertyList(json: text) }
        #expect(found?.problem == .invalidForm(form))
        #expect(found?.position?.offset == 1)
    }

    @Test("a text that is no date is quoted")
    func malformedDate() {
        let found = error { () throws(PropertyListError) in try PropertyList(json: #"[{"$date":"yesterday"}]"#) }
        #expect(found?.problem == .invalidValue(.date, text: "yesterday"))
    }

    @Test("a removal equals no other dictionary, and a document is not one")
    func removals() throws {
        let removal = PropertyListDictionary.removal
        #expect(removal != [:] && removal.isEmpty && removal.isRemoval)
        var changed = removal
        changed["a"] = 1
        #expect(changed == ["a": 1] && PropertyListDictionary.removal.isRemoval)
        let found = error { () throws(PropertyListError) in try PropertyList(json: #"{"$unset": true}"#) }
        #expect(found?.problem == .edit)
    }

    @Test("only JSON can represent a removal", arguments: [.xml, .binary, .openStep] as [PropertyListFormat])
    func removalsElsewhere(format: PropertyListFormat) {
        let value: PropertyList = ["a": [["b": .dictionary(.removal)]]]
        #expect(throws: PropertyListError(.edit)) { try value.serialized(as: format) }
        let root: PropertyListDictionary = ["a": 1]
        #expect(throws: PropertyListError(.edit)) {
            let document = try PropertyList.dictionary(root).serialized(as: format)
            let new: PropertyListDictionary = ["a": .dictionary(.removal)]
            _ = try new.serialized(changing: document.span, replacing: root, as: format)
        }
    }
}
