/// A view of an encoder as a dictionary.
///
/// The one generic `encode` is what every type of value goes through.
struct KeyedValueEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) {
        // A property list has no null: the key stays out.
    }

    func encode(_ value: some Encodable, forKey key: Key) throws {
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
