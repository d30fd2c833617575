/// A decoder of any `Decodable` type from a property list, by the rules of ``PropertyListValueEncoder``.
///
/// ```swift
/// let form: PropertyList = ["name": "kim", "logins": 3]
/// try PropertyListValueDecoder().decode([String: PropertyList].self, from: form)
/// ```
///
/// - A ``PropertyListConvertible`` type is read from its own form at any depth. A whole real is read as an integer, and
///   an integer as a real if that is exact. Nothing else is converted.
/// - A missing key is nil for an optional.
/// - A dictionary whose keys are values of any type is read from a dictionary, or from an array of alternating keys and
///   values, which other encoders write.
/// - Keys are in the order of the file.
public struct PropertyListValueDecoder: Sendable {
    /// The content of `Decoder.userInfo` for the types' `init(from:)`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a decoder without user information.
    public init() {}

    /// Decodes a value from a property list.
    ///
    /// - Throws: `DecodingError`, whose coding path leads to the invalid form, and any error that a type's
    ///   `init(from:)` throws. The `DecodingError` is `typeMismatch` if the form is of the wrong kind. It is
    ///   `dataCorrupted` if its value does not fit the type, or if values nest deeper than ``PropertyList/depthLimit``.
    ///   It is `keyNotFound` if a key is missing, and `valueNotFound` after the end of an array.
    public func decode<T: Decodable>(_ type: T.Type, from propertyList: PropertyList) throws -> T {
        try outermost(propertyList).decode(type)
    }

    /// Decodes a value with its type's `init(from:)`, even if the type has its own form.
    ///
    /// With this method, a type can implement ``PropertyListConvertible`` by its conformance to `Decodable`. The method
    /// ``decode(_:from:)`` would call the type again.
    ///
    /// - Throws: the errors of ``decode(_:from:)``.
    public func decodeStructure<T: Decodable>(of type: T.Type, from propertyList: PropertyList) throws -> T {
        try outermost(propertyList).structure(type, of: propertyList, at: CodingPath().replacement)
    }

    private func outermost(_ propertyList: PropertyList) -> ValueDecoder {
        ValueDecoder(propertyList, at: CodingPath(), userInfo: userInfo)
    }
}

/// The decoder of one value, from which its `init(from:)` reads.
final class ValueDecoder: Decoder {
    let form: PropertyList
    let path: CodingPath
    let userInfo: [CodingUserInfoKey: Any]

    init(_ form: PropertyList, at path: CodingPath, userInfo: [CodingUserInfoKey: Any]) {
        self.form = form
        self.path = path
        self.userInfo = userInfo
    }

    var codingPath: [any CodingKey] { path.keys }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .dictionary(let dictionary) = form else {
            throw DecodingError.mismatch(PropertyListDictionary.self, wanted: .dictionary, found: form, at: path)
        }
        return KeyedDecodingContainer(KeyedValueDecodingContainer(decoder: self, dictionary: dictionary))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = form else {
            throw DecodingError.mismatch([PropertyList].self, wanted: .array, found: form, at: path)
        }
        return UnkeyedValueDecodingContainer(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool {
        // A property list has no null.
        false
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type, of: form, at: path.replacement) }

    // The protocol's default methods for these two types only throw.
    func decode(_ type: Int128.Type) throws -> Int128 { try value(type, of: form, at: path.replacement) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type, of: form, at: path.replacement) }
}

extension ValueDecoder {
    func nested(_ form: PropertyList, at path: CodingPath) throws -> ValueDecoder {
        guard !path.isTooDeep else { throw DecodingError.tooDeep(at: path) }
        return ValueDecoder(form, at: path, userInfo: userInfo)
    }

    /// Decodes a value from a form inside this one.
    func value<T: Decodable>(_ type: T.Type, of form: PropertyList, at path: @autoclosure () -> CodingPath) throws -> T
    {
        if let convertible = type as? any PropertyListConvertible.Type {
            guard let value = convertible.init(propertyList: form) as? T else {
                throw refusal(of: form, as: type, at: path())
            }
            return value
        }
        if isWideInteger(type), let number = type as? any FixedWidthInteger.Type {
            guard let value = number.init(number: form) as? T else { throw refusal(of: form, as: type, at: path()) }
            return value
        }
        return try structure(type, of: form, at: path())
    }

