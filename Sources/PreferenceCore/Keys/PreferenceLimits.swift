import PropertyLists

/// The values that a key takes, of all those of its type.
struct PreferenceLimits<Value: Comparable & PreferenceValue & Sendable>: Sendable {
    /// Whether a value lies between the limits.
    let contains: @Sendable (Value) -> Bool
    /// The limits in words, to stand behind a type or "not": `from 6 to 72`.
    let description: String

    /// The least value, where the range says so.
    private let lower: Value?
    /// The greatest value, or the first beyond, where the range says so.
    private let upper: Value?
    private let isUpperExclusive: Bool

    /// The limits of a range of any kind.
    init(_ range: some RangeExpression<Value> & Sendable) {
        contains = { range.contains($0) }
        switch range {
        case let range as ClosedRange<Value>:
            (lower, upper, isUpperExclusive) = (range.lowerBound, range.upperBound, false)
        case let range as Range<Value>: (lower, upper, isUpperExclusive) = (range.lowerBound, range.upperBound, true)
        case let range as PartialRangeFrom<Value>: (lower, upper, isUpperExclusive) = (range.lowerBound, nil, false)
        case let range as PartialRangeThrough<Value>: (lower, upper, isUpperExclusive) = (nil, range.upperBound, false)
        case let range as PartialRangeUpTo<Value>: (lower, upper, isUpperExclusive) = (nil, range.upperBound, true)
        default: (lower, upper, isUpperExclusive) = (nil, nil, false)
        }
        description =
            switch (lower.map(Self.text), upper.map(Self.text)) {
            case (let lower?, let upper?): "from \(lower) \(isUpperExclusive ? "to below" : "to") \(upper)"
            case (let lower?, nil): "from \(lower) on"
            case (nil, let upper?): "\(isUpperExclusive ? "below" : "up to") \(upper)"
            case (nil, nil): "in \(range)"
            }
    }

    /// A value as messages show it.
    static func text(_ value: Value) -> String {
        String(reflecting: value)
    }

    /// A rule of the type with the limits besides; the same where they are no numbers, which JSON Schema does not compare.
    func limiting(_ rule: SchemaRule) -> SchemaRule {
        rule.limited(
            from: lower.flatMap { SchemaNumber($0.propertyList) },
            to: upper.flatMap { SchemaNumber($0.propertyList) },
            isUpperExclusive: isUpperExclusive
        )
    }
}
