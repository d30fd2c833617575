import PropertyLists

extension PreferenceKey where Value: Comparable & PreferenceValue {
    /// The same key for values in a range alone.
    ///
    /// ```swift
    /// static let fontSize = PreferenceKey<Int>("fontSize", default: 12).limited(to: 6...72)
    /// ```
    ///
    /// A value beyond that a file holds is a wrong type: it reads as the default, is reported, and stays until something is
    /// written. One that is set is `unwritable`. A default beyond is a programming error, which an export of the key's
    /// schema tells.
    ///
    /// - Parameter range: the values that are allowed, such as `6...72`, `0...` or `..<1.0`. A schema has the limits of
    ///   numbers; those of other values are the program's own.
    public func limited(to range: some RangeExpression<Value> & Sendable) -> PreferenceKey {
        copy(bridge: bridge.limited(to: PreferenceLimits(range)) { $0 })
    }
}

extension PreferenceKey {
    /// The same key for values in a range alone, and nil while it is unset.
    ///
    /// - Parameter range: the values that are allowed, as those of a key with a default.
    public func limited<Wrapped: Comparable & PreferenceValue & Sendable>(
        to range: some RangeExpression<Wrapped> & Sendable
    ) -> PreferenceKey where Value == Wrapped? {
        copy(bridge: bridge.limited(to: PreferenceLimits(range)) { $0 })
    }
}

extension PreferenceBridge {
    /// The same forms, for values within limits alone.
    ///
    /// - Parameter limited: what of a value has the limits; nil if nothing does.
    fileprivate func limited<Limited>(
        to limits: PreferenceLimits<Limited>,
        _ limited: @escaping @Sendable (Value) -> Limited?
    ) -> PreferenceBridge {
        @Sendable func beyond(_ value: Value) -> Limited? {
            limited(value).flatMap { limits.contains($0) ? nil : $0 }
        }
        var bridge = self
        bridge.decode = { form throws(CodingFault) in
            let value = try decode(form)
            if let value = beyond(value) {
                throw CodingFault(reason: "found \(PreferenceLimits.text(value))")
            }
            return value
        }
        bridge.encode = { value throws(CodingFault) in
            if let value = beyond(value) {
                throw CodingFault(reason: "\(PreferenceLimits.text(value)) is not \(limits.description)")
            }
            return try encode(value)
        }
        bridge.schema = { limits.limiting(schema($0)) }
        bridge.restriction = [restriction, limits.description].compactMap(\.self).joined(separator: " ")
        return bridge
    }
}

/// The values that a key takes, of all those of its type.
struct PreferenceLimits<Value: Comparable & PreferenceValue & Sendable>: Sendable {
    let contains: @Sendable (Value) -> Bool
    /// The limits in words, to stand behind a type or "not": `from 6 to 72`.
    let description: String

    private let lower: Value?
    /// The greatest value, or the first beyond, where the range says so.
    private let upper: Value?
    private let isUpperExclusive: Bool

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

    static func text(_ value: Value) -> String {
        String(reflecting: value)
    }

    /// A rule of the type with the limits besides; the same where they are no numbers, which JSON Schema does not compare.
    func limiting(_ rule: SchemaRule) -> SchemaRule {
        var rule = rule
        if let lower, let number = SchemaNumber(lower.propertyList) {
            rule.narrow(.minimum, to: number, max)
        }
        if let upper, let number = SchemaNumber(upper.propertyList) {
            rule.narrow(isUpperExclusive ? .exclusiveMaximum : .maximum, to: number, min)
        }
        return rule
    }
}
