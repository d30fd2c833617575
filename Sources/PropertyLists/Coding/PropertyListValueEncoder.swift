/// An encoder of any `Encodable` value to a property list that people can read.
///
/// ```swift
/// struct Account: Codable {
///     var name: String
///     var created: PropertyListDate
///     var nickname: String?
/// }
///
/// let account = Account(name: "kim", created: PropertyListDate(secondsSinceReferenceDate: 0))
/// try PropertyListValueEncoder().encode(account)
/// //=> ["created": .date(...), "name": "kim"]
/// ```
///
/// - A ``PropertyListConvertible`` type has its own form at any depth: a ``PropertyListDate`` is a date, `[UInt8]` is
///   data, and a ``PropertyList`` is itself.
/// - A keyed container is a dictionary sorted by the bytes of its keys, so that equal values have equal forms.
///   `UserDefaults` writes keys in the same order, except for some characters above U+FFFF.
/// - An unkeyed container is an array in the order of encoding. The elements of a set are sorted.
/// - A dictionary is a dictionary if its keys are encoded as strings, as those of `[UUID: Int]`, or have integers as
///   raw values. With other keys, it is a sorted array of alternating keys and values.
/// - A property list has no null. A nil in a keyed container, or in a dictionary, leaves its key out. Anywhere else, in
///   an array or as the root value, a nil is an error.
/// - A value that encodes nothing is an empty dictionary.
public struct PropertyListValueEncoder: Sendable {
    /// The content of `Encoder.userInfo` for the values' `encode(to:)`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates an encoder without user information.
    public init() {}

    /// Encodes a value as a property list.
    ///
    /// - Throws: `EncodingError.invalidValue`, and any error that a value's `encode(to:)` throws. The `EncodingError`
    ///   is for a nil that is not a dictionary's value, or for an integer below -2^63 or above 2^64-1. It is also for
    ///   values that nest deeper than ``PropertyList/depthLimit``.
    public func encode<T: Encodable>(_ value: T) throws -> PropertyList {
        try ConversionFault.rethrowing {
            try notNull(outermost.form(of: value, at: CodingPath().replacement), for: value)
        }
    }

    /// Encodes a value with its `encode(to:)`, even if its type has its own form.
    ///
    /// With this method, a type can implement ``PropertyListConvertible`` by its conformance to `Encodable`. The method
    /// ``encode(_:)`` would ask the type for its form again.
    ///
    /// - Throws: the errors of ``encode(_:)``.
    public func encodeStructure<T: Encodable>(of value: T) throws -> PropertyList {
        try notNull(outermost.structure(of: value, at: CodingPath().replacement), for: value)
    }

    private var outermost: ValueEncoder {
        ValueEncoder(at: CodingPath(), userInfo: userInfo)
    }

    private func notNull(_ form: PropertyList?, for value: some Encodable) throws -> PropertyList {
        guard let form else { throw EncodingError.null(value, at: CodingPath()) }
        return form
    }
}

/// The encoder of one value, to which its `encode(to:)` writes.
///
/// It contains everything that is written, so a container is only a view of it.
final class ValueEncoder: Encoder {
    private enum Content {
        case nothing
        case null
        case form(PropertyList)
        case array
        case dictionary
    }

    private enum Place: Hashable {
        case key(ByteKey)
        case index(Int)
    }

    let path: CodingPath
    let userInfo: [CodingUserInfoKey: Any]

    private var content = Content.nothing
    fileprivate var elements: [PropertyList] = []
    fileprivate var entries: [PropertyListDictionary.Entry] = []
    /// The nested containers and super encoders, which can be written to for as long as this encoder.
    private var nested: [Place: ValueEncoder] = [:]

    init(at path: CodingPath, userInfo: [CodingUserInfoKey: Any]) {
        self.path = path
        self.userInfo = userInfo
    }

