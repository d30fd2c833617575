import PropertyLists
import Testing

@testable import PreferenceCore

/// The message for an invalid type.
private let noType = """
    'type' needs one of boolean, integer, number, string, array, object, null, or an array of some that differ
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
            (#"{"title":1}"#, "10: 'title' needs a string"),
            (#"{"description":["a"]}"#, "16: 'description' needs a string"),
            (#"{"$comment":1}"#, "13: '$comment' needs a string"),
            (#"{"$id":{}}"#, "8: '$id' needs a string"),
            (#"{"$schema":1}"#, "12: '$schema' needs a string"),
            (#"{"format":1}"#, "11: 'format' needs a string"),
            (#"{"contentEncoding":true}"#, "20: 'contentEncoding' needs a string"),
            (#"{"pattern":1}"#, "12: 'pattern' needs a string"),
            (#"{"deprecated":"yes"}"#, "15: 'deprecated' needs true or false"),
            (#"{"readOnly":1}"#, "13: 'readOnly' needs true or false"),
            (#"{"uniqueItems":1}"#, "16: 'uniqueItems' needs true or false"),
            (#"{"minimum":"1"}"#, "12: 'minimum' needs a number"),
            (#"{"maximum":true}"#, "12: 'maximum' needs a number"),
            (#"{"exclusiveMinimum":false}"#, "21: 'exclusiveMinimum' needs a number"),
            (#"{"exclusiveMaximum":null}"#, "21: 'exclusiveMaximum' needs a number"),
            (#"{"minLength":-1}"#, "14: 'minLength' needs a whole number from 0 on"),
            (#"{"maxLength":1.5}"#, "14: 'maxLength' needs a whole number from 0 on"),
            (#"{"minItems":"1"}"#, "13: 'minItems' needs a number"),
            (#"{"maxItems":1e30}"#, "13: 'maxItems' needs a whole number from 0 on"),
            (#"{"required":"a"}"#, "13: 'required' needs an array of strings that differ"),
            (#"{"required":["a",1]}"#, "18: 'required' needs an array of strings that differ"),
            (#"{"required":["a","b","a"]}"#, "22: 'required' needs an array of strings that differ"),
            (#"{"formerly":[null]}"#, "14: 'formerly' needs an array of names of keys that differ, without NUL"),
            (#"{"formerly":["\u0000"]}"#, "14: 'formerly' needs an array of names of keys that differ, without NUL"),
            (#"{"enum":1}"#, "9: 'enum' needs an array"),
            (#"{"enum":[[null]]}"#, "11: null cannot be stored: a property list has no such value"),
            (#"{"items":[{}]}"#, "10: [ stands where { is due"),
            (#"{"properties":[]}"#, "15: [ stands where { is due"),
            (#"{"properties":{"a":1}}"#, "20: 1 stands where { is due"),
            (#"{"additionalProperties":"no"}"#, #"25: " stands where { is due"#),
            (#"{"$defs":true}"#, "10: t stands where { is due"),
            (#"{"minimum":1,"minimum":1}"#, "14: the key 'minimum' stands twice in one dictionary"),
            (#"{"default":1,"default":1}"#, "14: the key 'default' stands twice in one dictionary"),
            (#"{"foo":1,"foo":1}"#, "10: the key 'foo' stands twice in one dictionary"),
            (#"{"properties":{"a":{},"a":{}}}"#, "23: the key 'a' stands twice in one dictionary"),
            (#"{"foo":[tru]}"#, "9: t stands where a value is due"),
            (#"{"foo":{"a":nul}}"#, "13: n stands where a value is due"),
            (#"{"default":nil}"#, "12: n stands where a value is due"),
            (#"{"foo":}"#, "8: } stands where a value is due"),
        ]
    )
    func invalidValues(row: (rule: String, problem: String)) {
        #expect(problem(row.rule) == row.problem)
    }

    @Test(
        "a value that JSON Schema allows is accepted",
        arguments: [
            "true", "false", "{}", #"{"minLength":2.0,"maxItems":1e1}"#, #"{"enum":[]}"#, #"{"enum":[null,1]}"#,
            #"{"default":null}"#, #"{"type":["null"]}"#, #"{"uniqueItems":false}"#, #"{"required":[]}"#,
            #"{"multipleOf":1,"not":{"a":null,"b":[1e9,"\u00e9"]}}"#, #"{"$id":"a","$comment":"b","$defs":{"x":{}}}"#,
        ]
    )
    func allowed(rule: String) {
        #expect(problem(rule) == "")
    }

    @Test(
        "a document that is not the schema of a suite is an error",
        arguments: [
            ("", "1: the file ends within the document"),
            ("[]", "1: the schema of a suite is one of an object: write {\"type\": \"object\", \"properties\": {...}}"),
            (
                "true",
                "1: the schema of a suite is one of an object: write {\"type\": \"object\", \"properties\": {...}}"
            ),
            (
                #" {"type":"string"}"#,
                "2: the schema of a suite is one of an object: write {\"type\": \"object\", \"properties\": {...}}"
            ),
            ("{} {}", "4: more follows the end of the document"),
            ("{", "2: the file ends within an object"),
            (#"{"type""#, "8: the file ends within an object"),
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
            {"$schema": "http://json-schema.org/draft-07/schema#",
             "properties": {"a": {"$ref": "#/$defs/x", "oneOf": []}, "b": {"$ref": "#/$defs/x"}},
             "$defs": {"x": {"format": "email", "const": null, "default": null, "contentEncoding": "quoted-printable"},
                       "y": {"con\\nst": 1}}}
            """
        let schema = try PreferenceSchema(parsing: Array(document.utf8))
        #expect(
            schema.warnings.map { "\($0.position?.line ?? 0):\($0.position?.column ?? 0): \($0)" } == [
                "1:2: '$schema' is not heeded where it is 'http://json-schema.org/draft-07/schema#', nothing is checked by "
                    + "it",
                "2:44: the keyword 'oneOf' is not heeded, nothing is checked by it",
                "3:18: 'format' is not heeded where it is 'email', nothing is checked by it",
                "3:37: the keyword 'const' is not heeded, nothing is checked by it",
                "3:52: 'default' is not heeded where it is 'null', nothing is checked by it",
                "3:69: 'contentEncoding' is not heeded where it is 'quoted-printable', nothing is checked by it",
                "4:18: the keyword $'con\\nst' is not heeded, nothing is checked by it",
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
}
