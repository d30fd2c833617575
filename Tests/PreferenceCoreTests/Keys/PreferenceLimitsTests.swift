import PreferenceSchemas
@testable import PreferenceCore
import PropertyLists
import Testing

extension PreferenceKeys {
    fileprivate static let size = PreferenceKey<Int>("size", default: 12).summary("the size").formerly("Size")
        .limited(to: 6...72)
    fileprivate static let scale = PreferenceKey<Double?>("scale").limited(to: 0.5..<2)
}

@Suite("Limits of a key")
struct PreferenceLimitsTests {
    @Test("limits leave the rest of the key's declaration unchanged")
    func metadata() throws {
        let key = PreferenceKey<Int>("n", default: 1, suite: "group.x").summary("text").formerly("m")
        let limited = key.limited(to: 0...)
        #expect(limited == key)
        #expect(limited.summary == "text")
        #expect(limited.formerNames == ["m"])
        #expect(limited.defaultValue == 1)
    }

    @Test("modifiers add up in any order, and a migrated value is limited too")
    func order() throws {
        let plain = PreferenceKey<Int>("n", default: 1)
        let keys = [
            plain.limited(to: 0...9).migrating { $0 == "many" ? 50 : 5 }.volatile().secret().formerly("a").formerly(
                "b"
            ),
            plain.formerly("a", "b").secret().migrating { $0 == "many" ? 50 : 5 }.limited(to: 0...9).volatile(),
        ]
        for key in keys {
            #expect(key.formerNames == ["a", "b"] && key.isVolatile && key.isSecret && key == plain)
            let preferences = Preferences(.inMemory(["b": "few"]))
            #expect(preferences[key] == 5)
            try preferences.set("many", for: PreferenceKey<String?>("n"))
            #expect(throws: PreferenceError.self) { try preferences.value(for: key) }
            // No error quotes a secret.
            let error = #expect(throws: PreferenceError.self) { try preferences.set(4711, for: key) }
            #expect(error.map { !"\($0)".contains("4711") } ?? false)
            #expect(try key.schemaRule().isSecret && key.schemaRule().isVolatile)
        }
    }

    @Test("limits accept each kind of range, of any type that can be compared")
    func ranges() throws {
        let preferences = Preferences(.inMemory())
        func check<Value: PreferenceValue & Comparable & Sendable>(
            _ range: some RangeExpression<Value> & Sendable,
            allowed: [Value],
            refused: [Value]
        ) throws {
            let key = PreferenceKey<Value?>("k").limited(to: range)
            for value in allowed {
                try preferences.set(value, for: key)
                #expect(try preferences.value(for: key) == value)
            }
            for value in refused {
                #expect(throws: PreferenceError.self, "\(value)") { try preferences.set(value, for: key) }
            }
            try preferences.set(nil, for: key)
            #expect(try preferences.value(for: key) == nil)
        }
        try check(6...72, allowed: [6, 72], refused: [5, 73, .min])
        try check(6..<72, allowed: [6, 71], refused: [5, 72])
        try check(6..., allowed: [6, Int.max], refused: [5])
        try check(...72, allowed: [72, Int.min], refused: [73])
        try check(..<72, allowed: [71], refused: [72])
        try check(0.5...1, allowed: [0.5, 1], refused: [0.49, 1.01, .nan, .infinity])
        try check("b"..."d", allowed: ["b", "cat", "d"], refused: ["a", "dog"])
        try check(EvenNumbers(), allowed: [0, 2], refused: [1])
    }

