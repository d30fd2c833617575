public import PropertyLists

/// The rule of a schema for one value: its type, its constraints, its default and its purpose.
///
/// A type of an application that conforms to ``PreferenceValue`` describes itself with a rule:
///
/// ```swift
/// static var schema: SchemaRule { .integer(in: 1...5) }
/// ```
public struct SchemaRule: Equatable, Sendable {
    package var title: String?
    package var description: String?
    package var defaultValue: PropertyList?
    package var formerNames: [String] = []
    package var isDeprecated = false
    package var isReadOnly = false
    package var isSecret = false
    /// Whether a program writes the value by itself.
    package var isVolatile = false
    /// The reference to a rule elsewhere in the document, which also applies.
    var reference: SchemaReference?
    var assertions: [SchemaAssertion] = []

    /// Creates a rule with one constraint, whose keyword is at an offset in a document.
    init(_ constraint: SchemaConstraint, at offset: Int?) {
        assertions = [SchemaAssertion(constraint: constraint, offset: offset)]
    }

    init(_ constraints: SchemaConstraint...) {
        assertions = constraints.map { SchemaAssertion(constraint: $0) }
    }
}

/// A reference to another place in the document: the value of `$ref`.
struct SchemaReference: Equatable, Sendable {
    /// The path from the root (RFC 6901).
    let pointer: JSONPointer
    let offset: Int
}

extension SchemaRule {
    /// A rule for any value.
    public static var any: SchemaRule { SchemaRule() }

    /// A rule for a boolean.
    public static var boolean: SchemaRule { SchemaRule(.types([.boolean])) }

    /// A rule for a whole number.
    public static var integer: SchemaRule { SchemaRule(.types([.integer])) }

    /// A rule for a number.
    public static var number: SchemaRule { SchemaRule(.types([.number])) }

    /// A rule for a string.
    public static var string: SchemaRule { SchemaRule(.types([.string])) }

    /// Returns a rule for a string with a format.
    public static func string(_ format: SchemaFormat) -> SchemaRule { SchemaRule(.types([.string]), .format(format)) }

    /// A rule for a date.
    public static var date: SchemaRule { string(.dateTime) }

    /// A rule for data.
    public static var data: SchemaRule { SchemaRule(.types([.string]), .base64) }

    /// Returns a rule for an array.
    ///
    /// - Parameters:
    ///   - element: the rule for each element.
    ///   - count: the allowed number of elements; nil for any number.
    ///   - isUnique: whether the elements must be unique.
    public static func array(
        of element: SchemaRule,
        count: ClosedRange<Int>? = nil,
        isUnique: Bool = false
    ) -> SchemaRule {
        var rule = SchemaRule(.types([.array]), .items(element, after: 0))
        if let count {
            rule.add(.limit(.minItems, SchemaNumber(count.lowerBound)))
            rule.add(.limit(.maxItems, SchemaNumber(count.upperBound)))
        }
        if isUnique {
            rule.add(.uniqueItems)
        }
        return rule
    }

    /// Returns a rule for a dictionary of any keys.
    ///
    /// - Parameter value: the rule for each value.
    public static func dictionary(of value: SchemaRule) -> SchemaRule {
        SchemaRule(.types([.object]), .members(SchemaMembers(others: value)))
    }

    /// Returns a rule for a dictionary with certain entries.
    ///
    /// - Parameters:
    ///   - entries: the keys, each with the rule for its value.
    ///   - required: the keys that must exist.
    public static func dictionary(_ entries: KeyValuePairs<String, SchemaRule>, required: [String] = []) -> SchemaRule {
        dictionary(entries.map { SchemaProperty(key: $0.key, rule: $0.value) }, required: required)
    }

    static func dictionary(_ properties: [SchemaProperty], required: [String]) -> SchemaRule {
        var rule = SchemaRule(.types([.object]), .members(SchemaMembers(properties: properties)))
        if !required.isEmpty {
            rule.add(.required(required))
        }
        return rule
    }

