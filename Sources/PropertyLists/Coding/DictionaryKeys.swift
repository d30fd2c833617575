/// A dictionary whose keys are values of any type, as the decoder needs it.
protocol NamedByValues {
    /// Decodes a dictionary from the entries of one; nil if `Codable` itself decodes this type from a dictionary.
    ///
    /// - Parameters:
    ///   - decoder: the decoder of a value that contains the dictionary.
    ///   - path: the path of the dictionary.
    static func decode(_ entries: PropertyListDictionary, in decoder: ValueDecoder, at path: CodingPath) throws -> Any?
}

extension Dictionary: NamedByValues where Key: Decodable, Value: Decodable {
    static func decode(_ entries: PropertyListDictionary, in decoder: ValueDecoder, at path: CodingPath) throws -> Any?
    {
        guard !isNamedByCodable else { return nil }
        var dictionary = Dictionary(minimumCapacity: entries.count)
        for entry in entries {
            let path = path.appending(UnnamedKey.name(entry.key))
            let key = try decoder.value(Key.self, of: form(ofKeyNamed: entry.key), at: path)
            let value = try decoder.value(Value.self, of: entry.value, at: path)
            guard dictionary.updateValue(value, forKey: key) == nil else {
                // A change of the dictionary would lose one of them.
                let description = "another key has the same value"
                throw DecodingError.dataCorrupted(.init(codingPath: path.keys, debugDescription: description))
            }
        }
        return dictionary
    }
}

extension Dictionary {
    /// Whether `Codable` itself encodes a dictionary with such keys as a dictionary.
    package static var isNamedByCodable: Bool {
        Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
    }

    /// Returns the name in a dictionary of a key with this form; nil if it has none.
    ///
    /// A key is named by a string, or by an integer if that is its raw value.
    static func name(of key: PropertyList) -> String? {
        switch key {
        case .string(let name): name
        case .integer(let number) where hasIntegerKeys: number.description
        default: nil
        }
    }

    /// Returns the form of a key from its name in a dictionary.
    fileprivate static func form(ofKeyNamed name: String) -> PropertyList {
        guard hasIntegerKeys, let number = Int128(name), let integer = PropertyListInteger(exactly: number),
            integer.description == name
        else { return .string(name) }
        return .integer(integer)
    }

    private static var hasIntegerKeys: Bool {
        func isInteger<Raw: RawRepresentable>(_ type: Raw.Type) -> Bool {
            Raw.RawValue.self is any FixedWidthInteger.Type
        }
        return (Key.self as? any RawRepresentable.Type).map { isInteger($0) } ?? false
    }
}
