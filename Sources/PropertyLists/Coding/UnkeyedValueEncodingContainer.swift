/// A view of an encoder as an array.
///
/// One generic method is what every type of value goes through.
struct UnkeyedValueEncodingContainer: UnkeyedEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    var count: Int { encoder.count }

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
        encoder.append(form)
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
