import PreferenceStore
public import PropertyLists
import Synchronization

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

extension PreferenceEnumeration {
    /// A boolean; `false` while it is unset.
    public var bool: Bool { boolValue ?? false }

    /// A boolean; nil while it is unset.
    public var boolValue: Bool? { value(Bool.self) }

    /// An integer; `0` while it is unset.
    public var int: Int { intValue ?? 0 }

    /// An integer; nil while it is unset.
    public var intValue: Int? { value(Int.self) }

    /// A single-precision number; `0` while it is unset.
    public var float: Float { floatValue ?? 0 }

    /// A single-precision number; nil while it is unset.
    public var floatValue: Float? { value(Float.self) }

    /// A number; `0` while it is unset.
    public var double: Double { doubleValue ?? 0 }

    /// A number; nil while it is unset.
    public var doubleValue: Double? { value(Double.self) }

    /// A string; `""` while it is unset.
    public var string: String { stringValue ?? "" }

    /// A string; nil while it is unset.
    public var stringValue: String? { value(String.self) }

    /// A list of strings; `[]` while it is unset.
    public var stringArray: [String] { stringArrayValue ?? [] }

    /// A list of strings; nil while it is unset.
    public var stringArrayValue: [String]? { value([String].self) }

    /// A list of values of any kind; `[]` while it is unset.
    public var array: [PropertyList] { arrayValue ?? [] }

    /// A list of values of any kind; nil while it is unset.
    public var arrayValue: [PropertyList]? { value([PropertyList].self) }

    /// A dictionary of values of any kind; `[:]` while it is unset.
    public var dictionary: [String: PropertyList] { dictionaryValue ?? [:] }

    /// A dictionary of values of any kind; nil while it is unset.
    public var dictionaryValue: [String: PropertyList]? { value([String: PropertyList].self) }

    /// A data value; `[]` while it is unset.
    public var bytes: [UInt8] { bytesValue ?? [] }

    /// A data value; nil while it is unset.
    public var bytesValue: [UInt8]? { value([UInt8].self) }

    /// A value of any kind, as the file has it; nil while it is unset.
    public var object: PropertyList? { value(PropertyList.self) }

    /// A value of a type with a form of its own; nil while it is unset, or of another type, which is reported.
    public func value<Value: PreferenceValue & Sendable>(_ type: Value.Type) -> Value? {
        Preferences[typedKey(type)]
    }

    /// A value that was encoded; nil while it is unset, or cannot be decoded, which is reported.
    public func codable<Value: Codable & Sendable>(_ type: Value.Type) -> Value? {
        Preferences[PreferenceKey<Value?>(key, suite: Self.suite)]
    }
}

extension PreferenceEnumeration {
    /// Writes a value of a type with a form of its own; a failure goes to ``Preferences/onProblem``.
    public func set<Value: PreferenceValue & Sendable>(_ value: Value) {
        Preferences[PreferenceKey<Value?>(key, suite: Self.suite)] = value
    }

    /// Writes what a value encodes, as a property list that a person can read; a failure goes to ``Preferences/onProblem``,
    /// such as that the value encodes a null.
    @_disfavoredOverload
    public func set<Value: Codable & Sendable>(_ value: Value) {
        Preferences[PreferenceKey<Value?>(key, suite: Self.suite)] = value
    }

    /// Writes the raw value of a value; a failure goes to ``Preferences/onProblem``.
    @_disfavoredOverload
    public func set<Value: RawRepresentable & Sendable>(_ value: Value) where Value.RawValue: PreferenceValue {
        Preferences[PreferenceKey<Value?>(key, suite: Self.suite)] = value
    }

    /// Writes the raw value of a value; a failure goes to ``Preferences/onProblem``.
    @_disfavoredOverload
    public func set<Value: RawRepresentable & Codable & Sendable>(_ value: Value)
    where Value.RawValue: PreferenceValue {
        Preferences[PreferenceKey<Value?>(key, suite: Self.suite)] = value
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

/// The name of a type as it is declared, without its module and the types around it.
///
/// To find it takes half a microsecond, so that each is found once.
func declaredName(of type: Any.Type) -> String {
    let identifier = ObjectIdentifier(type)
    return typeNames.withLock { names in
        if let name = names[identifier] {
            return name
        }
        let name = String(describing: type)
        names[identifier] = name
        return name
    }
}

private let typeNames = Mutex<[ObjectIdentifier: String]>([:])