    /// Returns the same rule, limited to certain values.
    ///
    /// - Parameter values: the values, in the order in which they are offered to a user.
    public func allowing(only values: [PropertyList]) -> SchemaRule {
        var rule = self
        rule.add(.enumeration(values))
        return rule
    }

    /// Returns a rule that allows the values of this rule and of another rule.
    ///
    /// - Parameter other: a rule for other types; its constraints must apply to those types only, as a length applies
    ///   to strings.
    public func or(_ other: SchemaRule) -> SchemaRule {
        guard !types.isEmpty, !other.types.isEmpty else { return .any }
        var rule = self
        rule.assertions.removeAll { $0.constraint.keyword == .type }
        rule.assertions += other.assertions.filter { $0.constraint.keyword != .type }
        let newTypes = other.types.filter { !types.contains($0) }
        rule.assertions.insert(SchemaAssertion(constraint: .types(types + newTypes)), at: 0)
        return rule
    }

    /// Adds a constraint.
    ///
    /// - Parameter offset: the place of its keyword in the document; nil if it is in none.
    mutating func add(_ constraint: SchemaConstraint, at offset: Int? = nil) {
        assertions.append(SchemaAssertion(constraint: constraint, offset: offset))
    }
}

extension SchemaRule {
    var isDate: Bool { assertions.contains { $0.constraint == .format(.dateTime) } }

    var isData: Bool { assertions.contains { $0.constraint == .base64 } }

    /// The allowed types of the value; empty if any type is allowed.
    package var types: [SchemaType] {
        for case .types(let types) in assertions.lazy.map(\.constraint) { return types }
        return []
    }

    /// The allowed values, in their order; nil if they are not listed.
    var allowedValues: [PropertyList]? {
        if let constant { return [constant] }
        for case .enumeration(let values) in assertions.lazy.map(\.constraint) { return values }
        return nil
    }

    /// The only allowed value; nil if there is no constant.
    var constant: PropertyList? {
        for case .constant(let value) in assertions.lazy.map(\.constraint) { return value }
        return nil
    }

    /// The allowed kinds of property list, with the preferred kind for parsing a text first; empty if any kind is
    /// allowed.
    ///
    /// Without types, they are the kinds of the allowed values.
    var kinds: [PropertyListKind] {
        guard types.isEmpty else { return kinds(of: types) }
        return isDate ? [.date] : isData ? [.data] : (allowedValues ?? []).map(\.kind).uniqued
    }

    /// Returns the kinds of property list that some types allow for the value.
    func kinds(of types: [SchemaType]) -> [PropertyListKind] {
        types.compactMap { type in
            switch type {
            case .string: isDate ? .date : isData ? .data : .string
            default: type.kind
            }
        }
    }
}

extension SchemaRule {
    /// Returns a rule for a whole number in a range, such as `1...6`, `0...` or `..<100`.
    public static func integer(in range: some RangeExpression<Int> & Sendable) -> SchemaRule {
        PreferenceLimits(range) { $0.propertyList }.limiting(.integer)
    }

    /// The greatest allowed integer; nil if there is none.
    package var maximum: Int? {
        for case .limit(.maximum, let number) in assertions.map(\.constraint) {
            return Int(propertyList: number.propertyList)
        }
        return nil
    }

    /// Returns a rule for a number in a range.
    public static func number(in range: some RangeExpression<Double> & Sendable) -> SchemaRule {
        PreferenceLimits(range) { $0.propertyList }.limiting(.number)
    }

    /// Sets a limit; if the limit is already set, the narrower one applies.
    mutating func narrow(
        _ limit: SchemaLimit,
        to number: SchemaNumber,
        _ narrower: (SchemaNumber, SchemaNumber) -> SchemaNumber
    ) {
        var number = number
        assertions.removeAll { assertion in
            guard case .limit(limit, let other) = assertion.constraint else { return false }
            number = narrower(other, number)
            return true
        }
        add(.limit(limit, number))
    }
}
