import PropertyLists

/// A decoder that makes up each requested value, and records the requests.
struct ProbingDecoder: Decoder {
    let run: ProbeRun
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
    // A property list has no null.
    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(of: type) }

    // The protocol's own methods for these two only throw.
    func decode(_ type: Int128.Type) throws -> Int128 { try value(of: type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try value(of: type) }

    private func value<T: Decodable>(of type: T.Type) throws -> T {
        try run.note(.value(ProbedType(type)), of: type)
        return try run.sample(of: type, like: example)
    }
}

/// A dictionary that makes up each requested entry.
struct ProbingDictionary<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let run: ProbeRun
    let example: PropertyList?

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        _ = run.lose()
        return []
    }

    func contains(_ key: Key) -> Bool {
        // A request for the presence of a key is never refused.
        try? run.note(.entry(key.stringValue, nil, isOptional: true), of: Key.self)
        return run.has(key.stringValue, isNeeded: false)
    }

    func decodeNil(forKey key: Key) -> Bool { !contains(key) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(of: type, forKey: key) }

    // The protocol's own methods for these two only throw.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(of: type, forKey: key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(of: type, forKey: key) }

    private func value<T: Decodable>(of type: T.Type, forKey key: Key) throws -> T {
        let isOptional = type is any OptionalValue.Type
        try run.note(.entry(key.stringValue, ProbedType(type), isOptional: isOptional), of: type)
        guard run.has(key.stringValue, isNeeded: !isOptional) || isOptional else {
            throw ProbeRefusal.missing.error(for: type)
        }
        return try run.sample(of: type, like: example?[pointer: [key.stringValue]])
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try run.note(.entry(key.stringValue, ProbedType(type), isOptional: true), of: type)
        guard run.has(key.stringValue, isNeeded: false) else { return nil }
        return try run.sample(of: type, like: example?[pointer: [key.stringValue]])
    }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        throw run.lose()
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw run.lose() }
    func superDecoder() throws -> any Decoder { throw run.lose() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw run.lose() }
}
