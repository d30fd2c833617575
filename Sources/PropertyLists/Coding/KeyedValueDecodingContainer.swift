/// A view of a decoder's dictionary.
///
/// One generic method is what every type of value goes through. All is inlined, so that each of the protocol's methods for
/// one type is compiled for that type.
struct KeyedValueDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder
    let dictionary: PropertyListDictionary

    var codingPath: [any CodingKey] { decoder.codingPath }

    /// The keys that are of this type, in the order of their file.
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

    // The protocol's own methods for these two only throw.
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

/// A type with a value for a key that is not there.
private protocol AbsenceRepresentable {
    static var absent: Self { get }
}

extension Optional: AbsenceRepresentable {
    fileprivate static var absent: Wrapped? { nil }
}
