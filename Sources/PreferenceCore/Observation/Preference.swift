public import PropertyLists

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
/// It reads and writes like the subscripts of ``Preferences``; `+=` is atomic. That is not so for a property with a
/// `didSet` or `willSet`, and through a key path: the language reads the value there, and writes it in a second step, and
/// a change of another thread in between is lost. `settings.$launchCount.value += 1` is atomic there too.
///
/// In an `@Observable` class, mark it `@ObservationIgnored`: the key itself is observable.
///
/// A memberwise initialiser of the structure stores nothing: its argument becomes the default of that instance. Declare
/// an `init()` of your own, or keys in ``PreferenceKeys``, which give the property no argument.
@propertyWrapper
public struct Preference<Value: Sendable>: Sendable {
    /// The preference itself, for operations other than reading and writing its value.
    public let projectedValue: PreferenceBinding<Value>

    /// Creates a property for a key in its own suite.
    ///
    /// The suite is found through ``Preferences/standard`` at each access: the standard suite, or another suite of its
    /// backend.
    public init(_ key: PreferenceKey<Value>) {
        projectedValue = PreferenceBinding(key)
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
        projectedValue = PreferenceBinding(key, in: preferences)
    }

    /// Creates a property for a key in a scope.
    ///
    /// - Parameters:
    ///   - scope: the scope, such as `\.general`.
    ///   - path: the key in it, such as `\.launchCount`.
    ///   - preferences: the preferences that contain the key; nil for those of its own suite.
    public init<Scope: PreferenceScope>(
        _ scope: KeyPath<PreferenceScopes, Scope.Type>,
        _ path: KeyPath<Scope, PreferenceKey<Value>>,
        in preferences: Preferences? = nil
    ) {
        let key = Scope.key(path)
        projectedValue = preferences.map { PreferenceBinding(key, in: $0) } ?? PreferenceBinding(key)
    }

    /// The value of the key, or its default.
    public var wrappedValue: Value {
        get { projectedValue.value }
        nonmutating set { projectedValue.value = newValue }
        nonmutating _modify { yield &projectedValue.value }
    }
}

// MARK: Keys declared in place

// The initialisers are those of a key, in the same order.

extension Preference {
    /// Creates a property for a key that is declared in place, of a ``PreferenceValue`` type.
    ///
    /// ```swift
    /// @Preference("username") var username = "anonymous"
    /// @Preference("windowCount", suite: "group.x") var windowCount: Int?
    /// ```
    ///
    /// - Parameters:
    ///   - wrappedValue: the value of the key if it is unset.
    ///   - name: the top-level key in the file. A name that is empty or contains NUL stops the process at once.
    ///   - suite: the suite of the key; nil for the standard suite. An invalid name stops the process at once.
    public init(wrappedValue: Value, _ name: String, suite: String? = nil) where Value: PreferenceValue {
        self.init(PreferenceKey(name, default: wrappedValue, suite: suite))
    }

    /// Creates a property for a key that is declared in place, of an optional ``PreferenceValue`` type, which has a
    /// default, by default nil: setting nil removes the key, so the next read returns the default.
    public init(wrappedValue: Value = nil, _ name: String, suite: String? = nil)
    where Value: OptionalValue, Value.Wrapped: PreferenceValue {
        self.init(PreferenceKey(name, default: wrappedValue, suite: suite))
    }

    /// Creates a property for a key that is declared in place, of a type that is stored as its raw value.
    @_disfavoredOverload
    public init(wrappedValue: Value, _ name: String, suite: String? = nil)
    where Value: RawRepresentable, Value.RawValue: PreferenceValue {
        self.init(PreferenceKey(name, default: wrappedValue, suite: suite))
    }

    /// Creates a property for a key that is declared in place, of an optional type that is stored as its raw value.
    @_disfavoredOverload
    public init(wrappedValue: Value = nil, _ name: String, suite: String? = nil)
    where Value: OptionalValue, Value.Wrapped: RawRepresentable & Sendable, Value.Wrapped.RawValue: PreferenceValue {
        self.init(PreferenceKey(name, default: wrappedValue, suite: suite))
    }

    /// Creates a property for a key that is declared in place, of a `Codable` type.
    @_disfavoredOverload
    public init(
        wrappedValue: Value,
        _ name: String,
        bridge: PreferenceBridge<Value>? = nil,
        suite: String? = nil
    ) where Value: Codable {
        self.init(PreferenceKey(name, default: wrappedValue, bridge: bridge, suite: suite))
    }

    /// Creates a property for a key that is declared in place, of an optional `Codable` type.
    @_disfavoredOverload
    public init(
        wrappedValue: Value = nil,
        _ name: String,
        bridge: PreferenceBridge<Value>? = nil,
        suite: String? = nil
    ) where Value: Codable & ExpressibleByNilLiteral {
        self.init(PreferenceKey(name, default: wrappedValue, bridge: bridge, suite: suite))
    }

    /// Does not compile: the property needs a default.
    @available(*, unavailable, message: "a property needs a default, as in '= 0', unless its type is optional")
    @_disfavoredOverload
    public init(_ name: String, suite: String? = nil) {
        preconditionFailure("unavailable")
    }

    /// Does not compile: a property list has no null.
    @available(*, deprecated, message: "a property list has no null: only the whole type of a key can be optional")
    @NoNullInPropertyLists
    public init(wrappedValue: Value? = nil, _ name: String, suite: String? = nil) where Value: NullContaining {
        preconditionFailure("unavailable")
    }

    /// Does not compile: the key declares the default.
    @available(*, unavailable, message: "the key declares the default: remove the initial value, or name the key here")
    public init(wrappedValue: Value, _ key: PreferenceKey<Value>, in preferences: Preferences? = nil) {
        preconditionFailure("unavailable")
    }
}