    var codingPath: [any CodingKey] { path.keys }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        switch content {
        case .nothing: content = .dictionary
        case .dictionary: break
        case .null, .form, .array: preconditionFailure("something else than a keyed container is encoded here")
        }
        return KeyedEncodingContainer(KeyedValueEncodingContainer(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        switch content {
        case .nothing: content = .array
        case .array: break
        case .null, .form, .dictionary: preconditionFailure("something else than an unkeyed container is encoded here")
        }
        return UnkeyedValueEncodingContainer(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ValueEncoder {
    func appendNested() -> ValueEncoder {
        let index = elements.count
        elements.append(.boolean(false))
        let encoder = ValueEncoder(at: path.appending(UnnamedKey.index(index)), userInfo: userInfo)
        nested[.index(index)] = encoder
        return encoder
    }

    /// Returns the encoder of a dictionary's entry, the same one for each call.
    func nested(forKey key: some CodingKey) -> ValueEncoder {
        let place = Place.key(ByteKey(key.stringValue))
        if let encoder = nested[place] {
            return encoder
        }
        let encoder = ValueEncoder(at: path.appending(key), userInfo: userInfo)
        nested[place] = encoder
        return encoder
    }
}

extension ValueEncoder: SingleValueEncodingContainer {
    func encodeNil() throws {
        try setContent(.null, to: Any?.none as Any)
    }

    func encode(_ value: some Encodable) throws { try setContent(to: value) }

    // The protocol's default methods for these two types only throw.
    func encode(_ value: Int128) throws { try setContent(to: value) }
    func encode(_ value: UInt128) throws { try setContent(to: value) }

    private func setContent(to value: some Encodable) throws {
        try setContent(form(of: value, at: path.replacement).map(Content.form) ?? .null, to: value)
    }

    private func setContent(_ content: Content, to value: @autoclosure () -> Any) throws {
        guard case .nothing = self.content else {
            throw EncodingError(value(), at: path, "a second value where there is place for one")
        }
        self.content = content
    }
}

extension ValueEncoder {
    /// Returns the form of a value inside this one; nil if the value is a null.
    func form<T: Encodable>(of value: T, at path: @autoclosure () -> CodingPath) throws -> PropertyList? {
        // A check of the type's conformance is much faster than a cast of the value.
        if T.self is any PropertyListConvertible.Type, let value = value as? any PropertyListConvertible {
            return value.propertyList
        }
        if isWideInteger(T.self), let number = value as? any FixedWidthInteger {
            guard let integer = PropertyListInteger(exactly: number) else {
                throw EncodingError(value, at: path(), "\(number) is not from -2^63 to 2^64-1")
            }
            return .integer(integer)
        }
        return try structure(of: value, at: path())
    }

    /// Returns what a value's `encode(to:)` writes; nil if that is a null.
    func structure(of value: some Encodable, at path: CodingPath) throws -> PropertyList? {
        guard !path.isTooDeep else { throw EncodingError.tooDeep(value, at: path) }
        let encoder = ValueEncoder(at: path, userInfo: userInfo)
        try value.encode(to: encoder)
        let form = try encoder.finish(value)
        if case .array(let elements) = form, let type = type(of: value) as? any UnorderedCollection.Type {
            return type.form(of: elements)
        }
        return form
    }

    /// Returns the form of what was written for a value; nil if that is a null.
    private func finish(_ value: @autoclosure () -> Any) throws -> PropertyList? {
        for (place, encoder) in nested {
            guard !encoder.path.isTooDeep else { throw EncodingError.tooDeep(value(), at: encoder.path) }
            let form = try encoder.finish(value())
            switch (place, form) {
            case (.key(let key), let form?): entries.append(.init(key: key.string, value: form))
            case (.key, nil): break
            case (.index(let index), let form?): elements[index] = form
            case (.index, nil): throw EncodingError.null(value(), at: encoder.path)
            }
        }
        return switch content {
        case .nothing: .dictionary([:])
        case .null: nil
        case .form(let form): form
        case .array: .array(elements)
        case .dictionary: .dictionary(PropertyListDictionary(sorting: entries))
        }
    }
}

/// A view of an encoder as a dictionary.
///
/// All types of values go through one generic method. It is inlined, so that each of the protocol's methods for one
/// type is compiled for that type.
struct KeyedValueEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) {
        // A property list has no null, so the key is left out.
    }

    @inline(__always)
    func encode(_ value: some Encodable, forKey key: Key) throws {
        try append(value, forKey: key)
    }

    // The protocol's default methods for these two types only throw.
    func encode(_ value: Int128, forKey key: Key) throws { try append(value, forKey: key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try append(value, forKey: key) }

    @inline(__always)
    private func append(_ value: some Encodable, forKey key: Key) throws {
        if let form = try encoder.form(of: value, at: encoder.path.appending(key)) {
            encoder.entries.append(.init(key: key.stringValue, value: form))
        }
    }

    func nestedContainer<NestedKey>(
        keyedBy keyType: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.nested(forKey: key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.nested(forKey: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        encoder.nested(forKey: UnnamedKey.superclass)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        encoder.nested(forKey: key)
    }
}

/// A view of an encoder as an array, with one generic method for every type of value.
struct UnkeyedValueEncodingContainer: UnkeyedEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    var count: Int { encoder.elements.count }

    func encodeNil() throws {
        throw EncodingError.null(Any?.none as Any, at: nextPath)
    }

    func encode(_ value: some Encodable) throws { try append(value) }

    // The protocol's default methods for these two types only throw.
    func encode(_ value: Int128) throws { try append(value) }
    func encode(_ value: UInt128) throws { try append(value) }

    private func append(_ value: some Encodable) throws {
        guard let form = try encoder.form(of: value, at: nextPath) else {
            throw EncodingError.null(value, at: nextPath)
        }
        encoder.elements.append(form)
    }

    func nestedContainer<NestedKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        encoder.appendNested().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        encoder.appendNested().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        encoder.appendNested()
    }

    private var nextPath: CodingPath {
        encoder.path.appending(UnnamedKey.index(count))
    }
}
