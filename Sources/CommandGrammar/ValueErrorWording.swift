package import PropertyLists

extension ValueError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalid(let text, .kind(.date)) where text.isSpelledAsDate: "the calendar has no \(text.quoted)"
        case .invalid(let text, let type): "\(text.quoted) is not \(type.wording.name)"
        case .outOfRange(let text, let type):
            "\(text.quoted) is out of range for \(type.wording.name)\(type.wording.range.map { " (\($0))" } ?? "")"
        case .malformed(let error): "\(error)"
        case .wrongKind(let kind, let expected):
            "expected \(expected.wording.name), found JSON of type \(kind.rawValue)"
        }
    }

    package var hint: String? {
        switch self {
        case .invalid(let text, .kind(.date)) where text.isSpelledAsDate: nil
        case .invalid(_, let type): type.wording.hint
        default: nil
        }
    }

    /// Returns the form of a value that has the stored type, and the option for the text's apparent one.
    package func hint(storing stored: PropertyListKind, for text: String) -> String? {
        if stored == .date, text.isSpelledAsDate { return nil }
        let option = Resemblance(of: text)?.option ?? PropertyList(inferring: text).kind.option
        // A number in another form.
        if option.hasPrefix(stored.option + " ") { return "write \(option.dropFirst(stored.option.count + 1))" }
        let change = "\(option == stored.option ? "--type TYPE" : option) changes the key's type"
        let form = if case .outOfRange = self { nil as String? } else { ValueType.kind(stored).wording.hint }
        return (form.map { $0 + "; " } ?? "") + change
    }
}

extension String {
    /// Whether the text has a form of a date that the hint shows, as in `2025-02-30`.
    fileprivate var isSpelledAsDate: Bool {
        let form = utf8.map { $0.decimalDigit == nil ? $0 : UInt8(ascii: "0") }
        return ["0000-00-00", "0000-00-00T00:00:00Z"].contains { form.elementsEqual($0.utf8) }
    }
}

extension ValueType {
    fileprivate var wording: (name: String, hint: String?, range: String?) {
        switch self {
        case .kind(.string): ("a string", nil, nil)
        case .kind(.integer): ("an integer", "write digits, as in 42", "-2^63 to 2^64-1")
        case .kind(.real): ("a float", "write a number, as in 1.5", "up to \(Double.greatestFiniteMagnitude)")
        case .kind(.boolean): ("a bool", "write true, false, yes, no, on, off, 1 or 0", nil)
        case .kind(.date): ("a date", "write 2025-01-31 or 2025-01-31T12:00:00Z", nil)
        case .kind(.data): ("base64 data", "write base64, as in AQI=, or hexadecimal digits and then --hex", nil)
        case .kind(.array): ("a JSON array", "write JSON, as in '[\"a\", 2]'; 'prefs append' adds an element", nil)
        case .kind(.dictionary): ("a JSON object", "write JSON, as in '{\"a\": 2}'", nil)
        case .kind(.uid): ("a uid", "write digits", nil)
        case .hexadecimal: ("hexadecimal data", "write pairs of hexadecimal digits", nil)
        case .json: ("JSON", nil, nil)
        case .propertyList: ("a property list", nil, nil)
        }
    }
}
