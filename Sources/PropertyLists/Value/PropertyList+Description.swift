extension PropertyList: CustomStringConvertible {
    /// The value on one line, in the notation of Swift, such as `["name": "kim", "sizes": [1, 2.5]]`.
    ///
    /// A date is in RFC 3339, as in `2001-01-01T00:00:00Z`, or its seconds since then. Data is its bytes in
    /// hexadecimal, as in `<01 ff>`; of more than 32 bytes, the first ones and the count. The text is for people: no
    /// function reads it back.
    public var description: String {
        switch self {
        case .string(let string): string.debugDescription
        case .integer(let integer): integer.description
        case .real(let real): real.description
        case .boolean(let boolean): boolean.description
        case .date(let date): date.rfc3339 ?? "\(date.secondsSinceReferenceDate) s"
        case .data(let data): Self.description(of: data)
        case .array(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
        case .dictionary(let dictionary): dictionary.description
        case .uid(let identifier): "uid(\(identifier))"
        }
    }

    private static func description(of data: [UInt8]) -> String {
        let limit = 32
        let digits = data.prefix(limit).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let rest = data.count > limit ? ["... \(data.count) bytes"] : []
        return "<\((digits + rest).joined(separator: " "))>"
    }
}

extension PropertyListDictionary: CustomStringConvertible {
    /// The entries in their order, on one line, such as `["name": "kim"]`.
    public var description: String {
        guard !isEmpty else { return "[:]" }
        return "[\(map { "\($0.key.debugDescription): \($0.value)" }.joined(separator: ", "))]"
    }
}
