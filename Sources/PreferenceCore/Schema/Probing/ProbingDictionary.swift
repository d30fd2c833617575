import PropertyLists

/// A dictionary that has what it is asked for.
struct ProbingDictionary<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let run: ProbeRun
    /// The form of some value, where there is one.
    let example: PropertyList?

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        _ = run.lose()
        return []
    }

    func contains(_ key: Key) -> Bool {
        // A request for a presence is not refused.
        try? run.note(.presence(key.stringValue), of: Key.self)
        return run.has(key.stringValue, isNeeded: false)
    }

    func decodeNil(forKey key: Key) -> Bool {
        !contains(key)
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(of: type, forKey: key) }

    // The protocol's own methods for these two only throw.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(of: type, forKey: key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(of: type, forKey: key) }

    private func value<T: Decodable>(of type: T.Type, forKey key: Key) throws -> T {
        let isOptional = type is any ProbedOptional.Type
        try run.note(.entry(key.stringValue, ProbedType(type), isOptional: isOptional), of: type)
        guard run.has(key.stringValue, isNeeded: !isOptional) || isOptional else {
            throw ProbeRefusal.missing.error(for: type)
        }
        return try MadeUpValue.of(type, like: example?[path: [key.stringValue]], in: run)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try run.note(.entry(key.stringValue, ProbedType(type), isOptional: true), of: type)
        guard run.has(key.stringValue, isNeeded: false) else { return nil }
        return try MadeUpValue.of(type, like: example?[path: [key.stringValue]], in: run)
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw run.lose()
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw run.lose()
    }

    func superDecoder() throws -> any Decoder {
        throw run.lose()
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        throw run.lose()
    }
}

/// An optional, for whose key the dictionary may have nothing.
private protocol ProbedOptional {}

extension Optional: ProbedOptional {}
