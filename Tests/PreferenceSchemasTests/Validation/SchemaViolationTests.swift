import PropertyLists
import Testing

@testable import PreferenceSchemas

@Suite("Schema violations")
struct SchemaViolationTests {
    /// Returns the violations of the schema `{"properties": {"k": RULE}}` by a value in typed JSON, with their paths.
    private func violations(_ rule: String, _ value: String) throws -> [String] {
        let schema = try PreferenceSchema(parsing: Array(#"{"properties":{"k":\#(rule)}}"#.utf8))
        return try schema.violations(in: ["k": Self.value(value)]).map { violation in
            let place = violation.pointer.dropFirst().map { "/" + $0 }.joined()
            return "\(place)\(place.isEmpty ? "" : " ")\(violation.keyword?.rawValue ?? "false"): \(violation)"
        }
    }

    private static func value(_ json: String) throws -> PropertyList {
        let bytes = Array(json.utf8)
        return try PropertyList(parsingJSON: bytes.span)
    }

    @Test(
        "a value that violates a rule is reported with the requirement",
        arguments: [
            // Types.
            (#"{"type":"integer"}"#, "1.5", ["type: 1.5 is of type float, not integer"]),
            (#"{"type":"integer"}"#, "true", ["type: true is of type bool, not integer"]),
            (#"{"type":"boolean"}"#, "1", ["type: 1 is of type integer, not bool"]),
            (#"{"type":"number"}"#, #""1""#, [#"type: "1" is of type string, not float"#]),
            (#"{"type":"string"}"#, "[1]", ["type: [1] is of type array, not string"]),
            (#"{"type":"array"}"#, "{}", ["type: {} is of type dictionary, not array"]),
            (#"{"type":"object"}"#, "[]", ["type: [] is of type array, not dictionary"]),
            (#"{"type":["string","integer"]}"#, "true", ["type: true is of type bool, not string or integer"]),
            (#"{"type":"null"}"#, "1", ["type: 1 is of type integer, and the schema allows only null"]),
            (#"{"type":"object"}"#, #"{"$uid":1}"#, [#"type: {"$uid":1} is of type uid, not dictionary"#]),
            ("false", "1", ["false: the schema allows no value here"]),
            // Dates and data, which are strings in JSON.
            (
                #"{"type":"string"}"#, #"{"$date":"2025-01-31T12:00:00Z"}"#,
                [#"type: "2025-01-31T12:00:00Z" is of type date, not string"#]
            ),
            (#"{"type":"string"}"#, #"{"$data":"AQI="}"#, [#"type: "AQI=" is of type data, not string"#]),
            (
                #"{"type":"string","format":"date-time"}"#, #""2025-01-31T12:00:00Z""#,
                [#"format: "2025-01-31T12:00:00Z" is of type string, not date"#]
            ),
            (
                #"{"type":"string","format":"date-time"}"#, #"{"$data":"AQI="}"#,
                [#"type: "AQI=" is of type data, not date"#]
            ),
            (#"{"format":"date-time"}"#, #"{"$data":"AQI="}"#, [#"format: "AQI=" is of type data, not date"#]),
            (
                #"{"format":"date-time"}"#, #"{"$date":"+11963-06-19T08:30:06Z"}"#,
                ["format: \"+11963-06-19T08:30:06Z\" is not an RFC 3339 date, as in '2025-01-31T12:00:00Z'"]
            ),
            (
                #"{"format":"date-time"}"#, #"{"$date":"-0001-01-01T00:00:00Z"}"#,
                ["format: \"-0001-01-01T00:00:00Z\" is not an RFC 3339 date, as in '2025-01-31T12:00:00Z'"]
            ),
            (
                #"{"type":"string","contentEncoding":"base64"}"#, #""AQI=""#,
                [#"contentEncoding: "AQI=" is of type string, not data"#]
            ),
            (
                #"{"type":"string","contentEncoding":"base64"}"#, #"{"$date":0}"#,
                [#"type: "2001-01-01T00:00:00Z" is of type date, not data"#]
            ),
            (
                #"{"format":"uuid"}"#, #"{"$date":0}"#,
                [#"format: "2001-01-01T00:00:00Z" is not a UUID, as in '01234567-89ab-cdef-0123-456789abcdef'"#]
            ),
            // Formats.
            (
                #"{"format":"uuid"}"#, #""01234567-89ab-cdef-0123456789abcdef""#,
                [
                    #"format: "01234567-89ab-cdef-0123456789abcdef" is not a UUID, as in '01234567-89ab-cdef-0123-456789abcdef'"#
                ]
            ),
            (
                #"{"format":"uri"}"#, #""/a b""#,
                [#"format: "/a b" is not a URI with a scheme, as in 'https://example.com/'"#]
            ),
            (
                #"{"format":"uri"}"#, #""a:%2""#,
                [#"format: "a:%2" is not a URI with a scheme, as in 'https://example.com/'"#]
            ),
            // Values.
            (#"{"enum":["a",1]}"#, #""b""#, [#"enum: "b" is not one of "a", 1"#]),
            (#"{"enum":[]}"#, "1", ["enum: the schema allows no value here"]),
            (#"{"enum":[null]}"#, "1", ["enum: the schema allows no value here"]),
            (#"{"enum":[1]}"#, "true", ["enum: true is not 1"]),
            (
                #"{"enum":[1,2,3,4,5,6,7,8,9,10,11,12,13,14]}"#, "0",
                ["enum: 0 is not one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 2 more"]
            ),
            // Numbers.
            (#"{"minimum":2}"#, "1.5", ["minimum: 1.5 is less than the minimum of 2"]),
            (#"{"exclusiveMinimum":2}"#, "2.0", ["exclusiveMinimum: 2.0 is not greater than 2"]),
            (#"{"maximum":2}"#, "3", ["maximum: 3 exceeds the maximum of 2"]),
            (#"{"exclusiveMaximum":2.5}"#, "2.5", ["exclusiveMaximum: 2.5 is not less than 2.5"]),
            (
                #"{"type":"integer","minimum":2,"enum":[5]}"#, "1",
                ["minimum: 1 is less than the minimum of 2", "enum: 1 is not 5"]
            ),
            (#"{"multipleOf":2}"#, "7", ["multipleOf: 7 is not a multiple of 2"]),
            // Strings, whose length is in Unicode scalars.
            (#"{"minLength":3}"#, #""é!""#, [#"minLength: "é!" has 2 characters, less than the minimum of 3"#]),
            (#"{"minLength":1}"#, #""""#, [#"minLength: "" has 0 characters, less than the minimum of 1"#]),
            (#"{"maxLength":0}"#, #""a""#, [#"maxLength: "a" has 1 character, more than the maximum of 0"#]),
            (
                #"{"maxLength":1}"#, "\"e\u{301}\"",
                ["maxLength: \"e\u{301}\" has 2 characters, more than the maximum of 1"]
            ),
            (#"{"pattern":"^a+$"}"#, #""ab""#, [#"pattern: "ab" does not match the pattern '^a+$'"#]),
            // Arrays.
            (#"{"minItems":1}"#, "[]", ["minItems: the array has 0 elements, less than the minimum of 1"]),
            (#"{"maxItems":0}"#, "[1]", ["maxItems: the array has 1 element, more than the maximum of 0"]),
            (
                #"{"uniqueItems":true}"#, "[true,1,\"1\",1.0]",
                ["uniqueItems: the elements 1 and 3 of the array are equal"]
            ),
            (
                #"{"uniqueItems":true}"#, #"[[{"a":1,"b":2}],[{"b":2.0,"a":1}]]"#,
                ["uniqueItems: the elements 0 and 1 of the array are equal"]
            ),
            (
                #"{"items":{"type":"integer"}}"#, #"[1,"2",3.5]"#,
                [#"/1 type: "2" is of type string, not integer"#, "/2 type: 3.5 is of type float, not integer"]
            ),
            (#"{"items":false}"#, "[1]", ["/0 false: the schema allows no value here"]),
            (
                #"{"contains":{"type":"integer"}}"#, "[true]", ["contains: 0 elements are integer, not at least 1"]
            ),
            (
                #"{"contains":{"type":"integer"},"maxContains":2}"#, "[1,2,3]",
                ["contains: 3 elements are integer, not from 1 to 2"]
            ),
            // Dictionaries.
            (#"{"required":["a","b"]}"#, #"{"b":1}"#, ["required: required key 'a' is missing"]),
            (
                #"{"properties":{"a":{"required":["x"]}}}"#, #"{"a":{}}"#,
                ["/a required: required key 'x' is missing"]
            ),
            (
                #"{"properties":{"a":{}},"additionalProperties":false}"#, #"{"a":1,"b":2}"#,
                ["/b additionalProperties: unknown key"]
            ),
            (
                #"{"properties":{"a":{}},"additionalProperties":{"type":"string"}}"#, #"{"a":1,"b":2}"#,
                ["/b type: 2 is of type integer, not string"]
            ),
            (#"{"properties":{"a":false}}"#, #"{"a":1}"#, ["/a false: the schema allows no value here"]),
            (
                #"{"patternProperties":{"^x-":{"type":"string"},"a$":{"maxLength":1}},"additionalProperties":false}"#,
                #"{"x-a":12,"x-b":1,"ya":"ab","b":1}"#,
                [
                    "/b additionalProperties: unknown key", "/x-a type: 12 is of type integer, not string",
                    "/x-b type: 1 is of type integer, not string",
                    #"/ya maxLength: "ab" has 2 characters, more than the maximum of 1"#,
                ]
            ),
            (#"{"minProperties":3}"#, #"{"a":1}"#, ["minProperties: the dictionary has 1 key, fewer than 3"]),
            (#"{"maxProperties":0}"#, #"{"a":1}"#, ["maxProperties: the dictionary has 1 key, more than 0"]),
            (
                #"{"propertyNames":{"pattern":"^[a-z]+$"}}"#, #"{"A":1}"#,
                ["/A propertyNames: the key is not matching ^[a-z]+$"]
            ),
            // Constants.
            (#"{"const":"a"}"#, #""b""#, [#"const: "b" is not "a""#]),
            (#"{"const":{"a":[1]}}"#, "[1]", [#"const: [1] is not {"a":[1]}"#]),
            (#"{"const":null}"#, "1", ["false: the schema allows no value here"]),
            // Alternatives.
            (
                #"{"anyOf":[{"type":"integer","maximum":9},{"const":"auto"},false]}"#, "true",
                [#"anyOf: true matches none of 3 alternatives: integer, at most 9 | "auto" | nothing"#]
            ),
            (
                #"{"anyOf":[{"type":"integer","maximum":9},{"type":"string"}]}"#, "10",
                ["maximum: 10 exceeds the maximum of 9"]
            ),
            (
                #"{"oneOf":[{"const":1},{"type":"string"},{"maximum":5}]}"#, "1",
                ["oneOf: 1 matches 2 alternatives, not one: 1 | string | at most 5"]
            ),
            (
                #"{"oneOf":[{"required":["a"]},{"required":["b"]}]}"#, "{}",
                ["oneOf: the dictionary matches none of 2 alternatives: required: a | required: b"]
            ),
            (
                #"{"oneOf":[{"properties":{"t":{"const":"a"},"n":{"type":"integer"}}},{"properties":{"t":{"const":"b"},"n":{"type":"string"}}}]}"#,
                #"{"t":"b","n":1}"#, ["/n type: 1 is of type integer, not string"]
            ),
            (
                #"{"oneOf":[{"properties":{"t":{"const":"a"}}},{"properties":{"t":{"const":"b"}}}]}"#,
                #"{"t":"c"}"#,
                [#"oneOf: the dictionary matches none of 2 alternatives: t = "a" | t = "b""#]
            ),
            (
                #"{"allOf":[{"type":"integer"},{"minimum":5},{"allOf":[{"maximum":3}]}]}"#, "4",
                ["minimum: 4 is less than the minimum of 5", "maximum: 4 exceeds the maximum of 3"]
            ),
            (
                #"{"not":{"pattern":"^admin"}}"#, #""admin2""#,
                [#"not: "admin2" matches what the schema excludes: matching ^admin"#]
            ),
            (
                #"{"if":{"properties":{"mode":{"const":"tls"}},"required":["mode"]},"then":{"required":["key"]},"else":{"maxItems":1}}"#,
                #"{"mode":"tls"}"#, ["required: required key 'key' is missing"]
            ),
            (#"{"if":{"type":"array"},"then":false}"#, "[]", ["false: the schema allows no value here"]),
            (#"{"if":{"type":"array"},"else":{"type":"string"}}"#, "1", ["type: 1 is of type integer, not string"]),
            (
                #"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#, #"{"$date":0}"#,
                [#"type: "2001-01-01T00:00:00Z" is of type date, not string"#]
            ),
            (
                #"{"type":"string","anyOf":[{"format":"date-time"},{"const":"never"}]}"#, #""soon""#,
                ["format: \"soon\" is of type string, not date"]
            ),
            // A long value, which the message truncates.
            (
                #"{"type":"integer"}"#, "\"\(String(repeating: "x", count: 100))\"",
                ["type: \"\(String(repeating: "x", count: 79))... is of type string, not integer"]
            ),
        ]
    )
    func refused(row: (rule: String, value: String, messages: [String])) throws {
        #expect(try violations(row.rule, row.value) == row.messages)
    }

    @Test(
        "a URI has a port of digits, and brackets only around an address",
        arguments: [
            ("http://a:80/", true), ("http://a:/", true), ("http://[::1]", true), ("http://u:p@[v1.a]:8/?q#f", true),
            ("http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com", true), ("ldap://[2001:db8::7]/c=GB?o?one", true),
            ("file:///x", true), ("mailto:a@b", true), ("x:", true), ("urn:a:b", true), ("tel:+1-816-555-1212", true),
            ("http://a:x/", false), ("http://[::1", false), ("http://a]/", false), ("https://[@example.org/t", false),
            ("http://a/[x]", false), ("http://[]/", false), ("http://[[::1]]/", false), ("http://a@b@c/", false),
            ("//a/b", false), ("1a:b", false), ("a b:c", false), ("http://\u{FC}/", false), ("http://a/%zz", false),
            ("http://[1:2:3:4:5:6:7:8]", true), ("http://[1:2:3:4:5:6:1.2.3.255]", true), ("http://[::]", true),
            ("http://[1::8]:80", true), ("http://[::FFFF:1.2.3.4]", true), ("http://[1:2:3:4:5:6:7::]", true),
            ("http://[::2:3:4:5:6:7:8]", true), ("http://[1:2:3:4:5::1.2.3.4]", true), ("http://[VA.:!$]", true),
            ("http://[::ffff:01.2.3.4]", false), ("http://[::1.2.3]", false), ("http://[::1.2.3.256]", false),
            ("http://[::1.2.3.+4]", false), ("http://[::1.2.3.4.]", false), ("http://[1.2.3.4]", false),
            ("http://[1.2.3.4::]", false), ("http://[::1.2.3.4:1]", false), ("http://[1:2:3:4:5:6:7]", false),
            ("http://[1:2:3:4:5:6:7:8:9]", false), ("http://[1:2:3:4:5:6:7:1.2.3.4]", false),
            ("http://[1:2:3:4:5:6:7:8::]", false), ("http://[1:2:3:4::5:6:7:8]", false), ("http://[:::]", false),
            ("http://[1::2::3]", false), ("http://[:1]", false), ("http://[1:]", false), ("http://[12345::]", false),
            ("http://[g::]", false), ("http://[::1%25eth0]", false), ("http://[a]", false), ("http://[v1]", false),
            ("http://[v.a]", false), ("http://[v1.]", false), ("http://[vg.a]", false),
            ("http://[1:2:3:4:5:6::1.2.3.4]", false),
            ("http://a/#b#c", false), ("http://a/{x}", false), ("http://a\\b", false), (":b", false), ("", false),
        ]
    )
    func uris(text: String, isValid: Bool) {
        #expect(SchemaFormat.uri.matches(text) == isValid)
    }

    @Test(
        "a value that satisfies a rule is not reported",
        arguments: [
            (#"{"type":"integer"}"#, "1.0"), (#"{"type":"integer"}"#, "1e300"), (#"{"type":"number"}"#, "1"),
            (#"{"type":["null","string"]}"#, #""a""#), (#"{}"#, #"{"$date":0}"#), ("true", #"{"$uid":1}"#),
            (#"{"type":"string","format":"date-time"}"#, #"{"$date":0.5}"#),
            (#"{"format":"date-time"}"#, #"{"$date":"0000-01-01T00:00:00Z"}"#),
            (#"{"format":"date-time"}"#, #"{"$date":"9999-12-31T23:59:59.9Z"}"#), (#"{"format":"date-time"}"#, "5"),
            (#"{"type":"string","contentEncoding":"base64"}"#, #"{"$data":""}"#),
            (#"{"contentEncoding":"base64"}"#, "5"),
            (#"{"format":"uuid"}"#, #""01234567-89AB-cdef-0123-456789abcdef""#), (#"{"format":"uuid"}"#, "5"),
            (#"{"format":"uri"}"#, #""urn:isbn:0-486-27557-4""#), (#"{"format":"uri"}"#, #""a:%20#x""#),
            (#"{"enum":[1]}"#, "1.0"), (#"{"enum":["2001-01-01T00:00:00Z"]}"#, #"{"$date":0}"#),
            (#"{"enum":["AQI="]}"#, #"{"$data":"AQI="}"#),
            (#"{"enum":[{"a":[1,{"b":true}]}]}"#, #"{"a":[1.0,{"b":true}]}"#),
            (#"{"minimum":2,"maximum":2.0}"#, "2"), (#"{"minimum":2}"#, #""a""#), (#"{"minLength":2}"#, "5"),
            (#"{"minLength":2,"maxLength":2}"#, "\"e\u{301}\""),
            (#"{"minLength":4,"maxLength":4}"#, #"{"$data":"AQI="}"#),
            (#"{"pattern":"b"}"#, #""abc""#), (#"{"pattern":"b"}"#, "5"), (#"{"minItems":5}"#, "{}"),
            (#"{"uniqueItems":true}"#, "[1,true,\"1\",[1],{}]"), (#"{"uniqueItems":false}"#, "[1,1]"),
            (#"{"required":["a"]}"#, "[]"), (#"{"properties":{"a":false}}"#, "{}"),
            (#"{"additionalProperties":false}"#, "5"),
            (#"{"patternProperties":{"a":{}},"additionalProperties":false}"#, #"{"bab":1}"#),
            (#"{"const":[1,{"a":2.0}]}"#, #"[1.0,{"a":2}]"#), (#"{"then":false,"else":false}"#, "5"),
            (#"{"if":{"type":"array"},"then":false}"#, "5"), (#"{"anyOf":[false,{"type":"integer"}]}"#, "5"),
            (#"{"oneOf":[{"minimum":3},{"type":"string"}]}"#, "5"), (#"{"not":{"not":{"type":"integer"}}}"#, "5"),
            (#"{"anyOf":[{"type":"string"},{"format":"date-time"}]}"#, #"{"$date":0}"#),
            (#"{"anyOf":[{"type":"string"},{"contentEncoding":"base64"}]}"#, #""AQI=""#),
            (#"{"format":"date-time","anyOf":[{"type":"string"},{"type":"integer"}]}"#, #"{"$date":0}"#),
            (#"{"type":"string","oneOf":[{"format":"date-time"},{"const":"never"}]}"#, #"{"$date":0}"#),
            (#"{"items":{"format":"date-time"},"anyOf":[{"items":{"type":"string"}}]}"#, #"[{"$date":0}]"#),
        ]
    )
    func allowed(row: (rule: String, value: String)) throws {
        #expect(try violations(row.rule, row.value) == [])
    }

    @Test("a violation has the position of its keyword, or of the keyword that forbids an undeclared key")
    func positions() throws {
        let document = """
            {"properties": {
               "a": {"type": "integer",
                     "é": 1, "minimum": 3},
               "b": false
             },
             "additionalProperties": false, "required": ["z"]}
            """
        let schema = try PreferenceSchema(parsing: Array(document.utf8))
        let places = schema.violations(in: ["c": 1, "b": 1, "a": 1]).map { violation in
            "\(violation.pointer) \(violation.position?.line ?? 0):\(violation.position?.column ?? 0)"
        }
        #expect(Set(places) == [#"["a"] 3:18"#, #"["b"] 4:9"#, #"["c"] 6:2"#, "[] 6:33"])
    }
}
