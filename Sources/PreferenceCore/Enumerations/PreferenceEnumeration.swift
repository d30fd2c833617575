/// An enumeration whose cases are keys: events, counters and notes that need no declaration of their own.
///
/// ```swift
/// enum LaunchEvent: String, PreferenceEnumeration { case didShowGuide, launches }
///
/// LaunchEvent.didShowGuide.set(true)  // stored as LaunchEvent.didShowGuide
/// LaunchEvent.didShowGuide.bool       // true; false while it is unset
/// LaunchEvent.launches.increment()
/// ```
///
/// The type of a value is that of the call: what one writes as a string, another reads as a wrong type. A wrong type and
/// a failed write go to `Preferences.onProblem`.
public protocol PreferenceEnumeration: RawRepresentable, Sendable where RawValue == String {
    /// The suite of the keys; nil, as without a declaration, is the standard one. An invalid name stops the process.
    static var suite: String? { get }

    /// What each key in the file starts with: the name of the type and a dot, unless it is declared.
    static var prefix: String { get }

    /// The key in the file: the prefix and the raw value, unless it is declared. An empty one stops the process.
    var key: String { get }
}

extension PreferenceEnumeration {
    public static var suite: String? { nil }

    public static var prefix: String { declaredName(of: Self.self) + "." }

    public var key: String { Self.prefix + rawValue }

    /// Whether a file holds a value, of whatever type.
    public var isSet: Bool {
        Preferences.isSet(typedKey(String.self))
    }

    /// Removes the value from the suite's file.
    public func remove() {
        Preferences.reset(typedKey(String.self))
    }

    func typedKey<Value: PreferenceValue & Sendable>(_ type: Value.Type) -> PreferenceKey<Value?> {
        PreferenceKey(key, suite: Self.suite)
    }
}
