import PreferenceSchemas
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
        copy(bridge: bridge.limited(to: range, { [bridge] in try? bridge.encode($0) }) { $0 })
    }
}

extension PreferenceKey {
    /// Returns the same key, limited to values in a range, and nil if it is unset.
    ///
    /// - Parameter range: the allowed values, as for a key with a default.
    public func limited<Wrapped: Comparable & Sendable>(
        to range: some RangeExpression<Wrapped> & Sendable
    ) -> PreferenceKey where Value == Wrapped? {
        copy(bridge: bridge.limited(to: range, { [bridge] in try? bridge.encode($0) }) { $0 })
    }
}

extension PreferenceBridge {
    /// Returns the same conversions, limited to values in a range.
    ///
    /// - Parameters:
    ///   - form: returns the stored form of a limit; nil if it has none.
    ///   - limited: returns the part of a value that the limits apply to; nil if they do not apply.
    fileprivate func limited<Limited: Comparable & Sendable>(
        to range: some RangeExpression<Limited> & Sendable,
        _ form: @escaping @Sendable (Limited) -> PropertyList?,
        _ limited: @escaping @Sendable (Value) -> Limited?
    ) -> PreferenceBridge {
        let limits = RangeLimits(range)
        let words = limits.words ?? "in \(range)"
        @Sendable func beyond(_ value: Value) -> Limited? {
            limited(value).flatMap { range.contains($0) ? nil : $0 }
        }
        @Sendable func accepted(_ value: Value) throws(CodingFault) -> Value {
            if let value = beyond(value) {
                throw CodingFault(reason: "found \(String(reflecting: value))")
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
                throw CodingFault(reason: "\(String(reflecting: value)) is not \(words)")
            }
            return try encode(value)
        }
        bridge.schema = { schema($0).limited(to: limits, form) }
        bridge.restriction = [restriction, words].compactMap(\.self).joined(separator: " ")
        return bridge
    }
}

extension RangeLimits {
    /// The limits in words, for use after a type or "not": `from 6 to 72`; nil if there are none.
    fileprivate var words: String? {
        switch (lower.map(String.init(reflecting:)), upper.map(String.init(reflecting:))) {
        case (let lower?, let upper?): "from \(lower) \(isUpperExclusive ? "to below" : "to") \(upper)"
        case (let lower?, nil): "from \(lower) on"
        case (nil, let upper?): "\(isUpperExclusive ? "below" : "up to") \(upper)"
        case (nil, nil): nil
        }
    }
}
