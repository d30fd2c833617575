import PreferenceStore
public import PropertyLists
import Synchronization

/// An enumeration whose cases are keys.
///
/// Use it for events, counters and notes that need no key declarations.
///
/// ```swift
/// enum LaunchEvent: String, PreferenceEnumeration { case didShowGuide, launches }
///
/// LaunchEvent.didShowGuide.set(true)  // stored as LaunchEvent.didShowGuide
/// LaunchEvent.didShowGuide.bool       // true; false if it is unset
/// LaunchEvent.launches.increment()
/// ```
///
/// Each call determines the type of a value. If a key is written as a string and read as another type, the read fails
/// with a wrong type. Wrong types and failed writes are reported to `Preferences.onProblem`.
public protocol PreferenceEnumeration: RawRepresentable, Sendable where RawValue == String {
    /// The suite of the keys; nil, the default, is the standard suite.
    ///
    /// An invalid name stops the process.
    static var suite: String? { get }

    /// The prefix of each key in the file; by default, the name of the type and a dot.
    static var prefix: String { get }

    /// The key in the file; by default, the prefix and the raw value.
    ///
    /// An empty key stops the process. A type that implements it must not return the default key of a case at one time,
    /// and another key at a later time.
    var key: String { get }
}

extension PreferenceEnumeration {
    public static var suite: String? { nil }

    public static var prefix: String { declaredName(of: Self.self) + "." }

    public var key: String { Self.prefix + rawValue }

    /// Whether an override or a file contains a value of any type for the key.
    public var isSet: Bool {
        Preferences.isSet(typedKey(String.self))
    }

    /// Removes the key from the suite's file.
    public func remove() {
        Preferences.reset(typedKey(String.self))
    }

    /// Returns the key of this case for values of a ``PreferenceValue`` type.
    private func typedKey<Value: PreferenceValue & Sendable>(_ type: Value.Type) -> PreferenceKey<Value?> {
        cachedKey(isCoded: false) { PreferenceKey($0, suite: $1) }
    }

    /// Returns the key of this case, which is created at its first use.
    private func cachedKey<Value>(
        isCoded: Bool,
        _ create: (_ name: String, _ suite: String?) -> PreferenceKey<Value?>
    ) -> PreferenceKey<Value?> {
        let name = key
        let expression = EnumerationKey(
            name: ByteKey(name),
            suite: Self.suite,
            value: ObjectIdentifier(Value.self),
            isCoded: isCoded
        )
        if let known = EnumerationKey.known.withLock({ $0[expression] }) {
            // Safe, since the expression contains the type of the value.
            return unsafe unsafeDowncast(known, to: PreferenceKey<Value?>.self)
        }
        let created = create(name, expression.suite)
        EnumerationKey.known.withLock { known in
            if known.count >= EnumerationKey.capacity {
                known.removeAll()
            }
            known[expression] = created
        }
        return created
    }
}

/// What distinguishes the keys of enumerations, which are created at their first use: that takes longer than a read.
struct EnumerationKey: Hashable {
    static let known = Mutex<[EnumerationKey: PreferenceKeys]>([:])

    /// The number of keys at which all are discarded: names that are made at run time cannot exhaust the memory.
    static let capacity = 4096

    let name: ByteKey
    let suite: String?
    /// The type of the values.
    let value: ObjectIdentifier
    /// Whether the value is stored by its `Codable` implementation, not by its own conversion.
    let isCoded: Bool
}

extension PreferenceEnumeration {
    /// The value as a boolean; `false` if the key is unset.
    public var bool: Bool { boolValue ?? false }

    /// The value as a boolean; nil if the key is unset.
    public var boolValue: Bool? { value(Bool.self) }

    /// The value as an integer; `0` if the key is unset.
    public var int: Int { intValue ?? 0 }

    /// The value as an integer; nil if the key is unset.
    public var intValue: Int? { value(Int.self) }

    /// The value as a single-precision number; `0` if the key is unset.
    public var float: Float { floatValue ?? 0 }

    /// The value as a single-precision number; nil if the key is unset.
    public var floatValue: Float? { value(Float.self) }

    /// The value as a double-precision number; `0` if the key is unset.
    public var double: Double { doubleValue ?? 0 }

    /// The value as a double-precision number; nil if the key is unset.
    public var doubleValue: Double? { value(Double.self) }

    /// The value as a string; `""` if the key is unset.
    public var string: String { stringValue ?? "" }

    /// The value as a string; nil if the key is unset.
    public var stringValue: String? { value(String.self) }

    /// The value as an array of strings; `[]` if the key is unset.
    public var stringArray: [String] { stringArrayValue ?? [] }

