/// A view of a decoder's array.
///
/// One generic method is what every type of value goes through.
struct UnkeyedValueDecodingContainer: UnkeyedDecodingContainer {
    let decoder: ValueDecoder
    let elements: [PropertyList]

    private(set) var currentIndex = 0

    init(decoder: ValueDecoder, elements: [PropertyList]) {
        self.decoder = decoder
        self.elements = elements
    }

    var codingPath: [any CodingKey] { decoder.codingPath }

    var count: Int? { elements.count }

    var isAtEnd: Bool { currentIndex == elements.count }

    func decodeNil() throws -> Bool {
        // A property list has no null.
        _ = try next(as: Any?.self)
        return false
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try nextValue(type) }

    // The protocol's own methods for these two only throw.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try nextValue(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try nextValue(type) }

    private mutating func nextValue<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try decoder.value(type, of: next(as: type), at: path)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
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
