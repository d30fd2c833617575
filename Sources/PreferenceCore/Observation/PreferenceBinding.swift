/// One preference, to be read, written and observed by somebody who need not know which it is.
///
/// It is what the `$` of a ``Preference`` property gives. A failure in it goes to ``Preferences/onProblem``.
public struct PreferenceBinding<Value: Sendable>: Sendable {
    /// The key.
    public let key: PreferenceKey<Value>
    /// Where it is; nil for the key's own suite.
    let preferences: Preferences?

    /// The value of the key, or its default, as the subscripts of ``Preferences`` have it.
    public var value: Value {
        get { found[key] }
        nonmutating set { found[key] = newValue }
        nonmutating _modify { yield &found[key] }
    }

    /// The value of the key, or its default.
    public func get() -> Value { value }

    /// Writes a value, or leaves the file as it is where it fails; nil removes an optional key.
    public func set(_ value: Value) { self.value = value }

    /// Removes the key from the suite's file, so that its default holds.
    public func reset() { found.reset(key) }

    /// Whether the value is the key's default: it is unset, or set to an equal value.
    public var isDefault: Bool { found.isDefault(key) }

    /// The value now, and then after each change, as ``Preferences/values(of:)-method`` gives it: a new stream for each
    /// access.
    public var changes: AsyncStream<Value> { found.values(of: key) }

    private var found: Preferences {
        preferences ?? Preferences.preferences(for: key)
    }
}
