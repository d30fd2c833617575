/// A property that is a preference.
///
/// ```swift
/// struct Settings {
///     @Preference(.launchCount) var launchCount
///     @Preference(\.general, \.warnBeforeQuitting) var warnBeforeQuitting
/// }
///
/// settings.launchCount += 1
/// settings.$launchCount.reset()
/// ```
///
/// It reads and writes as the subscripts of ``Preferences`` do, `+=` in one step. In an `@Observable` class, mark it
/// `@ObservationIgnored`: the key is observed by itself.
@propertyWrapper
public struct Preference<Value: Sendable>: Sendable {
    /// The preference itself, for more than its value.
    public let projectedValue: PreferenceBinding<Value>

    /// The preference of a key in its own suite: of ``Preferences/standard``, as it is at each access, or of one beside it.
    public init(_ key: PreferenceKey<Value>) {
        projectedValue = PreferenceBinding(key: key, preferences: nil)
    }

    /// The preference of a key in given preferences, whatever suite the key names.
    ///
    /// A wrapper whose preferences are known in an initialiser only is made there:
    ///
    /// ```swift
    /// struct Settings {
    ///     @Preference var launchCount: Int
    ///     init(_ preferences: Preferences) { _launchCount = Preference(.launchCount, in: preferences) }
    /// }
    /// ```
    public init(_ key: PreferenceKey<Value>, in preferences: Preferences) {
        projectedValue = PreferenceBinding(key: key, preferences: preferences)
    }

    /// The preference of a key in a scope.
    ///
    /// - Parameters:
    ///   - scope: the scope, such as `\.general`.
    ///   - path: the key in it, such as `\.launchCount`.
    public init<Scope: PreferenceScope>(
        _ scope: KeyPath<PreferenceScopes, Scope.Type>,
        _ path: KeyPath<Scope, PreferenceKey<Value>>
    ) {
        self.init(PreferenceScopes.key(scope, path))
    }

    /// The value of the key, or its default.
    public var wrappedValue: Value {
        get { projectedValue.value }
        nonmutating set { projectedValue.value = newValue }
        nonmutating _modify { yield &projectedValue.value }
    }
}

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
