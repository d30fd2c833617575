/// One preference, which code can read, write and observe without knowing its key.
///
/// It is the `$` projection of a ``Preference`` property, and can also be created for a key. Failures are reported to
/// ``Preferences/onProblem-property``.
///
/// For a preview or a test, a binding can use preferences in memory, or any other storage:
///
/// ```swift
/// PreferenceBinding(.launchCount, in: Preferences(.inMemory(["LaunchCount": 3])))
/// PreferenceBinding(get: { model.count }, set: { model.count = $0 })
/// ```
@dynamicMemberLookup
public struct PreferenceBinding<Value: Sendable>: Sendable {
    private enum Source {
        /// A key in preferences; nil for the key's own suite.
        case key(PreferenceKey<Value>, Preferences?)
        /// A value somewhere else.
        case closures(
            get: @Sendable () -> Value,
            set: @Sendable (Value) -> Void,
            changes: @Sendable () -> AsyncStream<Value>
        )
    }

    private let source: Source

    /// Creates a binding to a key in its own suite, which is found through ``Preferences/standard`` at each access.
    public init(_ key: PreferenceKey<Value>) {
        source = .key(key, nil)
    }

    /// Creates a binding to a key in the given preferences, whichever suite the key names.
    public init(_ key: PreferenceKey<Value>, in preferences: Preferences) {
        source = .key(key, preferences)
    }

    /// Creates a binding without a key, whose value is somewhere else.
    ///
    /// It has no default: ``isDefault`` is false, and ``reset()`` does nothing. Nothing is known of its changes:
    /// ``changes`` yields the current value and ends.
    ///
    /// - Parameters:
    ///   - get: returns the value.
    ///   - set: stores a value. A change in place, such as `+=`, calls both, and is not atomic.
    public init(get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value) -> Void) {
        source = .closures(get: get, set: set) {
            AsyncStream { continuation in
                continuation.yield(get())
                continuation.finish()
            }
        }
    }

    /// A binding to a part of the value, such as `settings.$frame.width`.
    ///
    /// It has no key and no default. Writing it changes the whole value in place, which is atomic; a change of the part
    /// in place, such as `+=`, is not: `settings.$frame.value.width += 1` is.
    public subscript<Part: Sendable>(
        dynamicMember path: any WritableKeyPath<Value, Part> & Sendable
    ) -> PreferenceBinding<Part> {
        PreferenceBinding<Part>(
            source: .closures(
                get: { value[keyPath: path] },
                set: { value[keyPath: path] = $0 },
                changes: {
                    let changes = changes
                    return AsyncStream {
                        var iterator = changes.makeAsyncIterator()
                        return await iterator.next()?[keyPath: path]
                    }
                }
            )
        )
    }

    private init(source: Source) { self.source = source }

    /// The key; nil for a binding without one.
    public var key: PreferenceKey<Value>? { keyed?.key }

    /// The value of the key, or its default, as read and written by the subscripts of ``Preferences``.
    public var value: Value {
        get {
            switch source {
            case .key(let key, let preferences): Self.found(preferences, key)[key]
            case .closures(let get, _, _): get()
            }
        }
        nonmutating set {
            switch source {
            case .key(let key, let preferences): Self.found(preferences, key)[key] = newValue
            case .closures(_, let set, _): set(newValue)
            }
        }
        nonmutating _modify {
            switch source {
            case .key(let key, let preferences):
                yield &Self.found(preferences, key)[key]
            case .closures(let get, let set, _):
                var value = get()
                defer { set(value) }
                yield &value
            }
        }
    }

    /// Returns the value of the key, or its default.
    public func get() -> Value { value }

    /// Writes a value; nil removes an optional key.
    ///
    /// If the write fails, the file is unchanged.
    public func set(_ value: Value) { self.value = value }

    /// Removes the key from the suite's file, so that it reads as another file's value or as its default.
    public func reset() {
        if let (key, preferences) = keyed {
            preferences.reset(key)
        }
    }

    /// Whether the value is the key's default: the key is unset, or set to an equal value.
    public var isDefault: Bool {
        guard let (key, preferences) = keyed else { return false }
        return preferences.isDefault(key)
    }

    /// A new stream of the current value and the value after each change, as from ``Preferences/values(of:)-method``.
    ///
    /// That of a part has a value for each change of the whole.
    public var changes: AsyncStream<Value> {
        switch source {
        case .key(let key, let preferences): Self.found(preferences, key).values(of: key)
        case .closures(_, _, let changes): changes()
        }
    }

    private var keyed: (key: PreferenceKey<Value>, preferences: Preferences)? {
        guard case .key(let key, let preferences) = source else { return nil }
        return (key, Self.found(preferences, key))
    }

    private static func found(_ preferences: Preferences?, _ key: PreferenceKey<Value>) -> Preferences {
        preferences ?? Preferences.preferences(for: key)
    }
}
