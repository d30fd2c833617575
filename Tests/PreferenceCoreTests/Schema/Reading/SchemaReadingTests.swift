import PropertyLists
import Testing

@testable import PreferenceCore

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
            "sizes": {"type": "array", "items": {"type": "number"}, "uniqueItems": true, "oneOf": [{}]}
          },
          "additionalProperties": false,
          "$defs": {"theme": {"type": "string", "enum": ["light", "dark"]}}
        }
        """

    @Test("reads what it says of each key")
    func keys() throws {
        let schema = try PreferenceSchema(parsing: Array(Self.document.utf8))
        #expect(schema.keys == ["size", "theme", "when", "sizes"])
        #expect(schema.rule(for: "theme")?.allowedValues == ["light", "dark"])
        #expect(schema.rule(for: "other") == nil)
        #expect(schema.defaultValue(of: "size") == 12)
        #expect(
            schema.warnings.map { "\($0.position!.line!):\($0.position!.column!): \($0)" } == [
                "8:82: the keyword 'oneOf' is not heeded, nothing is checked by it"
            ]
        )
    }

    @Test("reads what it says of one key alone, as it reads it from the whole")
    func oneKey() throws {
        let whole = try PreferenceSchema(parsing: Array(Self.document.utf8))
        for key in whole.keys {
            let part = try PreferenceSchema(parsing: Array(Self.document.utf8), keys: [key])
            #expect(part.keys == [key])
            #expect(part.rule(for: key) == whole.rule(for: key))
            #expect(part.rule(for: "other") == nil)
        }
    }

    @Test("finds what breaks it")
    func violations() throws {
        let schema = try PreferenceSchema(parsing: Array(Self.document.utf8))
        let suite: PropertyListDictionary = [
            "size": 200, "theme": "drak", "when": "2025-01-01T00:00:00Z", "sizes": [1, 2, 1.0, "x"], "new": 1,
        ]
        let found = schema.violations(in: suite).map { violation in
            "\(violation.path) \(violation.keyword?.rawValue ?? "") \(violation.position!.line!): \(violation)"
        }
        #expect(
            found == [
                #"["new"] additionalProperties 10: the schema has no such key, and allows no others"#,
                #"["size"] maximum 5: 200 is above the maximum, 72"#,
                #"["theme"] enum 11: "drak" is none of the allowed values: "light", "dark""#,
                #"["when"] format 7: "2025-01-01T00:00:00Z" is of type string, not date"#,
                #"["sizes"] uniqueItems 8: the elements 0 and 2 of the array are equal, and each has to differ"#,
                #"["sizes", "3"] type 8: "x" is of type string, not float"#,
            ]
        )
    }
}
