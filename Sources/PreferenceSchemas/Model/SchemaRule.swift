public import PropertyLists

/// The rule of a schema for one value: its type, its constraints, its default and its purpose.
///
/// A type of an application that conforms to ``PreferenceCore/PreferenceValue`` describes itself with a rule:
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

    /// Creates a rule for all values of a type.
    package init(type: SchemaType) {
        self.init(.types([type]))
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
    public static var boolean: SchemaRule { SchemaRule(type: .boolean) }

    /// A rule for a whole number.
    public static var integer: SchemaRule { SchemaRule(type: .integer) }

    /// A rule for a number.
    public static var number: SchemaRule { SchemaRule(type: .number) }

    /// A rule for a string.
    public static var string: SchemaRule { SchemaRule(type: .string) }

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
        dictionary(entries: entries.map { ($0.key, $0.value) }, required: required)
    }

    /// Returns a rule for a dictionary with certain entries, and with others if they are allowed.
    package static func dictionary(
        entries: [(key: String, rule: SchemaRule)],
        required: [String] = [],
        allowsOthers: Bool = true
    ) -> SchemaRule {
        let properties = entries.map { SchemaProperty(key: $0.key, rule: $0.rule) }
        let members = SchemaMembers(properties: properties, others: allowsOthers ? nil : SchemaRule(.never))
        var rule = SchemaRule(.types([.object]), .members(members))
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

    /// Whether every part of a value has exactly one type, so that different values are also different in JSON.
    package var isTyped: Bool {
        types.count == 1
            && assertions.allSatisfy { assertion in
                switch assertion.constraint {
                case .items(let rule, _): rule.isTyped
                case .members(let members):
                    members.properties.allSatisfy(\.rule.isTyped) && members.others?.isTyped ?? true
                default: true
                }
            }
    }

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

// MARK: Limits

extension SchemaRule {
    /// Returns a rule for a whole number in a range, such as `1...6`, `0...` or `..<100`.
    public static func integer(in range: some RangeExpression<Int> & Sendable) -> SchemaRule {
        integer.limited(to: RangeLimits(range)) { $0.propertyList }
    }

    /// Returns a rule for a number in a range.
    public static func number(in range: some RangeExpression<Double> & Sendable) -> SchemaRule {
        number.limited(to: RangeLimits(range)) { $0.propertyList }
    }

    /// Returns a rule for a string of a least length, in Unicode scalars.
    package static func string(minLength: Int) -> SchemaRule {
        SchemaRule(.types([.string]), .limit(.minLength, SchemaNumber(minLength)))
    }

    /// The greatest allowed integer; nil if there is none.
    package var maximum: Int? {
        for case .limit(.maximum, let number) in assertions.map(\.constraint) {
            return Int(propertyList: number.propertyList)
        }
        return nil
    }

    /// Returns the rule with limits added; the same rule if they are not numbers, which JSON Schema cannot compare.
    ///
    /// - Parameter form: returns the stored form of a limit; nil if it has none.
    package func limited<Bound>(to limits: RangeLimits<Bound>, _ form: (Bound) -> PropertyList?) -> SchemaRule {
        var rule = self
        if let lower = limits.lower.flatMap(form).flatMap(SchemaNumber.init) {
            rule.narrow(.minimum, to: lower, max)
        }
        if let upper = limits.upper.flatMap(form).flatMap(SchemaNumber.init) {
            rule.narrow(limits.isUpperExclusive ? .exclusiveMaximum : .maximum, to: upper, min)
        }
        return rule
    }

    /// Sets a limit; if the limit is already set, the narrower one applies.
    private mutating func narrow(
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

/// The bounds of a range of any type.
package struct RangeLimits<Bound: Comparable & Sendable>: Sendable {
    package let lower: Bound?
    /// The upper bound: the greatest allowed value, or the first value above the range if `isUpperExclusive` is true.
    package let upper: Bound?
    package let isUpperExclusive: Bool

    package init(_ range: some RangeExpression<Bound>) {
        switch range {
        case let range as ClosedRange<Bound>:
            (lower, upper, isUpperExclusive) = (range.lowerBound, range.upperBound, false)
        case let range as Range<Bound>: (lower, upper, isUpperExclusive) = (range.lowerBound, range.upperBound, true)
        case let range as PartialRangeFrom<Bound>: (lower, upper, isUpperExclusive) = (range.lowerBound, nil, false)
        case let range as PartialRangeThrough<Bound>: (lower, upper, isUpperExclusive) = (nil, range.upperBound, false)
        case let range as PartialRangeUpTo<Bound>: (lower, upper, isUpperExclusive) = (nil, range.upperBound, true)
        default: (lower, upper, isUpperExclusive) = (nil, nil, false)
        }
    }
}
