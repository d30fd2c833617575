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

extension PropertyListDate {
    /// Parses RFC 3339, in which a blank may stand for the `T`, as its section 5.6 allows, or a date as defaults(1)
    /// prints it: `2025-01-31 12:00:00 +0000`; a date alone is midnight UTC.
    package init?(word text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            self.init(rfc3339: text.utf8.contains { $0 | 0x20 == UInt8(ascii: "t") } ? text : text + "T00:00:00Z")
            return
        }
        if let date = PropertyListDate(rfc3339: "\(Substring(parts[0]))T\(Substring(parts[1]))") {
            self = date
        } else if !text.contains(">"),
            case .date(let date)? = try? PropertyList(parsing: "<*D\(text)>".utf8Span.span, as: .openStep)
        {
            self = date
        } else {
            return nil
        }
    }
}

extension Bool {
    /// Parses a boolean, ignoring case: `true yes on 1`, `false no off 0`.
    package init?(word: String) {
        switch word.lowercased() {
        case "true", "yes", "on", "1": self = true
        case "false", "no", "off", "0": self = false
        default: return nil
        }
    }
}

// MARK: Texts without a type

/// The type of a text, by its spelling alone.
///
/// A text becomes a value of another type than string only if that value is printed as the same text. A value is
/// therefore printed exactly as it was written: `007`, `1.10`, `1e5`, `-0` and `TRUE` stay strings.
extension PropertyList {
    /// Parses an untyped text for which nothing else determines a type.
    package init(inferring text: String) {
        self =
            switch text {
            case "true": .boolean(true)
            case "false": .boolean(false)
            default: PropertyList.number(text) ?? .string(text)
            }
    }

    private static func number(_ text: String) -> PropertyList? {
        if let integer = PropertyListInteger(text) {
            return integer.description.hasSameBytes(as: text) ? .integer(integer) : nil
        }
        guard isFractionNotation(text), let real = Double(text), real.shortestText.hasSameBytes(as: text) else {
            return nil
        }
        return .real(real)
    }

    /// Whether a text has the form `-?[0-9]+\.[0-9]+`, which excludes exponents.
    private static func isFractionNotation(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.decimalDigit != nil } }
    }
}
