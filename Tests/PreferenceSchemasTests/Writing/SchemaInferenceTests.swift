import PropertyLists
import TestSupport
import Testing

@testable import PreferenceSchemas

@Suite("Inferred schemas")
struct SchemaInferenceTests {
    private static func document(_ contents: PropertyListDictionary) throws -> String {
        try PreferenceSchema(inferring: contents).json()
    }

    @Test("an inferred schema contains each key in order, with the type of its value and no default")
    func types() throws {
        let contents: PropertyListDictionary = [
            "text": "a", "count": 3, "ratio": 1.0, "flag": false, "blob": .data([1]),
            "when": .date(PropertyListDate(secondsSinceReferenceDate: 0)),
            "frame": ["x": 1, "names": ["a"]], "reference": .uid(7),
        ]
        #expect(
            try Self.document(contents) == """
                {
                  "$schema": "https://json-schema.org/draft/2020-12/schema",
                  "type": "object",
                  "properties": {
                    "text": {
                      "type": "string"
                    },
                    "count": {
                      "type": "integer"
                    },
                    "ratio": {
                      "type": "number"
                    },
                    "flag": {
                      "type": "boolean"
                    },
                    "blob": {
                      "type": "string",
                      "contentEncoding": "base64"
                    },
                    "when": {
                      "type": "string",
                      "format": "date-time"
                    },
                    "frame": {
                      "type": "object",
                      "properties": {
                        "x": {
                          "type": "integer"
                        },
                        "names": {
                          "type": "array",
                          "items": {
                            "type": "string"
                          }
                        }
                      }
                    },
                    "reference": {}
                  }
                }

                """
        )
    }

    @Test(
        "the rule for an array's elements merges the rules of all elements",
        arguments: [
            ([], #"{"type":"array"}"#),
            ([1, 2], #"{"type":"array","items":{"type":"integer"}}"#),
            ([1, 2.5], #"{"type":"array","items":{"type":"number"}}"#),
            ([true, "a", 1], #"{"type":"array","items":{"type":["boolean","integer","string"]}}"#),
            ([[], [1], [2.5]], #"{"type":"array","items":{"type":"array","items":{"type":"number"}}}"#),
            (
                [["a": 1], ["b": "x", "a": true]],
                """
                {"type":"array","items":{"type":"object","properties":\
                {"a":{"type":["boolean","integer"]},"b":{"type":"string"}}}}
                """
            ),
            (
                [[1], ["a": 1]],
                #"{"type":"array","items":{"type":["array","object"],"items":{"type":"integer"},"#
                    + #""properties":{"a":{"type":"integer"}}}}"#
            ),
            ([.data([1]), 1], #"{"type":"array","items":{"type":["integer","string"],"contentEncoding":"base64"}}"#),
            // In JSON, data and dates are strings too. Data beside a string therefore has no common rule.
            ([.data([1]), "a"], #"{"type":"array"}"#),
            ([.uid(1), 1], #"{"type":"array"}"#),
        ] as [([PropertyList], String)]
    )
    func elements(values: [PropertyList], rule: String) throws {
        let schema = Array(try Self.document(["k": .array(values)]).utf8)
        let value = try PropertyList(parsing: schema.span)
        #expect(try value[pointer: ["properties", "k"]]?.json(.plain) == rule)
    }

    @Test("an inferred schema has no rules for very deep values")
    func deep() throws {
        var (array, dictionary): (PropertyList, PropertyList) = (1, 1)
        for _ in 0..<500 {
            array = .array([array])
            dictionary = ["k": dictionary]
        }
        let contents: PropertyListDictionary = ["deep": array, "dictionary": dictionary]
        let schema = try PreferenceSchema(parsing: Array(try Self.document(contents).utf8))
        #expect(schema.violations(in: contents).isEmpty)
        #expect(schema.rule(for: "deep", at: Array(repeating: "0", count: 15))?.kinds == [.array])
        #expect(schema.rule(for: "deep", at: Array(repeating: "0", count: 40)) == nil)
    }

    @Test("an inferred schema is read without a warning, and its suite satisfies it")
    func random() throws {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<300 {
            let contents = RandomSuite().dictionary(using: &generator, depth: 0)
            let schema = try PreferenceSchema(parsing: Array(try Self.document(contents).utf8))
            #expect(schema.warnings.isEmpty)
            #expect(schema.invalidDeclarations.isEmpty)
            #expect(schema.keys.map(ByteKey.init) == contents.map { ByteKey($0.key) })
            #expect(schema.violations(in: contents).isEmpty, "\(contents)")
            for entry in contents where !(schema.rule(for: entry.key)?.kinds.isEmpty ?? true) {
                #expect(schema.rule(for: entry.key)?.kinds == [entry.value.kind], "\(entry)")
            }
        }
    }
}

/// A generator of suites with every kind of value, and with keys like JSON Schema keywords and typed JSON.
private struct RandomSuite {
    private static let keys = [
        "a", "b", "", "$ref", "$defs", "properties", "type", "items", "$date", "$data", "$uid", "$dict", "default",
        "enum",
        "é", "e\u{301}", "a/b", "~", "\u{0}",
    ]

    func dictionary(using generator: inout SeededGenerator, depth: Int) -> PropertyListDictionary {
        var dictionary = PropertyListDictionary()
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            let key = Self.keys.randomElement(using: &generator) ?? ""
            dictionary[key] = value(using: &generator, depth: depth + 1)
        }
        return dictionary
    }

    private func value(using generator: inout SeededGenerator, depth: Int) -> PropertyList {
        switch Int.random(in: (depth < 5 ? 0 : 2)...8, using: &generator) {
        case 0: return .dictionary(dictionary(using: &generator, depth: depth))
        case 1:
            var elements: [PropertyList] = []
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                elements.append(value(using: &generator, depth: depth + 1))
            }
            return .array(elements)
        case 2: return .string(Self.keys.randomElement(using: &generator) ?? "")
        case 3: return .integer(PropertyListInteger(Int64.random(in: .min ... .max, using: &generator)))
        case 4: return .real([0, -0.0, 1, 0.5, 1e300, .nan, .infinity].randomElement(using: &generator) ?? 0)
        case 5: return .boolean(Bool.random(using: &generator))
        case 6: return .date(PropertyListDate(secondsSinceReferenceDate: Double(generator.next() >> 20)))
        case 7: return .data([UInt8(generator.next() & 0xFF)])
        default: return .uid(generator.next())
        }
    }
}
