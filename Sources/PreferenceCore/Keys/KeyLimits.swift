import PropertyLists

extension PreferenceKey where Value: Comparable {
    /// Returns the same key, limited to values in a range.
    ///
    /// ```swift
    /// static let fontSize = PreferenceKey<Int>("fontSize", default: 12).limited(to: 6...72)
    /// ```
    ///
    /// A value outside the range in a file is a wrong type. It reads as the default, is reported, and stays in the file
    /// until the key is set or removed.
    ///
    /// Setting a value outside the range fails with `unwritable`. A default outside the range is a programming error,
    /// which an export of the key's schema reports.
    ///
    /// - Parameter range: the allowed values, such as `6...72`, `0...` or `..<1.0`. A schema contains the limits of
    ///   numbers only; the program alone enforces those of other values.
    public func limited(to range: some RangeExpression<Value> & Sendable) -> PreferenceKey {
        let limits = PreferenceLimits(range) { [bridge] in try? bridge.encode($0) }
        return copy(bridge: bridge.limited(to: limits) { $0 })
    }
}

extension PreferenceKey {
    /// Returns the same key, limited to values in a range, and nil if it is unset.
    ///
    /// - Parameter range: the allowed values, as for a key with a default.
    public func limited<Wrapped: Comparable & Sendable>(
        to range: some RangeExpression<Wrapped> & Sendable
    ) -> PreferenceKey where Value == Wrapped? {
        let limits = PreferenceLimits(range) { [bridge] in try? bridge.encode($0) }
        return copy(bridge: bridge.limited(to: limits) { $0 })
    }
}

extension PreferenceBridge {
    /// Returns the same conversions, limited to values within limits.
    ///
    /// - Parameter limited: returns the part of a value that the limits apply to; nil if they do not apply.
    fileprivate func limited<Limited>(
        to limits: PreferenceLimits<Limited>,
        _ limited: @escaping @Sendable (Value) -> Limited?
    ) -> PreferenceBridge {
        @Sendable func beyond(_ value: Value) -> Limited? {
            limited(value).flatMap { limits.contains($0) ? nil : $0 }
        }
        @Sendable func accepted(_ value: Value) throws(CodingFault) -> Value {
            if let value = beyond(value) {
                throw CodingFault(reason: "found \(PreferenceLimits.text(value))")
            }
            return value
        }
        var bridge = self
        bridge.decode = { form throws(CodingFault) in try accepted(try decode(form)) }
        if let unmigrated {
            bridge.unmigrated = { form throws(CodingFault) in try accepted(try unmigrated(form)) }
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

/// The allowed values of a key, as a range of its type.
struct PreferenceLimits<Value: Comparable & Sendable>: Sendable {
    let contains: @Sendable (Value) -> Bool
    /// The limits in words, for use after a type or "not": `from 6 to 72`.
    let description: String

    private let form: @Sendable (Value) -> PropertyList?
    private let lower: Value?
    /// The upper bound: the greatest allowed value, or the first value above the range if `isUpperExclusive` is true.
    private let upper: Value?
    private let isUpperExclusive: Bool

    /// - Parameter form: returns the stored form of a value; nil if it has none.
    init(_ range: some RangeExpression<Value> & Sendable, form: @escaping @Sendable (Value) -> PropertyList?) {
        self.form = form
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

    /// Returns a rule with the limits added; the same rule if they are not numbers, which JSON Schema cannot compare.
    func limiting(_ rule: SchemaRule) -> SchemaRule {
        var rule = rule
        if let lower, let form = form(lower), let number = SchemaNumber(form) {
            rule.narrow(.minimum, to: number, max)
        }
        if let upper, let form = form(upper), let number = SchemaNumber(form) {
            rule.narrow(isUpperExclusive ? .exclusiveMaximum : .maximum, to: number, min)
        }
        return rule
    }
}