    /// The value as an array of strings; nil if the key is unset.
    public var stringArrayValue: [String]? { value([String].self) }

    /// The value as an array of any values; `[]` if the key is unset.
    public var array: [PropertyList] { arrayValue ?? [] }

    /// The value as an array of any values; nil if the key is unset.
    public var arrayValue: [PropertyList]? { value([PropertyList].self) }

    /// The value as a dictionary of any values; `[:]` if the key is unset.
    public var dictionary: [String: PropertyList] { dictionaryValue ?? [:] }

    /// The value as a dictionary of any values; nil if the key is unset.
    public var dictionaryValue: [String: PropertyList]? { value([String: PropertyList].self) }

    /// The value as data; `[]` if the key is unset.
    public var bytes: [UInt8] { bytesValue ?? [] }

    /// The value as data; nil if the key is unset.
    public var bytesValue: [UInt8]? { value([UInt8].self) }

    /// The value of any type, as the `PropertyList` that the file contains; nil if the key is unset.
    ///
    /// A cast of a property list to another type, such as `as? Date`, is always nil: use the getter of the type, or
    /// ``value(_:)``.
    public var propertyList: PropertyList? { value(PropertyList.self) }

    /// Does not compile: use ``propertyList``.
    @available(*, unavailable, message: "use the getter of the value's type, value(_:), or propertyList for any type")
    public var object: Any? { propertyList }

    /// Returns the value as a ``PreferenceValue`` type; nil if the key is unset.
    ///
    /// A stored value of another type also returns nil, and is reported.
    @inline(__always)  // The getters know the type, and need no metadata of generic types at run time.
    public func value<Value: PreferenceValue & Sendable>(_ type: Value.Type) -> Value? {
        Preferences[typedKey(type)]
    }

    /// Returns the value, decoded as a `Codable` type; nil if the key is unset.
    ///
    /// A value that cannot be decoded also returns nil, and is reported.
    public func codable<Value: Codable & Sendable>(_ type: Value.Type) -> Value? {
        Preferences[cachedKey(isCoded: true) { PreferenceKey<Value?>($0, suite: $1) }]
    }
}

extension PreferenceEnumeration {
    /// Writes a value of a ``PreferenceValue`` type; nil removes the key.
    ///
    /// A failure is reported to ``Preferences/onProblem-property``.
    public func set<Value: PreferenceValue & Sendable>(_ value: Value?) {
        Preferences[typedKey(Value.self)] = value
    }

    /// Writes the raw value of a value; nil removes the key.
    ///
    /// A failure is reported to ``Preferences/onProblem-property``.
    @_disfavoredOverload
    public func set<Value: RawRepresentable & Sendable>(_ value: Value?) where Value.RawValue: PreferenceValue {
        Preferences[PreferenceKey<Value?>(key, suite: Self.suite)] = value
    }

    /// Encodes a value, and writes it as a readable property list; nil removes the key.
    ///
    /// A failure is reported to ``Preferences/onProblem-property``, for example if the value encodes a null.
    ///
    /// - Parameters:
    ///   - value: the value; nil removes the key.
    ///   - bridge: another conversion; nil, the default, is the `Codable` implementation.
    @_disfavoredOverload
    public func set<Value: Codable & Sendable>(_ value: Value?, bridge: PreferenceBridge<Value?>? = nil) {
        Preferences[PreferenceKey<Value?>(key, bridge: bridge, suite: Self.suite)] = value
    }

    /// Removes the key, for a nil without a type.
    public func set(_ value: Never?) {
        remove()
    }

    /// Does not compile: a property list has no null.
    @available(*, deprecated, message: "a property list has no null: unwrap the value, and nest no optional")
    @NoNullInPropertyLists
    @_disfavoredOverload
    public func set<Value: Codable & OptionalContaining & Sendable>(_ value: Value?) {
        preconditionFailure("unavailable")
    }

    /// Adds an amount to the stored integer, or to 0 if the key is unset.
    ///
    /// The change is atomic for all other processes and threads.
    ///
    /// - Parameter amount: the number to add, which may be negative.
    /// - Returns: the sum. If the stored value is not an integer or the sum is out of range, nothing is written and the
    ///   result is ``int``.
    @discardableResult
    public func increment(by amount: Int = 1) -> Int {
        let key = typedKey(Int.self)
        let preferences = Preferences.preferences(for: key)
        let sum = preferences.settings.problems.reporting { () throws(PreferenceError) in
            try preferences.write(keys: [key]) { transaction throws(PreferenceError) in
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
