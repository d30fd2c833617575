import PropertyLists
import Testing

@testable import PreferenceSchemas

@Suite("The requirements of a schema, in words")
struct SchemaRequirementTests {
    @Test(
        "a rule has a line for each aspect",
        arguments: [
            (#"{"type": "integer"}"#, []),
            (#"{"enum": ["light", 1, [true]]}"#, [#"allowed: "light", 1, [true]"#]),
            (#"{"minimum": 6, "maximum": 72}"#, ["range: from 6 to 72"]),
            (#"{"minimum": 6, "maximum": 6}"#, ["range: exactly 6"]),
            (#"{"minimum": 0.5}"#, ["range: at least 0.5"]),
            (#"{"exclusiveMinimum": 0, "maximum": 1}"#, ["range: above 0; at most 1"]),
            (#"{"exclusiveMaximum": 10}"#, ["range: below 10"]),
            (#"{"minLength": 1}"#, ["length: at least 1 character"]),
            (#"{"minLength": 2, "maxLength": 20}"#, ["length: from 2 to 20 characters"]),
            (#"{"maxItems": 3, "uniqueItems": true}"#, ["count: at most 3 elements", "elements: no two equal"]),
            (#"{"pattern": "^a+$", "format": "uri"}"#, ["pattern: ^a+$", "format: a URI with its scheme"]),
            (#"{"format": "uuid"}"#, ["format: a UUID"]),
            (#"{"type": "string", "format": "date-time"}"#, []),
            (#"{"items": {"type": "string", "enum": ["a", "b"]}}"#, [#"elements: string, one of "a", "b""#]),
            (#"{"items": {"pattern": "x"}}"#, ["elements: matching x"]),
            (
                #"{"items": {"type": "array", "items": {"type": ["integer", "boolean"]}}}"#,
                ["elements: array, each integer or bool"]
            ),
            (
                #"{"required": ["x"], "properties": {"x": {}, "y": {}}, "additionalProperties": false}"#,
                ["keys: x, y; no others; required: x"]
            ),
            (#"{"const": "a"}"#, [#"allowed: "a""#]),
            (
                #"{"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false}"#,
                ["keys: matching ^x-: string; no others"]
            ),
            (
                #"{"anyOf": [{"type": "integer", "minimum": 6}, {"const": "auto"}], "maximum": 72}"#,
                ["range: at most 72", #"alternatives: integer, at least 6 | "auto""#]
            ),
            (
                #"{"oneOf": [{"type": "string"}, {"format": "date-time"}]}"#,
                ["alternatives: exactly one of string | date"]
            ),
            (#"{"not": {"enum": ["a", "b"]}}"#, [#"alternatives: not string, one of "a", "b""#]),
            (#"{"allOf": [{"minimum": 6}, {"maximum": 72}]}"#, ["range: from 6 to 72"]),
            (
                #"{"if": {"properties": {"mode": {"const": "tls"}}}, "then": {"required": ["key"]}}"#,
                [#"alternatives: if mode = "tls": required: key; else: any"#]
            ),
            (#"{"additionalProperties": {"type": "number"}}"#, ["keys: others: float"]),
            (#"{"additionalProperties": true}"#, ["keys: others: any"]),
            (##"{"$ref": "#/$defs/size", "minimum": 8}"##, ["range: at least 8; at least 6; at most 72"]),
            (##"{"$ref": "#/$defs/tree"}"##, ["elements: array, each array, each array"]),
        ]
    )
    func lines(rule: String, lines: [String]) throws {
        let document = """
            {
              "properties": {"k": \(rule)},
              "$defs": {
                "size": {"minimum": 6, "maximum": 72},
                "tree": {"type": "array", "items": {"$ref": "#/$defs/tree"}}
              }
            }
            """
        let schema = try PreferenceSchema(parsing: Array(document.utf8))
        let rule = try #require(schema.rule(for: "k"))
        #expect(schema.requirements(of: rule).map { "\($0.aspect.rawValue): \($0.text)" } == lines)
    }
}
