public import PropertyLists

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
