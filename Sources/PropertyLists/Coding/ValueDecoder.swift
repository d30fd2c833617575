/// Decodes one value: what its `init(from:)` reads from.
final class ValueDecoder: Decoder {
    let form: PropertyList
    let path: CodingPath
    let userInfo: [CodingUserInfoKey: Any]

    init(_ form: PropertyList, at path: CodingPath, userInfo: [CodingUserInfoKey: Any]) {
        self.form = form
        self.path = path
        self.userInfo = userInfo
    }

    var codingPath: [any CodingKey] { path.keys }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .dictionary(let dictionary) = form else {
            throw DecodingError.mismatch(PropertyListDictionary.self, wanted: .dictionary, found: form, at: path)
        }
        return KeyedDecodingContainer(KeyedValueDecodingContainer(decoder: self, dictionary: dictionary))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = form else {
            throw DecodingError.mismatch([PropertyList].self, wanted: .array, found: form, at: path)
        }
        return UnkeyedValueDecodingContainer(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool {
        // A property list has no null.
        false
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type, of: form, at: path.replacement) }

    // The protocol's own methods for these two only throw.
    func decode(_ type: Int128.Type) throws -> Int128 { try value(type, of: form, at: path.replacement) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type, of: form, at: path.replacement) }
}

extension ValueDecoder {
    /// A decoder of a form within this one.
    func nested(_ form: PropertyList, at path: CodingPath) throws -> ValueDecoder {
        guard !path.isTooDeep else { throw DecodingError.tooDeep(at: path) }
        return ValueDecoder(form, at: path, userInfo: userInfo)
    }

    /// The value that a form within this one stands for.
    func value<T: Decodable>(_ type: T.Type, of form: PropertyList, at path: @autoclosure () -> CodingPath) throws -> T
    {
        if let convertible = type as? any PropertyListConvertible.Type {
            guard let value = convertible.init(propertyList: form) as? T else {
                throw refusal(of: form, as: type, at: path())
            }
            return value
        }
        if isWideInteger(type), let number = type as? any FixedWidthInteger.Type {
            guard let value = number.init(number: form) as? T else {
                throw refusal(of: form, as: type, at: path())
            }
            return value
        }
        return try structure(type, of: form, at: path())
    }

    /// What a type's `init(from:)` makes of a form.
    func structure<T: Decodable>(_ type: T.Type, of form: PropertyList, at path: CodingPath) throws -> T {
        try type.init(from: nested(form, at: path))
    }

    /// Why a type does not take a form.
    private func refusal<T: Decodable>(of form: PropertyList, as type: T.Type, at path: CodingPath) -> any Error {
        if let wanted = PropertyListKind(formOf: type), wanted != form.kind, !form.isNumber || !wanted.isNumber {
            return DecodingError.mismatch(type, wanted: wanted, found: form, at: path)
        }
        if form.isContainer {
            // A type says no more than that it does not take the form; to decode it part by part shows which part it is.
            do {
                _ = try structure(type, of: form, at: path)
            } catch {
                return error
            }
        }
        return DecodingError.unfit(type, form, at: path)
    }
}
