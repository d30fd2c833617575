/// A view of an encoder as a dictionary.
///
/// One generic method is what every type of value goes through. All is inlined, so that each of the protocol's methods for
/// one type is compiled for that type.
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
            encoder.append(form, forKey: key.stringValue)
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
