import PreferenceStore

extension PreferenceEnumeration {
    /// Writes a value of a type with a form of its own; a failure goes to ``Preferences/onProblem``.
    public func set(_ value: some PreferenceValue & Sendable) {
        set(value, in: PreferenceKey(key, suite: Self.suite))
    }

    /// Writes what a value encodes, as a property list that a person can read; a failure goes to ``Preferences/onProblem``,
    /// such as that the value encodes a null.
    @_disfavoredOverload
    public func set(_ value: some Codable & Sendable) {
        set(value, in: PreferenceKey(key, suite: Self.suite))
    }

    /// Writes the raw value of a value; a failure goes to ``Preferences/onProblem``.
    @_disfavoredOverload
    public func set<Value: RawRepresentable & Sendable>(_ value: Value) where Value.RawValue: PreferenceValue {
        set(value, in: PreferenceKey(key, suite: Self.suite))
    }

    /// Writes the raw value of a value; a failure goes to ``Preferences/onProblem``.
    @_disfavoredOverload
    public func set<Value: RawRepresentable & Codable & Sendable>(_ value: Value)
    where Value.RawValue: PreferenceValue {
        set(value, in: PreferenceKey(key, suite: Self.suite))
    }

    private func set<Value>(_ value: Value, in key: PreferenceKey<Value?>) {
        Preferences[key] = value
    }

    /// Adds to the integer that a file holds, or to 0 while it is unset: in one step, of which no other process or
    /// thread sees the half.
    ///
    /// - Parameter amount: what to add; it may be negative.
    /// - Returns: the sum. Where the value is no integer, or the sum is out of range, nothing is written, and the result
    ///   is what ``int`` is.
    @discardableResult
    public func increment(by amount: Int = 1) -> Int {
        let key = typedKey(Int.self)
        let sum = Preferences.reporting { () throws(PreferenceError) in
            try Preferences.preferences(for: key).change { transaction throws(PreferenceError) in
                let count = try transaction.value(for: key) ?? 0
                let (sum, isOutOfRange) = count.addingReportingOverflow(amount)
                guard !isOutOfRange else {
                    throw .unwritable(key: key.name, type: "Int", reason: "\(count) + \(amount) is out of range")
                }
                try transaction.set(sum, for: key)
                return sum
            }.get().value
        }
        return sum ?? int
    }
}
