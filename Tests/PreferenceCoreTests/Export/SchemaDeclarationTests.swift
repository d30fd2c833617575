import PreferenceSchemas
import PreferenceCore
import PropertyLists
import Testing

extension PreferenceKeys {
    fileprivate static let launches = PreferenceKey<Int>("launches", default: 0).summary("how often it was started")
    fileprivate static let account = PreferenceKey<String?>("name").formerly("userName", "user").volatile()
    fileprivate static let tags = PreferenceKey<Set<String>>("tags", default: ["c", "a", "b"])
    fileprivate static let shape = PreferenceKey<Shape>("shape", default: .square)
    fileprivate static let icon = PreferenceKey<[UInt8]>("icon", default: [1, 2])
    fileprivate static let since = PreferenceKey<PropertyListDate>(
        "since",
        default: PropertyListDate(secondsSinceReferenceDate: 0.25)
    )
}

private struct WindowScope: PreferenceScope {
    let width = PreferenceKey<Double>("width", default: 80).summary("in millimetres")
    let isVisible = PreferenceKey<Bool>("isVisible", default: true).volatile()
}

@Suite("Schemas of declared keys")
struct SchemaDeclarationTests {
    private func failure(_ keys: [PreferenceKeys], suite: String? = nil) -> String? {
        do throws(PreferenceSchemaError) {
            _ = try PreferenceSchema(keys: keys, suite: suite)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("a schema contains the keys in order, then those of each scope, with all that they declare")
    func document() throws {
        let schema = try PreferenceSchema(
            keys: [.launches, .account, .tags, .shape, .icon, .since],
            scopes: [WindowScope.self],
            title: "Editor",
            allowsOtherKeys: false
        )
        #expect(
            try schema.json() == """
                {
                  "$schema": "https://json-schema.org/draft/2020-12/schema",
                  "title": "Editor",
                  "type": "object",
                  "properties": {
                    "launches": {
                      "description": "how often it was started",
                      "type": "integer",
                      "default": 0
                    },
                    "name": {
                      "type": "string",
                      "formerly": [
                        "userName",
                        "user"
                      ],
                      "volatile": true
                    },
                    "tags": {
                      "type": "array",
                      "items": {
                        "type": "string"
                      },
                      "uniqueItems": true,
                      "default": [
                        "a",
                        "b",
                        "c"
                      ]
                    },
                    "shape": {
                      "type": "string",
                      "enum": [
                        "circle",
                        "square"
                      ],
                      "default": "square"
                    },
                    "icon": {
                      "type": "string",
                      "contentEncoding": "base64",
                      "default": "AQI="
                    },
                    "since": {
                      "type": "string",
                      "format": "date-time",
                      "default": "2001-01-01T00:00:00.25Z"
                    },
                    "window.width": {
                      "description": "in millimetres",
                      "type": "number",
                      "default": 80.0
                    },
                    "window.isVisible": {
                      "type": "boolean",
                      "default": true,
                      "volatile": true
                    }
                  },
                  "additionalProperties": false
                }

                """
        )
    }

    @Test("a schema allows other keys unless an argument forbids them, and has no title by default")
    func others() throws {
        let schema = try PreferenceSchema(keys: [.launches])
        #expect(schema.violations(in: ["other": 1]) == [])
        #expect(try !schema.json().contains("additionalProperties"))
        #expect(try !schema.json().contains("title"))
        let closed = try PreferenceSchema(keys: [.launches], allowsOtherKeys: false)
        #expect(closed.violations(in: ["other": 1]).count == 1)
    }

    @Test("an exported schema is read back with all keys, and the defaults have the stored forms of the keys")
    func reading() throws {
        let keys: [PreferenceKeys] = [.launches, .account, .tags, .shape, .icon, .since]
        let schema = try PreferenceSchema(parsing: Array(PreferenceSchema(keys: keys).json().utf8))
        #expect(schema.keys == keys.map(\.name))
        #expect(schema.warnings == [])
        #expect(schema.invalidDeclarations == [])
        #expect(schema.defaultValue(of: "icon") == .data([1, 2]))
        #expect(schema.defaultValue(of: "since") == .date(PropertyListDate(secondsSinceReferenceDate: 0.25)))
        #expect(schema.defaultValue(of: "name") == nil)
        #expect(schema.rule(for: "name")?.formerNames == ["userName", "user"])
    }

    @Test("a default that is a closure is evaluated once")
    func computedDefault() throws {
        nonisolated(unsafe) var count = 0
        let key = PreferenceKey<Int>("n", default: 0).default {
            unsafe count += 1
            return unsafe count
        }
        let schema = try PreferenceSchema(keys: [key])
        #expect(schema.defaultValue(of: "n") == 1)
        #expect(unsafe count == 1)
    }

    @Test("two keys whose names have the same bytes are an error")
    func duplicates() {
        #expect(failure([.launches, .account, .launches]) == "duplicate key 'launches'")
        #expect(
            failure([PreferenceKey<Int?>("a.b"), PreferenceKey<String?>("a.b")]) == "duplicate key 'a.b'"
        )
        #expect(failure([PreferenceKey<Int?>("caf\u{E9}"), PreferenceKey<Int?>("cafe\u{301}")]) == nil)
    }

    @Test("a key of another suite is an error, and a key without a suite belongs to any suite")
    func suites() {
        let key = PreferenceKey<Int?>("n", suite: "group.x")
        #expect(failure([key, .launches], suite: "group.x") == nil)
        #expect(failure([.launches, key]) == "key 'n' belongs to suite 'group.x'")
        #expect(failure([key], suite: "group.y") == "key 'n' belongs to suite 'group.x'")
    }

    @Test("a default that JSON or a file cannot represent is an error")
    func unwritableDefaults() {
        #expect(
            failure([PreferenceKey<Double>("n", default: .nan)])?.hasPrefix("cannot store the default of 'n': ")
                == true
        )
        #expect(
            failure([PreferenceKey<Gaps>("g", default: Gaps(numbers: [nil]))])?
                .hasPrefix("cannot store the default of 'g': numbers") == true
        )
    }

    @Test("a default that violates its own rule is an error")
    func invalidDefaults() throws {
        #expect(
            failure([PreferenceKey<Grumpy>("g", default: Grumpy())])
                == #"invalid default of 'g': "no" is of type string, not integer"#
        )
    }
}

/// A value whose stored form violates its own rule.
private struct Grumpy: PreferenceValue {
    static var schema: SchemaRule { .integer }

    let propertyList: PropertyList = "no"

    init() {}
    init?(propertyList: PropertyList) { nil }
}
