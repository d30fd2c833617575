import PropertyLists

/// How values are printed.
extension PropertyList {
    /// The value as `get` and `list` print it: strings verbatim, containers as compact JSON, everything in full.
    ///
    /// What plain JSON cannot spell, a not-a-number in an array, is printed in its typed form.
    var text: String {
        get throws(PropertyListError) {
            switch self {
            case .string(let string): string
            case .integer(let integer): integer.description
            case .real(let real): real.shortestText
            case .boolean(let boolean): boolean ? "true" : "false"
            case .date(let date): if let text = date.rfc3339 { text } else { try json(.typed) }
            case .data(let data): data.base64
            case .array, .dictionary, .uid: try plainOrTypedJSON
            }
        }
    }

    private var plainOrTypedJSON: String {
        get throws(PropertyListError) {
            do {
                return try json(.plain)
            } catch {
                return try json(.typed)
            }
        }
    }
}
