import PropertyLists
import Testing

@testable import PreferenceSchemas

@Suite("Reading a schema")
struct SchemaReadingTests {
    static let document = """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "type": "object",
          "properties": {
            "size": {"type": "integer", "minimum": 6, "maximum": 72, "default": 12, "description": "The size."},
            "theme": {"$ref": "#/$defs/theme", "default": "light"},
            "when": {"type": "string", "format": "date-time"},
            "sizes": {"type": "array", "items": {"type": "number"}, "uniqueItems": true, "examples": {}}
          },
          "additionalProperties": false,
          "$defs": {"theme": {"type": "string", "enum": ["light", "dark"]}}
        }
        """

    @Test("a schema is read with the rules of each key")
    func keys() throws {
        let schema = try PreferenceSchema(parsing: Array(Self.document.utf8))
        #expect(schema.keys == ["size", "theme", "when", "sizes"])
        #expect(schema.rule(for: "theme")?.allowedValues == ["light", "dark"])
        #expect(schema.rule(for: "other") == nil)
        #expect(schema.defaultValue(of: "size") == 12)
        #expect(
            schema.warnings.map { "\($0.position!.line!):\($0.position!.column!): \($0)" } == [
                "8:82: ignored keyword 'examples'"
            ]
        )
    }

    @Test(
        "a keyword of keys is ignored with a warning elsewhere",
        arguments: [
            #"{"volatile": true}"#,
            #"{"properties": {"a": {"properties": {"b": {"volatile": true}}}}}"#,
            #"{"properties": {"a": {"items": {"formerly": ["b"]}}}}"#,
            #"{"properties": {"a": {"prefixItems": [{"volatile": true}]}}}"#,
            #"{"additionalProperties": {"patternProperties": {"^b": {"volatile": false}}}}"#,
            #"{"propertyNames": {"volatile": true}}"#,
            #"{"$defs": {"c": {"items": {"volatile": true}}}, "properties": {"a": {"items": {"volatile": true}}}}"#,
        ]
    )
    func misplacedKeywords(document: String) throws {
        let schema = try PreferenceSchema(parsing: Array(document.utf8))
        let keyword = document.contains("formerly") ? "formerly" : "volatile"
        #expect(
            schema.warnings.map(\.description) == [
                "ignored keyword '\(keyword)', which only the rule of a key can have"
            ]
        )
    }

    @Test(
        "a keyword of keys counts in each rule of a key",
        arguments: [
            #"{"properties": {"a": {"volatile": true}}}"#,
            #"{"properties": {"a": {"allOf": [{"volatile": true}]}}}"#,
            #"{"allOf": [{"properties": {"a": {"volatile": true}}}]}"#,
            ##"{"$ref": "#/$defs/suite", "$defs": {"suite": {"properties": {"a": {"volatile": true}}}}}"##,
            ##"{"properties": {"a": {"$ref": "#/$defs/count"}}, "$defs": {"count": {"volatile": true}}}"##,
        ]
    )
    func placedKeywords(document: String) throws {
        let schema = try PreferenceSchema(parsing: Array(document.utf8))
        #expect(schema.warnings.isEmpty)
        #expect(schema.rule(for: "a")?.isVolatile == true)
    }

    @Test("reading one key gives the same rule as reading the whole schema")
    func oneKey() throws {
        let whole = try PreferenceSchema(parsing: Array(Self.document.utf8))
        for key in whole.keys {
            let part = try PreferenceSchema(parsing: Array(Self.document.utf8), keys: [key])
            #expect(part.keys == [key])
            #expect(part.rule(for: key) == whole.rule(for: key))
            #expect(part.rule(for: "other") == nil)
        }
    }

    @Test("each violation is found, with its path and line")
    func violations() throws {
        let schema = try PreferenceSchema(parsing: Array(Self.document.utf8))
        let suite: PropertyListDictionary = [
            "size": 200, "theme": "drak", "when": "2025-01-01T00:00:00Z", "sizes": [1, 2, 1.0, "x"], "new": 1,
        ]
        let found = schema.violations(in: suite).map { violation in
            "\(violation.pointer) \(violation.keyword?.rawValue ?? "") \(violation.position!.line!): \(violation)"
        }
        #expect(
            found == [
                #"["new"] additionalProperties 10: unknown key"#,
                #"["size"] maximum 5: 200 exceeds the maximum of 72"#,
                #"["theme"] enum 11: "drak" is not one of "light", "dark""#,
                #"["when"] format 7: "2025-01-01T00:00:00Z" is of type string, not date"#,
                #"["sizes"] uniqueItems 8: the elements 0 and 2 of the array are equal"#,
                #"["sizes", "3"] type 8: "x" is of type string, not float"#,
            ]
        )
    }
}
