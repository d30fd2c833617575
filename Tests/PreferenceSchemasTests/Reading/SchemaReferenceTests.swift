import PropertyLists
import Testing

@testable import PreferenceSchemas

@Suite("References within a schema")
struct SchemaReferenceTests {
    private func schema(_ document: String, keys: [String]? = nil) throws -> PreferenceSchema {
        try PreferenceSchema(parsing: Array(document.utf8), keys: keys)
    }

    @Test(
        "a reference can lead to any place in the document",
        arguments: [
            (##"{"properties":{"k":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"integer"}}}"##),
            (##"{"$defs":{"a":{"type":"integer"}},"properties":{"k":{"$ref":"#/$defs/a"}}}"##),
            (##"{"properties":{"j":{"type":"integer"},"k":{"$ref":"#/properties/j"}}}"##),
            (##"{"properties":{"j":{"items":{"type":"integer"}},"k":{"$ref":"#/properties/j/items"}}}"##),
            (##"{"properties":{"k":{"$ref":"#/$defs/a~1b~0c"}},"$defs":{"a/b~c":{"type":"integer"}}}"##),
            (##"{"properties":{"k":{"$ref":"#/$defs/%61%20%C3%A9%25%7e1"}},"$defs":{"a é%/":{"type":"integer"}}}"##),
            (##"{"properties":{"k":{"$ref":"#/$defs/\u0061"}},"$defs":{"\u0061":{"type":"integer"}}}"##),
            (##"{"properties":{"k":{"$ref":"#/other/1"}},"other":[{},{"type":"integer"}]}"##),
            (##"{"properties":{"k":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/c"},"c":{"type":"integer"}}}"##),
        ]
    )
    func places(document: String) throws {
        for keys in [nil, ["k"]] {
            let schema = try schema(document, keys: keys)
            #expect(schema.rule(for: "k")?.types == [.integer])
            #expect(schema.violations(in: ["k": "x"]).map { "\($0)" } == [#""x" is of type string, not integer"#])
        }
    }

    @Test("a reference adds to the keywords beside it, which take precedence if only one can apply")
    func siblings() throws {
        let schema = try schema(
            #"""
            {"properties": {"k": {"$ref": "#/$defs/a", "maximum": 5, "default": 3, "title": "Mine"}},
             "$defs": {"a": {"type": "integer", "minimum": 1, "default": 1, "title": "A", "description": "D",
                             "deprecated": true, "formerly": ["j"]}}}
            """#
        )
        let rule = try #require(schema.rule(for: "k"))
        #expect(rule.title == "Mine")
        #expect(rule.description == "D")
        #expect(rule.formerNames == ["j"])
        #expect(rule.isDeprecated)
        #expect(schema.defaultValue(of: "k") == 3)
        #expect(schema.violations(in: ["k": 7]).map(\.keyword) == [.maximum])
        #expect(schema.violations(in: ["k": 0]).map(\.keyword) == [.minimum])
    }

    @Test("a reference can lead to the root, for nested values")
    func recursion() throws {
        let document = ##"{"properties":{"k":{"$ref":"#"},"n":{"type":"integer"},"l":{"items":{"$ref":"#"}}}}"##
        for keys in [nil, ["k", "l"]] {
            let schema = try schema(document, keys: keys)
            let violations = schema.violations(in: ["k": ["k": ["l": [["n": 1], ["n": "x"]]]]])
            #expect(violations.map(\.pointer) == [["k", "k", "l", "1", "n"]])
            #expect(schema.rule(for: "k", at: ["k", "l", "0", "n"])?.types == [.integer])
        }
    }

    @Test(
        "a reference to a missing place or back to itself is an error",
        arguments: [
            ("#/$defs/nope", "23: unresolved reference '#/$defs/nope'"),
            ("#/$defs/a/nope", "23: unresolved reference '#/$defs/a/nope'"),
            ("#/list/2", "23: unresolved reference '#/list/2'"),
            ("#/list/-1", "23: unresolved reference '#/list/-1'"),
            ("#/list/+1", "23: unresolved reference '#/list/+1'"),
            ("#/list/01", "23: unresolved reference '#/list/01'"),
            ("#/number/0", "23: unresolved reference '#/number/0'"),
            ("#anchor", "31: unresolved reference '#anchor'"),
            ("#/$defs/%zz", "31: unresolved reference '#/$defs/%zz'"),
            ("#/$defs/%f", "31: unresolved reference '#/$defs/%f'"),
            ("#/$defs/%FF", "31: unresolved reference '#/$defs/%FF'"),
            ("#/$defs/~2", "31: unresolved reference '#/$defs/~2'"),
            ("other.json#/a", "31: unresolved reference 'other.json#/a'"),
            ("https://example.com/s", "31: unresolved reference 'https://example.com/s'"),
            ("#/properties/k", "23: circular reference '#/properties/k'"),
        ]
    )
    func nowhere(row: (reference: String, problem: String)) {
        let document = """
            {"properties": {"k": {"$ref": "\(row.reference)"}}, "list": [{}, {}], "number": 1, "$defs": {"a": {}}}
            """
        for keys in [nil, ["k"]] {
            let error = #expect(throws: PreferenceSchemaError.self) { try schema(document, keys: keys) }
            let text = error.map { "\($0.position?.column ?? 0): \($0)" } ?? ""
            #expect(text.hasPrefix(row.problem), "\(text)")
        }
    }

    @Test("a circle of references is an error, even if the first reference is outside it")
    func circles() {
        let document = """
            {"properties": {"k": {"$ref": "#/$defs/there"}},
             "$defs": {"there": {"$ref": "#/$defs/back"}, "back": {"$ref": "#/$defs/there"}}}
            """
        for keys in [nil, ["k"]] {
            let error = #expect(throws: PreferenceSchemaError.self) { try schema(document, keys: keys) }
            guard case .circularReference = error?.problem else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("a reference that is not a string is an error at its value", arguments: ["1", "null", "[]", "{}", "true"])
    func noReference(value: String) {
        let error = #expect(throws: PreferenceSchemaError.self) {
            try schema(#"{"properties":{"k":{"$ref":\#(value)}}}"#)
        }
        #expect(error.map { "\($0.position?.column ?? 0): \($0)" } == "28: '$ref' must be a string")
    }

    @Test("a chain of references has at most 64 links")
    func chains() throws {
        func document(_ count: Int) -> String {
            let links = (0..<count).map { ##""d\##($0)":{"$ref":"#/$defs/d\##($0 + 1)"}"## }.joined(separator: ",")
            return
                ##"{"properties":{"k":{"$ref":"#/$defs/d0"}},"$defs":{\##(links),"d\##(count)":{"type":"integer"}}}"##
        }
        #expect(try schema(document(60)).rule(for: "k")?.types == [.integer])
        let error = #expect(throws: PreferenceSchemaError.self) { try schema(document(100)) }
        #expect(error?.problem == .malformed(.tooDeep(limit: 64)))
    }

    @Test("a reference is exported to a definition that other validators find")
    func export() throws {
        let document = """
            {"properties": {"a": {"$ref": "#/properties/b"}, "b": {"type": "integer"}, "c": {"$ref": "#/$defs/x%20y"},
             "d": {"$ref": "#"}}, "$defs": {"x y": false, "unused": {}}}
            """
        #expect(
            try schema(document).json() == """
                {
                  "$schema": "https://json-schema.org/draft/2020-12/schema",
                  "properties": {
                    "a": {
                      "$ref": "#/$defs/~1properties~1b"
                    },
                    "b": {
                      "type": "integer"
                    },
                    "c": {
                      "$ref": "#/$defs/x%20y"
                    },
                    "d": {
                      "$ref": "#"
                    }
                  },
                  "$defs": {
                    "x y": false,
                    "/properties/b": {
                      "type": "integer"
                    }
                  }
                }

                """
        )
    }
}
