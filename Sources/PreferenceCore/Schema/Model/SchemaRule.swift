public import PropertyLists

/// What a schema says of one value: its type, what it may be, what holds while it is unset, and what it is for.
///
/// A type of an application that conforms to ``PreferenceValue`` describes itself by one:
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
    /// Where in the document more of this rule stands, which it has in common with others.
    var reference: SchemaReference?
    var assertions: [SchemaAssertion] = []

    /// A rule of one constraint that a place in a document asks for.
    init(_ constraint: SchemaConstraint, at offset: Int) {
        assertions = [SchemaAssertion(constraint: constraint, offset: offset)]
    }

    init(_ constraints: SchemaConstraint...) {
        assertions = constraints.map { SchemaAssertion(constraint: $0) }
    }
}

/// A reference to another place of the document, the value of `$ref`.
struct SchemaReference: Equatable, Sendable {
    /// The way from the root, by RFC 6901.
    let pointer: JSONPointer
    let offset: Int
}

extension SchemaRule {
    /// A value of any type.
    public static var any: SchemaRule { SchemaRule() }

    /// True or false.
    public static var boolean: SchemaRule { SchemaRule(.types([.boolean])) }

    /// A whole number.
    public static var integer: SchemaRule { SchemaRule(.types([.integer])) }

    /// A number.
    public static var number: SchemaRule { SchemaRule(.types([.number])) }

    /// Text.
    public static var string: SchemaRule { SchemaRule(.types([.string])) }

    /// Text of some form.
    public static func string(_ format: SchemaFormat) -> SchemaRule { SchemaRule(.types([.string]), .format(format)) }

    /// A moment in time.
    public static var date: SchemaRule { string(.dateTime) }

    /// Bytes without further meaning.
    public static var data: SchemaRule { SchemaRule(.types([.string]), .base64) }

    /// A list.
    ///
    /// - Parameters:
    ///   - element: what each element is.
    ///   - count: how many there are; nil where any number will do.
    ///   - isUnique: whether they differ.
    public static func array(
        of element: SchemaRule,
        count: ClosedRange<Int>? = nil,
        isUnique: Bool = false
    ) -> SchemaRule {
        var rule = SchemaRule(.types([.array]), .items(element))
        if let count {
            rule.add(.limit(.minItems, SchemaNumber(count.lowerBound)))
            rule.add(.limit(.maxItems, SchemaNumber(count.upperBound)))
        }
        if isUnique {
            rule.add(.uniqueItems)
        }
        return rule
    }

    /// A dictionary.
    ///
    /// - Parameter value: what each value is.
    public static func dictionary(of value: SchemaRule) -> SchemaRule {
        SchemaRule(.types([.object]), .members(SchemaMembers(properties: [], others: value)))
    }

    /// A dictionary of some entries.
    ///
    /// - Parameters:
    ///   - entries: the keys, each with what its value is.
    ///   - required: the keys that have to be there.
    public static func dictionary(_ entries: KeyValuePairs<String, SchemaRule>, required: [String] = []) -> SchemaRule {
        dictionary(entries.map { SchemaProperty(key: $0.key, rule: $0.value) }, required: required)
    }

    static func dictionary(_ properties: [SchemaProperty], required: [String]) -> SchemaRule {
        var rule = SchemaRule(.types([.object]), .members(SchemaMembers(properties: properties, others: nil)))
        if !required.isEmpty {
            rule.add(.required(required))
        }
        return rule
    }

    /// The same rule for a value that has to be one of a few.
    ///
    /// - Parameter values: the values, in the order in which they are offered.
    public func allowing(only values: [PropertyList]) -> SchemaRule {
        var rule = self
        rule.add(.enumeration(values))
        return rule
    }

    /// A rule for values of this rule's types and of another's, each as its own rule has it.
    ///
    /// - Parameter other: a rule of other types: what it asks has to concern these alone, as a length does strings.
    public func or(_ other: SchemaRule) -> SchemaRule {
        guard !types.isEmpty, !other.types.isEmpty else { return .any }
        var rule = self
        rule.assertions.removeAll { $0.constraint.keyword == .type }
        rule.assertions += other.assertions.filter { $0.constraint.keyword != .type }
        let newTypes = other.types.filter { !types.contains($0) }
        rule.assertions.insert(SchemaAssertion(constraint: .types(types + newTypes)), at: 0)
        return rule
    }

    mutating func add(_ constraint: SchemaConstraint) {
        assertions.append(SchemaAssertion(constraint: constraint))
    }
}

extension SchemaRule {
    var isDate: Bool { assertions.contains { $0.constraint == .format(.dateTime) } }

    var isData: Bool { assertions.contains { $0.constraint == .base64 } }

    /// The types that the value may have; empty where any will do.
    package var types: [SchemaType] {
        for case .types(let types) in assertions.lazy.map(\.constraint) { return types }
        return []
    }

    /// The values that are allowed, in their order; nil where they are not counted.
    package var allowedValues: [PropertyList]? {
        for case .enumeration(let values) in assertions.lazy.map(\.constraint) { return values }
        return nil
    }

    /// The kinds of property list that the value may be, the one to read a text as first; empty where any will do.
    package var kinds: [PropertyListKind] {
        guard types.isEmpty else { return kinds(of: types) }
        return isDate ? [.date] : isData ? [.data] : []
    }

    /// The kinds of property list that a value of some types may be here.
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
    /// A whole number in a range, such as `1...6`, `0...` or `..<100`.
    public static func integer(in range: some RangeExpression<Int> & Sendable) -> SchemaRule {
        PreferenceLimits(range).limiting(.integer)
    }

    /// A number in a range.
    public static func number(in range: some RangeExpression<Double> & Sendable) -> SchemaRule {
        PreferenceLimits(range).limiting(.number)
    }

    /// Sets a limit; of this one and the one that there is, the narrower one holds.
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
