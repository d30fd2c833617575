/// A property that stores its value as a preference.
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
/// It reads and writes like the subscripts of ``Preferences``; `+=` is atomic. In an `@Observable` class, mark it
/// `@ObservationIgnored`: the key itself is observable.
@propertyWrapper
public struct Preference<Value: Sendable>: Sendable {
    /// The preference itself, for operations other than reading and writing its value.
    public let projectedValue: PreferenceBinding<Value>

    /// Creates a property for a key in its own suite.
    ///
    /// The suite is found through ``Preferences/standard`` at each access: the standard suite, or another suite of its
    /// backend.
    public init(_ key: PreferenceKey<Value>) {
        projectedValue = PreferenceBinding(key: key, preferences: nil)
    }

    /// Creates a property for a key in the given preferences, whichever suite the key names.
    ///
    /// If the preferences are known only in an initialiser, create the wrapper there:
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

    /// Creates a property for a key in a scope.
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

/// One preference, which code can read, write and observe without knowing its key.
///
/// It is the `$` projection of a ``Preference`` property. Failures are reported to ``Preferences/onProblem``.
public struct PreferenceBinding<Value: Sendable>: Sendable {
    /// The key.
    public let key: PreferenceKey<Value>
    /// The preferences that contain the key; nil for the key's own suite.
    let preferences: Preferences?

    /// The value of the key, or its default, as read and written by the subscripts of ``Preferences``.
    public var value: Value {
        get { found[key] }
        nonmutating set { found[key] = newValue }
        nonmutating _modify { yield &found[key] }
    }

    /// Returns the value of the key, or its default.
    public func get() -> Value { value }

    /// Writes a value; nil removes an optional key.
    ///
    /// If the write fails, the file is unchanged.
    public func set(_ value: Value) { self.value = value }

    /// Removes the key from the suite's file, so that it reads as another file's value or as its default.
    public func reset() { found.reset(key) }

    /// Whether the value is the key's default: the key is unset, or set to an equal value.
    public var isDefault: Bool { found.isDefault(key) }

    /// A new stream of the current value and the value after each change, as from ``Preferences/values(of:)-method``.
    public var changes: AsyncStream<Value> { found.values(of: key) }

    private var found: Preferences {
        preferences ?? Preferences.preferences(for: key)
    }
}
