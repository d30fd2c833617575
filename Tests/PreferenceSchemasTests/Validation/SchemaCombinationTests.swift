import PropertyLists
import Testing

@testable import PreferenceSchemas

@Suite("Alternatives in a schema")
struct SchemaCombinationTests {
    private func schema(_ document: String, keys: [String]? = nil) throws -> PreferenceSchema {
        try PreferenceSchema(parsing: Array(document.utf8), keys: keys)
    }

    /// Returns the schema `{"properties": {"k": RULE}}`, and the rule of its key.
    private func rule(_ rule: String) throws -> (schema: PreferenceSchema, rule: SchemaRule) {
        let schema = try schema(#"{"properties":{"k":\#(rule)}}"#)
        return (schema, try #require(schema.rule(for: "k")))
    }

    @Test(
        "the kinds of a rule are those of its alternatives, or any if one of them allows any",
        arguments: [
            (#"{"anyOf":[{"type":"string"},{"type":"array"}]}"#, [.string, .array]),
            (#"{"oneOf":[{"type":"integer"},{"const":"auto"}]}"#, [.integer, .string]),
            (#"{"oneOf":[{"const":"a"},{"const":"b"}]}"#, [.string]),
            (#"{"anyOf":[{"type":"string"},{"minimum":1}]}"#, []),
            (#"{"allOf":[{"title":"t"},{"type":"boolean"}]}"#, [.boolean]),
            (#"{"type":"integer","anyOf":[{"minimum":1},{"const":-1}]}"#, [.integer]),
            (#"{"type":"string","anyOf":[{"format":"date-time"},{"enum":["never"]}]}"#, [.date, .string]),
            (
                #"{"anyOf":[{"anyOf":[{"type":"integer"},{"type":"boolean"}]},{"type":"string"}]}"#,
                [.integer, .boolean, .string]
            ),
            (#"{"if":{"type":"string"},"then":{"minLength":1},"else":{"type":"integer"}}"#, [.string, .integer]),
            (#"{"if":{"type":"string"},"then":{"minLength":1}}"#, []),
            (#"{"not":{"type":"string"}}"#, []), (#"{"anyOf":[false,{"type":"integer"}]}"#, [.integer]),
            (#"{"enum":["10","20"]}"#, [.string]), (#"{"const":1.5}"#, [.real]),
        ] as [(String, [PropertyListKind])]
    )
    func kinds(row: (rule: String, kinds: [PropertyListKind])) throws {
        let (schema, rule) = try rule(row.rule)
        #expect(schema.kinds(of: rule) == row.kinds)
    }

    @Test("the allowed values are those of all alternatives, each once")
    func allowedValues() throws {
        let (schema, rule) = try rule(#"{"oneOf":[{"const":"a"},{"enum":["b",1]},{"const":1.0}]}"#)
        #expect(schema.allowedValues(of: rule) == ["a", "b", 1])
        let (other, open) = try self.rule(#"{"anyOf":[{"const":"a"},{"type":"integer"}]}"#)
        #expect(other.allowedValues(of: open) == nil)
    }

    @Test(
        "a JSON value is stored in the form of the first alternative that it satisfies",
        arguments: [
            (#"{"anyOf":[{"type":"integer"},{"format":"date-time"}]}"#, .date(.init(secondsSinceReferenceDate: 0))),
            (#"{"anyOf":[{"type":"string"},{"format":"date-time"}]}"#, "2001-01-01T00:00:00Z"),
            (
                #"{"anyOf":[{"type":"string","maxLength":3},{"format":"date-time"}]}"#,
                .date(.init(secondsSinceReferenceDate: 0))
            ),
            (
                #"{"type":"string","if":{"minLength":3},"then":{"format":"date-time"}}"#,
                .date(.init(secondsSinceReferenceDate: 0))
            ),
            (#"{"not":{"format":"date-time"}}"#, "2001-01-01T00:00:00Z"),
        ] as [(String, PropertyList)]
    )
    func storedForm(row: (rule: String, stored: PropertyList)) throws {
        let (schema, rule) = try rule(row.rule)
        #expect(schema.storedForm(of: "2001-01-01T00:00:00Z", by: rule) == row.stored)
        #expect(schema.storedForm(of: [5], by: rule) == [5])
    }

    @Test("the parts of a value have the alternatives for them, and only if each alternative describes them")
    func parts() throws {
        let (schema, _) = try rule(
            #"{"oneOf":[{"items":{"type":"integer"}},{"properties":{"0":{"type":"string"}}},{"additionalProperties":{"const":"x"}}]}"#
        )
        let element = try #require(schema.rule(for: "k", at: ["0"]))
        #expect(schema.kinds(of: element) == [.integer, .string])
        #expect(schema.rule(for: "k", at: ["1"]) == nil)
    }

    @Test("what a rule says about a key counts if it always applies, and in alternatives not")
    func annotations() throws {
        let all = try schema(
            #"{"allOf":[{"properties":{"k":{"default":5,"readOnly":true,"formerly":["j"],"title":"T"}}}]}"#
        )
        #expect(all.keys == ["k"])
        #expect(all.defaultValue(of: "k") == 5)
        #expect(all.rule(for: "k")?.title == "T")
        #expect(all.readOnlyPointer(changedFrom: nil, to: 1, of: "k") == ["k"])
        let any = try schema(
            #"{"anyOf":[{"properties":{"k":{"type":"integer","default":5,"readOnly":true,"formerly":["j"]}}}]}"#
        )
        #expect(any.keys == [])
        #expect(any.defaultValue(of: "k") == nil)
        #expect(any.rule(for: "k")?.formerNames == [])
        #expect(any.readOnlyPointer(changedFrom: nil, to: 1, of: "k") == nil)
        #expect(any.rule(for: "k").map(any.kinds) == [.integer])
    }

    @Test("a condition on the suite applies to a key by the values of the others")
    func conditions() throws {
        let schema = try schema(
            """
            {"properties": {"port": {"type": "integer"}},
             "if": {"properties": {"mode": {"const": "tls"}}, "required": ["mode"]},
             "then": {"required": ["key"], "properties": {"port": {"minimum": 1024}}}}
            """,
            keys: ["port"]
        )
        #expect(schema.isConditional)
        #expect(schema.resolved(for: [:]).violations(in: ["port": 80], of: ["port"]) == [])
        let resolved = schema.resolved(for: ["mode": "tls"])
        #expect(resolved.violations(in: ["port": 80], of: ["port"]).map(\.keyword) == [.minimum])
        #expect(!resolved.isConditional)
        #expect(schema.suiteViolations(["mode": "tls"]).map(\.position?.line) == [3])
        #expect(schema.suiteViolations(["mode": "plain"]) == [])
    }

    @Test("alternatives that refer to each other are judged once for each value, however deep it is")
    func nestedAlternatives() throws {
        let schema = try schema(
            """
            {"properties": {"k": {"$ref": "#/$defs/a"}},
             "$defs": {"a": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/a"}},
                                       {"type": "array", "items": {"$ref": "#/$defs/b"}}, {"type": "integer"}]},
                       "b": {"oneOf": [{"$ref": "#/$defs/a"}, {"not": {"$ref": "#/$defs/a"}}]}}}
            """
        )
        func nested(_ leaf: PropertyList) -> PropertyList {
            (0..<400).reduce(leaf) { value, _ in [value] }
        }
        #expect(schema.violations(in: ["k": nested(1)]) == [])
        #expect(schema.violations(in: ["k": nested("x")]).count <= 1)
        let rule = try #require(schema.rule(for: "k"))
        #expect(schema.storedForm(of: nested(1), by: rule) == nested(1))
    }

    @Test("choices that multiply are bounded, with and without a value")
    func manyChoices() throws {
        let links = (0..<60).map {
            ##""d\##($0)":{"anyOf":[{"$ref":"#/$defs/d\##($0 + 1)"},{"$ref":"#/$defs/d\##($0 + 1)"}]}"##
        }
        let schema = try schema(
            ##"{"properties":{"k":{"$ref":"#/$defs/d0"}},"$defs":{\##(links.joined(separator: ",")),"d60":{"type":"integer"}}}"##
        )
        let rule = try #require(schema.rule(for: "k"))
        #expect(schema.kinds(of: rule) == [])
        #expect(schema.violations(in: ["k": 1]) == [])
        #expect(!schema.violations(in: ["k": "x"]).isEmpty)
        #expect(!schema.requirements(of: rule).isEmpty)
    }

    @Test(
        "a rule that refers to itself through alternatives is a circular reference",
        arguments: [
            ##"{"anyOf":[{"$ref":"#/$defs/a"}]}"##, ##"{"not":{"$ref":"#/$defs/a"}}"##,
            ##"{"if":true,"then":{"allOf":[{"$ref":"#/$defs/b"}]}}"##, ##"{"oneOf":[true,{"$ref":"#/properties/k"}]}"##,
        ]
    )
    func circles(rule: String) {
        let document = ##"{"properties":{"k":{"$ref":"#/$defs/a"}},"$defs":{"a":\##(rule),"b":{"$ref":"#/$defs/a"}}}"##
        for keys in [nil, ["k"]] {
            let error = #expect(throws: PreferenceSchemaError.self) { try schema(document, keys: keys) }
            guard case .circularReference = error?.problem else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("a container that breaks a combination can change as long as it breaks no other rule")
    func unchangedViolation() throws {
        let (schema, _) = try rule(#"{"oneOf":[{"required":["a"]},{"required":["b"]}]}"#)
        #expect(schema.newViolations(in: ["k": ["c": 2]], since: ["k": ["c": 1]], of: ["k"]) == [])
        let (scalars, _) = try rule(#"{"anyOf":[{"const":1},{"const":2}]}"#)
        #expect(scalars.newViolations(in: ["k": 4], since: ["k": 3], of: ["k"]).count == 1)
    }
}
