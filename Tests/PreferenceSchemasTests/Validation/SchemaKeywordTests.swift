import PropertyLists
import Testing

@testable import PreferenceSchemas

/// The message for an invalid type.
private let noType = """
    'type' must be a type (boolean, integer, number, string, array, object, null) or an array of unique types
    """

@Suite("Schema keywords")
struct SchemaKeywordTests {
    /// Returns the error of the schema `{"properties": {"k": RULE}}` and its column in the rule, or an empty string.
    private func problem(_ rule: String) -> String {
        let start = #"{"properties":{"k":"#
        do {
            _ = try PreferenceSchema(parsing: Array("\(start)\(rule)}}".utf8))
            return ""
        } catch {
            return "\(error.position?.column.map { $0 - start.utf8.count } ?? 0): \(error)"
        }
    }

    @Test(
        "a value that a keyword does not allow is an error at its position",
        arguments: [
            (#"{"type":"text"}"#, "9: \(noType)"),
            (#"{"type":["string","text"]}"#, "19: \(noType)"),
            (#"{"type":["string","string"]}"#, "19: \(noType)"),
            (#"{"type":[]}"#, "9: \(noType)"),
            (#"{"type":1}"#, "9: \(noType)"),
            (#"{"type":null}"#, "9: \(noType)"),
            (#"{"title":1}"#, "10: 'title' must be a string"),
            (#"{"description":["a"]}"#, "16: 'description' must be a string"),
            (#"{"$comment":1}"#, "13: '$comment' must be a string"),
            (#"{"$id":{}}"#, "8: '$id' must be a string"),
            (#"{"$schema":1}"#, "12: '$schema' must be a string"),
            (#"{"format":1}"#, "11: 'format' must be a string"),
            (#"{"contentEncoding":true}"#, "20: 'contentEncoding' must be a string"),
            (#"{"pattern":1}"#, "12: 'pattern' must be a string"),
            (#"{"deprecated":"yes"}"#, "15: 'deprecated' must be true or false"),
            (#"{"readOnly":1}"#, "13: 'readOnly' must be true or false"),
            (#"{"uniqueItems":1}"#, "16: 'uniqueItems' must be true or false"),
            (#"{"minimum":"1"}"#, "12: 'minimum' must be a number"),
            (#"{"maximum":true}"#, "12: 'maximum' must be a number"),
            (#"{"exclusiveMinimum":false}"#, "21: 'exclusiveMinimum' must be a number"),
            (#"{"exclusiveMaximum":null}"#, "21: 'exclusiveMaximum' must be a number"),
            (#"{"minLength":-1}"#, "14: 'minLength' must be an integer of at least 0"),
            (#"{"maxLength":1.5}"#, "14: 'maxLength' must be an integer of at least 0"),
            (#"{"minItems":"1"}"#, "13: 'minItems' must be a number"),
            (#"{"maxItems":1e30}"#, "13: 'maxItems' must be an integer of at least 0"),
            (#"{"minProperties":-1}"#, "18: 'minProperties' must be an integer of at least 0"),
            (#"{"minContains":"1"}"#, "16: 'minContains' must be a number"),
            (#"{"multipleOf":0}"#, "15: 'multipleOf' must be a number above 0"),
            (#"{"prefixItems":[]}"#, "16: 'prefixItems' must be a non-empty array of schemas"),
            (#"{"dependentRequired":{"a":"b"}}"#, "27: 'dependentRequired' must be an array of unique strings"),
            (#"{"$anchor":1}"#, "12: '$anchor' must be a string"),
            (##"{"$dynamicRef":"#a"}"##, "2: '$dynamicRef' is not supported"),
            (##"{"$recursiveRef":"#"}"##, "2: '$recursiveRef' is not supported"),
            (#"{"required":"a"}"#, "13: 'required' must be an array of unique strings"),
            (#"{"required":["a",1]}"#, "18: 'required' must be an array of unique strings"),
            (#"{"required":["a","b","a"]}"#, "22: 'required' must be an array of unique strings"),
            (#"{"formerly":[null]}"#, "14: 'formerly' must be an array of unique key names without NUL"),
            (#"{"formerly":["\u0000"]}"#, "14: 'formerly' must be an array of unique key names without NUL"),
            (#"{"enum":1}"#, "9: 'enum' must be an array"),
            (#"{"enum":[[null]]}"#, "11: property lists have no null"),
            (#"{"anyOf":[]}"#, "10: 'anyOf' must be a non-empty array of schemas"),
            (#"{"allOf":{}}"#, "10: 'allOf' must be a non-empty array of schemas"),
            (#"{"oneOf":[1]}"#, "11: expected {, found 1"),
            (#"{"not":[]}"#, "8: expected {, found ["),
            (#"{"if":1}"#, "7: expected {, found 1"),
            (#"{"then":1}"#, "9: expected {, found 1"),
            (#"{"const":[null]}"#, "11: property lists have no null"),
            (#"{"patternProperties":{"(":true}}"#, "23: invalid pattern at offset 0: unclosed group"),
            (#"{"patternProperties":{"a":true,"a":true}}"#, "32: duplicate key 'a'"),
            (#"{"properties":[]}"#, "15: expected {, found ["),
            (#"{"properties":{"a":1}}"#, "20: expected {, found 1"),
            (#"{"additionalProperties":"no"}"#, #"25: expected {, found ""#),
            (#"{"$defs":true}"#, "10: expected {, found true"),
            (#"{"minimum":1,"minimum":1}"#, "14: duplicate key 'minimum'"),
            (#"{"default":1,"default":1}"#, "14: duplicate key 'default'"),
            (#"{"foo":1,"foo":1}"#, "10: duplicate key 'foo'"),
            (#"{"properties":{"a":{},"a":{}}}"#, "23: duplicate key 'a'"),
            (#"{"foo":[tru]}"#, "9: expected a value, found tru"),
            (#"{"foo":{"a":nul}}"#, "13: expected a value, found nul"),
            (#"{"default":nil}"#, "12: expected a value, found nil"),
            (#"{"foo":}"#, "8: expected a value, found }"),
        ]
    )
    func invalidValues(row: (rule: String, problem: String)) {
        #expect(problem(row.rule) == row.problem)
    }

    @Test(
        "a value that JSON Schema allows is accepted",
        arguments: [
            "true", "false", "{}", #"{"minLength":2.0,"maxItems":1e1}"#, #"{"enum":[]}"#, #"{"enum":[null,1]}"#,
            #"{"const":null}"#, #"{"if":{}}"#, #"{"then":false}"#, #"{"anyOf":[false]}"#,
            #"{"default":null}"#, #"{"type":["null"]}"#, #"{"uniqueItems":false}"#, #"{"required":[]}"#,
            #"{"multipleOf":1,"contains":{"a":null,"b":[1e9,"\u00e9"]}}"#,
            #"{"$id":"a","$comment":"b","$defs":{"x":{}}}"#,
        ]
    )
    func allowed(rule: String) {
        #expect(problem(rule) == "")
    }

    @Test(
        "a document that is not the schema of a suite is an error",
        arguments: [
            ("", "1: unexpected end of the document"),
            ("[]", "1: the schema of a suite must have the type object"),
            (
                "true",
                "1: the schema of a suite must have the type object"
            ),
            (
                #" {"type":"string"}"#,
                "2: the schema of a suite must have the type object"
            ),
            (#"{"const":null}"#, "1: the schema of a suite must have the type object"),
            (#"{"allOf":[{"type":"array"}]}"#, "1: the schema of a suite must have the type object"),
            ("{} {}", "4: trailing data"),
            ("{", "2: unexpected end of the document in an object"),
            (#"{"type""#, "8: unexpected end of the document in an object"),
        ]
    )
    func noSchema(row: (document: String, problem: String)) {
        let error = #expect(throws: PreferenceSchemaError.self) {
            try PreferenceSchema(parsing: Array(row.document.utf8))
        }
        #expect(error.map { "\($0.position?.column ?? 0): \($0)" } == row.problem)
    }

    @Test("the root can have several types including object, and a byte order mark can come first")
    func root() throws {
        #expect(try PreferenceSchema(parsing: Array("\u{FEFF}{\"type\":[\"null\",\"object\"]}".utf8)).keys.isEmpty)
    }

    @Test("each ignored keyword causes one warning, in the order of the lines, however often it is referred to")
    func warnings() throws {
        let document = """
            {"$schema": "https://example.com/schema",
             "properties": {"a": {"$ref": "#/$defs/x", "examples": []}, "b": {"$ref": "#/$defs/x"}},
             "$defs": {"x": {"format": "email", "writeOnly": null, "default": null, "contentEncoding": "quoted-printable"},
                       "y": {"con\\nst": 1}}}
            """
        let schema = try PreferenceSchema(parsing: Array(document.utf8))
        #expect(
            schema.warnings.map { "\($0.position?.line ?? 0):\($0.position?.column ?? 0): \($0)" } == [
                "1:2: ignored $schema 'https://example.com/schema'",
                "2:44: ignored keyword 'examples'",
                "3:18: ignored format 'email'",
                "3:37: ignored keyword 'writeOnly'",
                "3:56: ignored default 'null'",
                "3:73: ignored contentEncoding 'quoted-printable'",
                "4:18: ignored keyword $'con\\nst'",
            ]
        )
        let part = try PreferenceSchema(parsing: Array(document.utf8), keys: ["b"])
        #expect(part.warnings.map { $0.position?.line } == [1, 3, 3, 3, 3])
    }

    @Test("a key that is not requested is not parsed, except for its brackets")
    func unwantedKeys() throws {
        let document = Array(
            #"{"properties":{"a":{"type":[tru},"minimum":"x"},"b":{"type":"integer"}},"$defs":{"c":1}}"#.utf8
        )
        #expect(throws: PreferenceSchemaError.self) { try PreferenceSchema(parsing: document) }
        #expect(try PreferenceSchema(parsing: document, keys: ["b"]).rule(for: "b")?.types == [.integer])
        #expect(throws: PreferenceSchemaError.self) { try PreferenceSchema(parsing: document, keys: ["a"]) }
        let cut = Array(#"{"properties":{"a":{"type":"integer","b":1}"#.utf8)
        #expect(throws: PreferenceSchemaError.self) { try PreferenceSchema(parsing: cut, keys: ["b"]) }
    }

    /// Parses the schema with a rule for the key `k`, in the dialect that a part of a URI names.
    private func schema(_ rule: String, in dialect: String) throws -> PreferenceSchema {
        let identifier = dialect == "draft-04" ? "id" : "$id"
        let document = """
            {"$schema": "http://json-schema.org/\(dialect)/schema#", "properties": {"k": \(rule)},
             "definitions": {"n": {"type": "integer"}, "m": {"\(identifier)": "#n", "type": "integer"}}}
            """
        return try PreferenceSchema(parsing: Array(document.utf8))
    }

    private static let drafts = ["draft-04", "draft-06", "draft-07", "draft/2019-09", "draft/2020-12"]

    @Test(
        "a keyword that older drafts spell otherwise counts in them",
        arguments: [
            (0...4, #"{"dependencies": {"a": ["b"]}}"#, ["a": 1, "b": 2], ["a": 1]),
            (0...4, #"{"dependencies": {"a": {"minProperties": 2}}}"#, ["a": 1, "b": 2], ["a": 1]),
            (0...4, ##"{"$ref": "#/definitions/n"}"##, 5, "a"),
            (
                0...3, #"{"items": [{"type": "integer"}], "additionalItems": {"type": "string"}}"#,
                [1, "a"], [1, 2]
            ),
            (0...3, #"{"items": [{"type": "integer"}], "additionalItems": false}"#, [1], [1, 2]),
            (0...3, #"{"items": {"type": "integer"}, "additionalItems": false}"#, [1, 2], ["a"]),
            (0...2, ##"{"$ref": "#/definitions/n", "maximum": 1}"##, 5, "a"),
            (3...4, ##"{"$ref": "#/definitions/n", "maximum": 1}"##, 1, 5),
            (0...2, ##"{"$ref": "#n"}"##, 5, "a"),
            (3...3, #"{"contains": {"minimum": 2}, "unevaluatedItems": {"maximum": 2}}"#, [1, 2], [1, 3]),
            (4...4, #"{"contains": {"minimum": 2}, "unevaluatedItems": {"maximum": 2}}"#, [1, 3], [1, 1]),
            (0...0, #"{"minimum": 1, "exclusiveMinimum": true}"#, 2, 1),
            (0...0, #"{"exclusiveMaximum": true, "maximum": 1}"#, 0, 1),
            (0...0, #"{"exclusiveMaximum": false, "maximum": 1}"#, 1, 2),
        ] as [(ClosedRange<Int>, String, PropertyList, PropertyList)]
    )
    func olderSpelling(drafts: ClosedRange<Int>, rule: String, valid: PropertyList, invalid: PropertyList) throws {
        for name in Self.drafts[drafts] {
            let schema = try schema(rule, in: name)
            #expect(schema.warnings.isEmpty, "\(name)")
            #expect(schema.violations(in: ["k": valid]).isEmpty, "\(name)")
            #expect(!schema.violations(in: ["k": invalid]).isEmpty, "\(name)")
        }
    }

    @Test(
        "a schema of a draft that is not supported is an error",
        arguments: ["draft-03", "draft-05", "draft/next"],
        [nil, ["k"]]
    )
    func otherDialects(name: String, keys: [String]?) throws {
        let document = #"{"properties": {"k": {}}, "$schema": "http://json-schema.org/\#(name)/schema#"}"#
        let error = #expect(throws: PreferenceSchemaError.self) {
            try PreferenceSchema(parsing: Array(document.utf8), keys: keys)
        }
        let column = error?.position?.column ?? 0
        #expect(error.map { "\(column): \($0)" } == "38: '$schema' must be draft 4, 6, 7, 2019-09 or 2020-12")
    }

    @Test("a schema for each element by its position is 'prefixItems' now")
    func tuple() {
        #expect(problem(#"{"items":[]}"#) == "10: 'items' must be a schema; those by position are 'prefixItems'")
    }

    @Test(
        "a reference leads to an identifier in the document, relative to the one around it",
        arguments: [
            "a.json", "/dir/a.json", "https://x.org/dir/a.json", "a.json#/$defs/b", "a.json#anchor", "../dir/a.json",
            "#it",
        ]
    )
    func identifiers(reference: String) throws {
        let document = """
            {"$id": "https://x.org/dir/root.json", "properties": {"k": {"$ref": "\(reference)"}},
             "$defs": {"a": {"$id": "a.json", "$anchor": "anchor", "type": "integer", "$defs": {"b": {"type": "integer"}}},
                       "it": {"$dynamicAnchor": "it", "type": "integer"}}}
            """
        let schema = try PreferenceSchema(parsing: Array(document.utf8))
        #expect(schema.violations(in: ["k": 1]).isEmpty && !schema.violations(in: ["k": "a"]).isEmpty)
    }
}
