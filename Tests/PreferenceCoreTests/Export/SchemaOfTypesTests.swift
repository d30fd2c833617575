import PreferenceCore
import PropertyLists
import Testing

@Suite("The schema of a type")
struct SchemaOfTypesTests {
    private func form<Value: PreferenceValue & Sendable>(of type: Value.Type) throws -> PropertyList? {
        try schemaForm(of: PreferenceKey<Value?>("k"))
    }

    @Test("the schema of a scalar is its JSON type")
    func plain() throws {
        #expect(try form(of: Bool.self) == ["type": "boolean"])
        #expect(try form(of: String.self) == ["type": "string"])
        #expect(try form(of: Character.self) == ["type": "string", "minLength": 1])
        #expect(try form(of: Double.self) == ["type": "number"])
        #expect(try form(of: Float.self) == ["type": "number"])
        #expect(try form(of: PropertyListDate.self) == ["type": "string", "format": "date-time"])
        #expect(try form(of: PropertyList.self) == [:])
    }

    @Test("the schema of an integer type is its range, except for signed 64-bit types")
    func integers() throws {
        #expect(try form(of: Int.self) == ["type": "integer"])
        #expect(try form(of: Int64.self) == ["type": "integer"])
        #expect(try form(of: UInt.self) == ["type": "integer", "minimum": 0])
        #expect(try form(of: UInt64.self) == ["type": "integer", "minimum": 0])
        #expect(try form(of: Int8.self) == ["type": "integer", "minimum": -128, "maximum": 127])
        #expect(try form(of: Int16.self) == ["type": "integer", "minimum": -32768, "maximum": 32767])
        #expect(try form(of: Int32.self) == ["type": "integer", "minimum": -2_147_483_648, "maximum": 2_147_483_647])
        #expect(try form(of: UInt8.self) == ["type": "integer", "minimum": 0, "maximum": 255])
        #expect(try form(of: UInt16.self) == ["type": "integer", "minimum": 0, "maximum": 65535])
        #expect(try form(of: UInt32.self) == ["type": "integer", "minimum": 0, "maximum": 4_294_967_295])
    }