    func structure<T: Decodable>(_ type: T.Type, of form: PropertyList, at path: CodingPath) throws -> T {
        let decoder = try nested(form, at: path)
        if case .dictionary(let entries) = form, let dictionary = type as? any NamedByValues.Type,
            let value = try dictionary.decode(entries, in: decoder, at: path) as? T
        {
            return value
        }
        return try type.init(from: decoder)
    }

    private func refusal<T: Decodable>(of form: PropertyList, as type: T.Type, at path: CodingPath) -> any Error {
        if let wanted = PropertyListKind(formOf: type), wanted != form.kind, !form.kind.isNumber || !wanted.isNumber {
            return DecodingError.mismatch(type, wanted: wanted, found: form, at: path)
        }
        if form.kind.isContainer {
            // The type only reports that it rejects the form. Decoding the form part by part shows which part is
            // invalid.
            do {
                _ = try structure(type, of: form, at: path)
            } catch {
                return error
            }
        }
        return DecodingError.unfit(type, form, at: path)
    }
}

/// A view of a decoder's dictionary.
///
/// All types of values go through one generic method. It is inlined, so that each of the protocol's methods for one
/// type is compiled for that type.
struct KeyedValueDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder
    let dictionary: PropertyListDictionary

    var codingPath: [any CodingKey] { decoder.codingPath }

    /// The keys that are valid for this key type, in the order of the file.
    var allKeys: [Key] {
        dictionary.compactMap { Key(stringValue: $0.key) }
    }

    func contains(_ key: Key) -> Bool {
        dictionary.position(of: key.stringValue) != nil
    }

    func decodeNil(forKey key: Key) -> Bool {
        !contains(key)
    }

    @inline(__always)
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(type, forKey: key) }

    // The protocol's default methods for these two types only throw.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type, forKey: key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(type, forKey: key) }

    @inline(__always)
    private func value<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        guard let form = dictionary[key.stringValue] else {
            if let absent = (type as? any AbsenceRepresentable.Type)?.absent as? T {
                return absent
            }
            throw DecodingError.missing(key, at: decoder.path)
        }
        return try decoder.value(type, of: form, at: decoder.path.appending(key))
    }

    @inline(__always)
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let form = dictionary[key.stringValue] else { return nil }
        return try decoder.value(type, of: form, at: decoder.path.appending(key))
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        try nested(UnnamedKey.superclass)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try nested(key)
    }

    private func nested(_ key: some CodingKey) throws -> ValueDecoder {
        guard let form = dictionary[key.stringValue] else { throw DecodingError.missing(key, at: decoder.path) }
        return try decoder.nested(form, at: decoder.path.appending(key))
    }
}

/// A type with a value for a missing key.
private protocol AbsenceRepresentable {
    static var absent: Self { get }
}

extension Optional: AbsenceRepresentable {
    fileprivate static var absent: Wrapped? { nil }
}

/// A view of a decoder's array, with one generic method for every type of value.
struct UnkeyedValueDecodingContainer: UnkeyedDecodingContainer {
    let decoder: ValueDecoder
    let elements: [PropertyList]

    private(set) var currentIndex = 0

    var codingPath: [any CodingKey] { decoder.codingPath }

    var count: Int? { elements.count }

    var isAtEnd: Bool { currentIndex == elements.count }

    func decodeNil() throws -> Bool {
        // A property list has no null.
        _ = try next(as: Any?.self)
        return false
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try nextValue(type) }

    // The protocol's default methods for these two types only throw.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try nextValue(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try nextValue(type) }

    private mutating func nextValue<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try decoder.value(type, of: next(as: type), at: path)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<NestedKey>(keyedBy type: NestedKey.Type) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try nested().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try nested().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try nested()
        currentIndex += 1
        return decoder
    }

    private func nested() throws -> ValueDecoder {
        try decoder.nested(next(as: PropertyList.self), at: path)
    }

    private func next(as type: Any.Type) throws -> PropertyList {
        guard !isAtEnd else { throw DecodingError.end(of: elements, wanting: type, at: path) }
        return elements[currentIndex]
    }

    private var path: CodingPath {
        decoder.path.appending(UnnamedKey.index(currentIndex))
    }
}
