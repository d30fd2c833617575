/// `Codable` conformances for coders other than ``PropertyListValueEncoder`` and ``PropertyListValueDecoder``.
///
/// Those two use the types below directly as their own forms.
extension PropertyListDate: Codable {
    /// Decodes the seconds since 2001-01-01T00:00:00Z.
    public init(from decoder: any Decoder) throws {
        self.init(secondsSinceReferenceDate: try decoder.singleValueContainer().decode(Double.self))
    }

    /// Encodes the seconds since 2001-01-01T00:00:00Z.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(secondsSinceReferenceDate)
    }
}

extension PropertyList: Codable {
    /// Decodes a string that contains the value as JSON, in the form of ``PropertyListFormat/json``.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the string is not such JSON.
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

    /// Encodes a string that contains the value as JSON, in the form of ``PropertyListFormat/json``.
    ///
    /// - Throws: `PropertyListError` if containers nest too deep.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(json(.typed))
    }
}

extension PropertyListDictionary: Codable {
    /// Decodes a `PropertyList`, which must be a dictionary.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard case .dictionary(let dictionary) = try container.decode(PropertyList.self) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a dictionary")
        }
        self = dictionary
    }

    /// Encodes the dictionary as a `PropertyList`.
    ///
    /// - Throws: `PropertyListError` if containers nest too deep.
    public func encode(to encoder: any Encoder) throws {
        try propertyList.encode(to: encoder)
    }
}