    @Test("the schema of a collection describes its elements, and bytes are data")
    func collections() throws {
        #expect(try form(of: [String].self) == ["type": "array", "items": ["type": "string"]])
        #expect(try form(of: [UInt8].self) == ["type": "string", "contentEncoding": "base64"])
        #expect(
            try form(of: [[UInt8]].self)
                == ["type": "array", "items": ["type": "string", "contentEncoding": "base64"]]
        )
        #expect(
            try form(of: Set<UInt16>.self) == [
                "type": "array", "items": ["type": "integer", "minimum": 0, "maximum": 65535], "uniqueItems": true,
            ]
        )
        #expect(
            try form(of: [String: [Int]].self) == [
                "type": "object", "additionalProperties": ["type": "array", "items": ["type": "integer"]],
            ]
        )
        #expect(try form(of: PropertyListDictionary.self) == ["type": "object", "additionalProperties": [:]])
        #expect(
            try form(of: Range<Double>.self)
                == ["type": "array", "items": ["type": "number"], "minItems": 2, "maxItems": 2]
        )
        #expect(
            try form(of: ClosedRange<UInt8>.self) == [
                "type": "array", "items": ["type": "integer", "minimum": 0, "maximum": 255], "minItems": 2,
                "maxItems": 2,
            ]
        )
        #expect(
            try form(of: Duration.self) == [
                "type": "object",
                "properties": ["seconds": ["type": "integer"], "attoseconds": ["type": "integer"]],
                "required": ["seconds", "attoseconds"],
            ]
        )
    }

    @Test("the schema of a set requires unique elements only if JSON can distinguish them")
    func untypedSets() throws {
        #expect(try form(of: Set<PropertyList>.self) == ["type": "array", "items": [:]])
        #expect(
            try form(of: Set<[PropertyList]>.self) == ["type": "array", "items": ["type": "array", "items": [:]]]
        )
        let suites = try SuiteDirectory()
        let key = PreferenceKey<Set<PropertyList>>("k", default: [1, 1.0, "AQ==", .data([1])])
        try suites.preferences().set(key.defaultValue, for: key)
        try expectConformance(of: suites.contents(), to: [key])
    }

    @Test("the schema of a type with a raw value is that of the raw value, limited to the cases if they are listed")
    func rawValues() throws {
        #expect(try form(of: Shape.self) == ["type": "string", "enum": ["circle", "square"]])
        #expect(
            try form(of: [Shape].self) == [
                "type": "array", "items": ["type": "string", "enum": ["circle", "square"]],
            ]
        )
        #expect(try form(of: Weekday.self) == ["type": "integer"])
        #expect(try schemaForm(of: PreferenceKey<Theme?>("k")) == ["type": "string"])
        #expect(try schemaForm(of: PreferenceKey<Level>("k", default: .high)) == ["type": "integer", "default": 10])
        #expect(try schemaForm(of: PreferenceKey<Side?>("k")) == ["type": "string", "enum": ["left", "right"]])
        #expect(try schemaForm(of: PreferenceKey<CodableSide?>("k")) == ["type": "integer", "enum": [1, 2]])
    }

    @Test("the schema of an option set is that of the raw value, because a union of options is valid too")
    func options() throws {
        #expect(try form(of: Permissions.self) == ["type": "integer", "minimum": 0, "maximum": 65535])
        #expect(try form(of: ListedPermissions.self) == ["type": "integer"])
    }

    @Test("the schema of an enumeration with custom stored forms allows those forms")
    func casesWithForms() throws {
        #expect(try form(of: Switch.self) == ["enum": [true, false]])
    }

    @Test("the schema of a type with a custom stored form is the declared one, or allows anything")
    func ownForms() throws {
        #expect(try form(of: Grade.self) == [:])
        #expect(try form(of: Percentage.self) == ["type": "number", "minimum": 0.0, "maximum": 100.0])
        #expect(
            try form(of: [Percentage].self)
                == ["type": "array", "items": ["type": "number", "minimum": 0.0, "maximum": 100.0]]
        )
    }

    @Test("a rule can be made from a range or from other rules")
    func ranges() throws {
        #expect(SchemaRule.integer(in: 1...5) != .integer)
        let rules: [(SchemaRule, [PropertyList], [PropertyList])] = [
            (.integer(in: 1...5), [1, 5, 2.0], [0, 6, 1.5, "1"]),
            (.integer(in: 1...), [1, .integer(.max)], [0, -1]),
            (.integer(in: ...5), [5, .integer(.min)], [6]),
            (.number(in: 0.5...1), [0.5, 1, 0.75], [0.25, 2, "1"]),
            (.number(in: 0.5...), [0.5, .real(.infinity)], [0]),
            (.number(in: ...0.5), [0.5, -1], [1]),
            (.string.or(.number), ["a", 1, 0.5], [true, []]),
        ]
        for (rule, valid, invalid) in rules {
            for value in valid {
                #expect(PreferenceSchema.violations(of: value, against: rule) == 0, "\(value)")
            }
            for value in invalid {
                #expect(PreferenceSchema.violations(of: value, against: rule) == 1, "\(value)")
            }
        }
    }
}

extension PreferenceSchema {
    /// Returns the number of violations of a rule by a value, or -1 if the schema is invalid.
    fileprivate static func violations(of value: PropertyList, against rule: SchemaRule) -> Int {
        Ruled.$rule.withValue(rule) {
            let schema = try? PreferenceSchema(keys: [PreferenceKey<Ruled?>("k")])
            return schema?.violations(in: ["k": value]).count ?? -1
        }
    }
}

/// A value with the rule that a test chooses.
private struct Ruled: PreferenceValue {
    @TaskLocal static var rule = SchemaRule.any

    static var schema: SchemaRule { rule }

    let propertyList: PropertyList

    init(propertyList: PropertyList) {
        self.propertyList = propertyList
    }
}

private enum Side: String, CaseIterable {
    case left, right
}

private enum CodableSide: Int, CaseIterable, Codable {
    case left = 1
    case right
}

private struct ListedPermissions: OptionSet, CaseIterable, PreferenceValue {
    static let allCases = [ListedPermissions(rawValue: 1), ListedPermissions(rawValue: 2)]

    let rawValue: Int
}

/// A type with a raw value, and with another stored form than that value.
private enum Switch: String, CaseIterable, PreferenceValue {
    case on, off

    init?(propertyList: PropertyList) {
        switch propertyList {
        case .boolean(true): self = .on
        case .boolean(false): self = .off
        default: return nil
        }
    }

    var propertyList: PropertyList { .boolean(self == .on) }
}

/// A type with a custom stored form and a declared schema.
private struct Percentage: PreferenceValue {
    static var schema: SchemaRule { .number(in: 0...100) }

    let propertyList: PropertyList

    init?(propertyList: PropertyList) {
        guard let value = Double(propertyList: propertyList), 0...100 ~= value else { return nil }
        self.propertyList = propertyList
    }
}
