/// Encodes any `Encodable` value as a property list that a person can read.
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
/// - A type that is ``PropertyListConvertible`` has its own form, however deep it stands: a ``PropertyListDate`` is a
///   date, `[UInt8]` is data, a ``PropertyList`` is itself.
/// - A keyed container is a dictionary in the byte order of its keys, as `UserDefaults` writes them, so that equal
///   values have equal forms. An unkeyed container is an array in the order of encoding; the elements of a set, and the
///   entries of a dictionary that `Codable` has as an array, are sorted.
/// - A property list has no null. A nil in a keyed container leaves its key out, in a dictionary too; anywhere else,
///   in an array or outermost, it is an error.
/// - A value that encodes nothing is an empty dictionary.
public struct PropertyListValueEncoder: Sendable {
    /// What the values' `encode(to:)` finds in `Encoder.userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// An encoder without user information.
    public init() {}

    /// The form of a value.
    ///
    /// - Throws: `EncodingError.invalidValue` for a nil that is no entry of a dictionary, for an integer below -2^63 or
    ///   above 2^64-1, for values that nest deeper than ``PropertyList/depthLimit``; whatever the `encode(to:)` of a
    ///   value throws.
    public func encode<T: Encodable>(_ value: T) throws -> PropertyList {
        try notNull(outermost.form(of: value, at: CodingPath().replacement), for: value)
    }

    /// What a value's `encode(to:)` writes, even where its type has a form of its own.
    ///
    /// With this a type can be ``PropertyListConvertible`` by its conformance to `Encodable`; ``encode(_:)`` would ask
    /// the type for its form again.
    ///
    /// - Throws: as ``encode(_:)`` does.
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

/// Encodes one value: what its `encode(to:)` writes to; it holds what is written, so that a container is no more than a
/// view of it.
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
    /// Containers and super encoders that were given out, which may be written to for as long as this one.
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

    /// The encoder of an entry of the dictionary, the same one each time.
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

    // The protocol's own methods for these two only throw.
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
    /// The form of a value within this one; nil where the value is a null.
    func form<T: Encodable>(of value: T, at path: @autoclosure () -> CodingPath) throws -> PropertyList? {
        // Whether a type conforms is known much sooner than whether a value can be cast.
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

    /// What a value's `encode(to:)` writes; nil where that is a null.
    func structure(of value: some Encodable, at path: CodingPath) throws -> PropertyList? {
        guard !path.isTooDeep else { throw EncodingError.tooDeep(value, at: path) }
        let encoder = ValueEncoder(at: path, userInfo: userInfo)
        try value.encode(to: encoder)
        let form = try encoder.finish(value)
        if case .array(let elements) = form, let type = type(of: value) as? any UnorderedCollection.Type {
            return .array(type.inFixedOrder(elements))
        }
        return form
    }

    /// The form of what has been written of a value; nil if that is a null.
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
/// One generic method is what every type of value goes through. All is inlined, so that each of the protocol's methods
/// for one type is compiled for that type.
struct KeyedValueEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) {
        // A property list has no null: the key stays out.
    }

    @inline(__always)
    func encode(_ value: some Encodable, forKey key: Key) throws {
        try append(value, forKey: key)
    }

    // The protocol's own methods for these two only throw.
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

    // The protocol's own methods for these two only throw.
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
