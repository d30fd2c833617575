/// The key of an object that stands for a kind which JSON does not have.
enum JSONForm: String {
    case date = "$date"
    case data = "$data"
    case uid = "$uid"
    case real = "$real"
    /// Around a dictionary that could be taken for one of the forms.
    case dictionary = "$dict"

    /// What an object of the form stands for; nil where it holds something else than the form takes.
    func value(of content: PropertyList) -> PropertyList? {
        switch (self, content) {
        case (.date, .string(let text)):
            PropertyListDate(rfc3339: text).map(PropertyList.date)
        case (.date, .integer(let seconds)):
            Double(seconds.description).map { .date(PropertyListDate(secondsSinceReferenceDate: $0)) }
        case (.date, .real(let seconds)):
            .date(PropertyListDate(secondsSinceReferenceDate: seconds))
        case (.data, .string(let text)):
            [UInt8](base64: text).map(PropertyList.data)
        case (.uid, .integer(let integer)):
            UInt64(exactly: integer).map(PropertyList.uid)
        case (.real, .string(let text)):
            Double(notFiniteText: text).map(PropertyList.real)
        case (.dictionary, .dictionary):
            content
        default:
            nil
        }
    }
}

extension PropertyListDictionary {
    /// Whether the object of this dictionary would be read as something else.
    var looksLikeJSONForm: Bool {
        guard let key = first?.key, let form = JSONForm(rawValue: key) else { return false }
        return count == 1 || form == .dictionary
    }
}

extension Double {
    /// `inf`, `-inf` and `nan`, or `nan(0x...)` with all bits where they are not those of `Double.nan`.
    var notFiniteText: String {
        if isNaN, bitPattern != Double.nan.bitPattern {
            "nan(0x\(String(bitPattern, radix: 16)))"
        } else {
            shortestText
        }
    }

    /// The number that such a text spells; nil for any other text.
    init?(notFiniteText text: String) {
        switch text {
        case "nan": self = .nan
        case "inf": self = .infinity
        case "-inf": self = -.infinity
        case _ where text.hasPrefix("nan(0x") && text.hasSuffix(")"):
            guard let bits = UInt64(text.dropFirst("nan(0x".count).dropLast(), radix: 16) else { return nil }
            self.init(bitPattern: bits)
            guard isNaN, notFiniteText == text else { return nil }
        default: return nil
        }
    }
}
