/// Encodes one value: what its `encode(to:)` writes to.
///
/// It holds what is written itself, so that a container is no more than a view of it and stays valid beside others.
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
    private var elements: [PropertyList] = []
    private var entries: [PropertyListDictionary.Entry] = []
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
    /// The number of elements of the array.
    var count: Int { elements.count }

    func append(_ element: PropertyList) {
        elements.append(element)
    }

    func append(_ value: PropertyList, forKey key: String) {
        entries.append(PropertyListDictionary.Entry(key: key, value: value))
    }

    /// The encoder of a new element of the array.
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

    /// The form of what has been written; nil where that is a null.
    ///
    /// - Parameter value: the value that has been encoded, for an error.
    private func finish(_ value: @autoclosure () -> Any) throws -> PropertyList? {
        for (place, encoder) in nested {
            guard !encoder.path.isTooDeep else { throw EncodingError.tooDeep(value(), at: encoder.path) }
            let form = try encoder.finish(value())
            switch (place, form) {
            case (.key(let key), let form?): append(form, forKey: key.string)
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