    @Test("limits that are numbers appear in the schema, and the narrowest of several applies")
    func schema() throws {
        func form<Value: PreferenceValue & Comparable & Sendable>(
            _ range: some RangeExpression<Value> & Sendable
        ) throws -> PropertyList? {
            try schemaForm(of: PreferenceKey<Value?>("k").limited(to: range))
        }
        #expect(try form(6...72) == ["type": "integer", "minimum": 6, "maximum": 72])
        #expect(try form(6..<72) == ["type": "integer", "minimum": 6, "exclusiveMaximum": 72])
        #expect(try form(6...) == ["type": "integer", "minimum": 6])
        #expect(try form(...72) == ["type": "integer", "maximum": 72])
        #expect(try form(..<72) == ["type": "integer", "exclusiveMaximum": 72])
        #expect(try form(0.5...1) == ["type": "number", "minimum": 0.5, "maximum": 1.0])
        #expect(try form((0 as UInt8)...9) == ["type": "integer", "minimum": 0, "maximum": 9])
        #expect(try form(...(9 as UInt8)) == ["type": "integer", "minimum": 0, "maximum": 9])
        #expect(try form("b"..."d") == ["type": "string"])
        #expect(try form(EvenNumbers()) == ["type": "integer"])
        let twice = PreferenceKey<Int?>("k").limited(to: 5...10).limited(to: 0...7)
        #expect(try schemaForm(of: twice) == ["type": "integer", "minimum": 5, "maximum": 7])
        #expect(
            try schemaForm(of: PreferenceKeys.size) == [
                "type": "integer", "minimum": 6, "maximum": 72, "description": "the size", "default": 12,
                "formerly": ["Size"],
            ]
        )
    }

    @Test("limits apply to the default, and the schema rejects a default beyond them")
    func defaults() throws {
        let key = PreferenceKey<Int>("n", default: 5).limited(to: 6...72)
        let error = #expect(throws: PreferenceSchemaError.self) { try PreferenceSchema(keys: [key]) }
        #expect(error.map { "\($0)" } == "cannot store the default of 'n': 5 is not from 6 to 72")
        let text = PreferenceKey<String>("t", default: "a").limited(to: "b"...)
        let second = #expect(throws: PreferenceSchemaError.self) { try PreferenceSchema(keys: [text]) }
        #expect(second.map { "\($0)" } == #"cannot store the default of 't': "a" is not from "b" on"#)
    }

    @Test("limits apply to a key in a scope and to the result of a migration")
    func elsewhere() throws {
        struct WindowScope: PreferenceScope {
            let width = PreferenceKey<Int>("width", default: 80).migrating {
                $0[pointer: ["old"]].flatMap(Int.init(propertyList:))
            }
            .limited(to: 10...100)
        }
        let suites = try SuiteDirectory()
        try suites.write(["window.width": ["old": 50]])
        let key = WindowScope.key(\.width)
        #expect(try suites.preferences().value(for: key) == 50)
        try suites.write(["window.width": ["old": 500]])
        #expect(throws: PreferenceError.self) { try suites.preferences().value(for: key) }
        #expect(
            try schemaForm(of: WindowScope.keys[0])
                == ["type": "integer", "minimum": 10, "maximum": 100, "default": 80]
        )
    }
}

extension ProblemTests {
    @Suite("A value beyond its key's limits")
    struct BeyondLimitsTests {
        private let suites: SuiteDirectory

        init() throws {
            suites = try SuiteDirectory()
        }

        @Test("a value beyond the limits reads as the default, is reported, and stays until a write replaces it")
        func read() throws {
            try suites.write(["size": 99, "scale": 2.0])
            let preferences = try suites.preferences()
            let before = try suites.bytes()
            let reported = problems {
                #expect(preferences[.size] == 12)
                #expect(preferences[.scale] == nil)
                preferences[.size] += 1
            }
            let path = suites.path()
            let size = #"\#(path): 'size' is of type integer, not Int from 6 to 72: found 99"#
            #expect(
                reported.map(\.description) == [
                    size,
                    #"\#(path): 'scale' is of type float, not Optional<Double> from 0.5 to below 2.0: found 2.0"#,
                    size,
                ]
            )
            #expect(try suites.bytes() == before)
            preferences[.size] = 14
            #expect(preferences[.size] == 14)
        }

        @Test("a value of another type is reported as a wrong type, not as beyond the limits")
        func otherType() throws {
            try suites.write(["size": "99"])
            let preferences = try suites.preferences()
            let reported = problems { #expect(preferences[.size] == 12) }
            #expect(
                reported.map(\.description) == [
                    #"\#(suites.path()): 'size' is of type string, not Int from 6 to 72"#
                ]
            )
        }

        @Test("setting a value beyond the limits is reported or throws, and the message states the limits")
        func write() throws {
            let preferences = try suites.preferences()
            preferences[.size] = 72
            let reported = problems {
                preferences[.size] += 1
                preferences[.scale] = 2
            }
            #expect(
                reported.map(\.description) == [
                    #"cannot store 'size' of type Int: 73 is not from 6 to 72"#,
                    #"cannot store 'scale' of type Optional<Double>: 2.0 is not from 0.5 to below 2.0"#,
                ]
            )
            #expect(preferences[.size] == 72)
            #expect(throws: reported[0]) { try preferences.set(73, for: .size) }
        }
    }
}

/// A custom range.
private struct EvenNumbers: RangeExpression, Sendable {
    func relative<Numbers: Collection>(to collection: Numbers) -> Range<Int> where Numbers.Index == Int {
        0..<collection.count
    }

    func contains(_ element: Int) -> Bool { element.isMultiple(of: 2) }
}
