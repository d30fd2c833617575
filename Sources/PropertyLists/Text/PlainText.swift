extension PropertyList {
    /// The value as `get` and `list` print it: strings verbatim, containers as compact JSON, everything in full.
    ///
    /// A value without a plain JSON form, such as a NaN in an array, is printed as typed JSON.
    package var text: String {
        get throws(PropertyListError) {
            switch self {
            case .string(let string): string
            case .integer(let integer): integer.description
            case .real(let real): real.shortestText
            case .boolean(let boolean): boolean ? "true" : "false"
            case .date(let date): if let text = date.rfc3339 { text } else { try json(.typed) }
            case .data(let data): data.base64
            case .array, .dictionary, .uid: if let text = try? json(.plain) { text } else { try json(.typed) }
            }
        }
    }
}
