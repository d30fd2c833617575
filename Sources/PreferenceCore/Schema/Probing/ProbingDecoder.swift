import PropertyLists

/// A decoder that makes up what it is asked for, and notes it.
struct ProbingDecoder: Decoder {
    let run: ProbeRun
    /// The form of some value, where there is one.
    let example: PropertyList?

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try run.note(.dictionary, of: PropertyListDictionary.self)
        return KeyedDecodingContainer(ProbingDictionary(run: run, example: example))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try run.note(.array, of: [PropertyList].self)
        throw run.lose()
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ProbingDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool {
        // A property list has no null.
        false
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(of: type) }

    // The protocol's own methods for these two only throw.
    func decode(_ type: Int128.Type) throws -> Int128 { try value(of: type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try value(of: type) }

    private func value<T: Decodable>(of type: T.Type) throws -> T {
        try run.note(.value(ProbedType(type)), of: type)
        return try MadeUpValue.of(type, like: example, in: run)
    }
}
