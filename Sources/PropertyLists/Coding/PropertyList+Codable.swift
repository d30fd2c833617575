/// Under ``PropertyListValueEncoder`` and ``PropertyListValueDecoder`` the types below are the forms that they are;
/// what follows is for other coders.
extension PropertyListDate: Codable {
    /// Reads the seconds since 2001-01-01T00:00:00Z.
    public init(from decoder: any Decoder) throws {
        self.init(secondsSinceReferenceDate: try decoder.singleValueContainer().decode(Double.self))
    }

    /// Writes the seconds since 2001-01-01T00:00:00Z.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(secondsSinceReferenceDate)
    }
}

extension PropertyList: Codable {
    /// Reads a string with the value in JSON, as ``PropertyListFormat/json`` has it.
    ///
    /// - Throws: `DecodingError.dataCorrupted` where the string is no such JSON.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            self = try PropertyList(parsing: text.utf8Span.span, as: .json)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: container.codingPath,
                    debugDescription: "expected a property list in JSON",
                    underlyingError: error
                )
            )
        }
    }

    /// Writes a string with the value in JSON, as ``PropertyListFormat/json`` has it.
    ///
    /// - Throws: `PropertyListError` where containers nest too deep.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(json(.typed))
    }
}

extension PropertyListDictionary: Codable {
    /// Reads what `PropertyList` reads, where it is a dictionary.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard case .dictionary(let dictionary) = try container.decode(PropertyList.self) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a dictionary")
        }
        self = dictionary
    }

    /// Writes what `PropertyList` writes.
    ///
    /// - Throws: `PropertyListError` where containers nest too deep.
    public func encode(to encoder: any Encoder) throws {
        try propertyList.encode(to: encoder)
    }
}
