import PropertyLists
import Testing

@testable import PreferenceSchemas

@Suite("Several rules for one value")
struct SchemaMergingTests {
    private func schema(_ document: String) throws -> PreferenceSchema {
        try PreferenceSchema(parsing: Array(document.utf8))
    }

    @Test("rules that refer to each other apply once to each value, however deep the value is")
    func mutualReferences() throws {
        let schema = try schema(
            """
            {"properties": {"k": {"$ref": "#/$defs/a"}},
             "$defs": {"a": {"$ref": "#/$defs/b", "items": {"$ref": "#/$defs/a"}},
                       "b": {"items": {"$ref": "#/$defs/a"}, "maxItems": 1}}}
            """
        )
        var value: PropertyList = [1, 2]
        for _ in 0..<200 {
            value = [value]
        }
        let found = schema.violations(in: ["k": value])
        #expect(found.count == 1)
        #expect(found.first?.pointer.count == 201)
    }

    @Test("finding a change deep in a recursive rule takes time in proportion to the depth")
    func recursiveReadOnly() throws {
        let schema = try schema(
            """
            {"properties": {"k": {"$ref": "#/$defs/n"}},
             "$defs": {"n": {"properties": {"a": {"$ref": "#/$defs/n"}, "owner": {"readOnly": true}}}}}
            """
        )
        func nested(_ leaf: PropertyList) -> PropertyList {
            (0..<60).reduce(leaf) { value, _ in ["a": value] }
        }
        #expect(schema.readOnlyPointer(changedFrom: nested(["x": 1]), to: nested(["x": 2]), of: "k") == nil)
        let place = schema.readOnlyPointer(changedFrom: nested(["owner": 1]), to: nested([:]), of: "k")
        #expect(place?.last == "owner")
    }

    @Test("a key has the rules of every object that applies to it, by its name or by additionalProperties")
    func rulesOfSeveralObjects() throws {
        let schema = try schema(
            """
            {"$ref": "#/$defs/base", "additionalProperties": true,
             "$defs": {"base": {"properties": {"port": {"type": "integer", "default": 8080, "readOnly": true}}}}}
            """
        )
        #expect(schema.defaultValue(of: "port") == 8080)
        #expect(schema.readOnlyPointer(changedFrom: nil, to: 1, of: "port") == ["port"])
        #expect(schema.rule(for: "other") != nil)
    }

    @Test("a rule for arrays and dictionaries can have different stored forms for elements and entries")
    func elementsAndEntries() throws {
        let schema = try schema(
            """
            {"properties": {"k": {"type": ["array", "object"], "items": {"type": "number"},
                                  "additionalProperties": {"type": "string", "format": "date-time"}}}}
            """
        )
        let rule = try #require(schema.rule(for: "k"))
        #expect(schema.storedForm(of: [1], by: rule) == [1.0])
        let stored = schema.storedForm(of: ["0": "2001-01-01T00:00:00Z"], by: rule)
        #expect(stored == ["0": .date(PropertyListDate(secondsSinceReferenceDate: 0))])
        #expect(schema.violations(in: ["k": stored]).isEmpty)
    }

    @Test("a default in additionalProperties is not the default of any key")
    func defaultOfOthers() throws {
        let schema = try schema(#"{"additionalProperties": {"type": "integer", "default": 5}}"#)
        #expect(schema.defaultValue(of: "any") == nil)
    }

    @Test("a whole number is stored as an integer if the type requires one")
    func wholeDefault() throws {
        let schema = try schema(#"{"properties": {"k": {"type": "integer", "default": 1e3}}}"#)
        #expect(schema.defaultValue(of: "k") == 1000)
    }

    @Test("a former name that is a key of the schema is an error, even if it is the key's own name")
    func conflictingFormerNames() throws {
        let schema = try schema(#"{"properties": {"a": {"formerly": ["a"]}, "c": {"formerly": ["a", "old"]}}}"#)
        #expect(
            schema.invalidDeclarations.map(\.description) == [
                "the former name 'a' of 'a' is a key of the schema",
                "the former name 'a' of 'c' is a key of the schema",
            ]
        )
    }

    @Test("a rule for any type stays the same when it is joined with another rule")
    func joinedRules() {
        #expect(SchemaRule.any.or(.integer) == .any)
        #expect(SchemaRule.integer.or(.integer) == .integer)
    }
}
