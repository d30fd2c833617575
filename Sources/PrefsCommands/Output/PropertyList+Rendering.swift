import PropertyLists

/// How values are printed.
extension PropertyList {
    /// The value as `get` and `list` print it: strings verbatim, containers as compact JSON, everything in full.
    ///
    /// What plain JSON cannot spell, a not-a-number in an array, is printed in its typed form.
    var text: String {
        switch self {
        case .string(let string): string
        case .integer(let integer): integer.description
        case .real(let real): real.shortestText
        case .boolean(let boolean): boolean ? "true" : "false"
        case .date(let date): date.rfc3339 ?? typedJSON
        case .data(let data): data.base64
        case .array, .dictionary, .uid: (try? json(.plain)) ?? typedJSON
        }
    }

    /// The value as lossless JSON, one line.
    ///
    /// Only a tree deeper than any reader takes has none; it is shown as what it is.
    var typedJSON: String {
        (try? json(.typed)) ?? "\"nested too deep\""
    }
}
