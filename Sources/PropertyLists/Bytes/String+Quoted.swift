extension String {
    /// The text as messages show it: in quotes, and no more of it than a line takes.
    package var quoted: String {
        let limit = 160
        guard utf8.count > limit else { return inQuotes }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(limit))).inQuotes + "..."
    }

    /// The word in quotes that a shell understands.
    ///
    /// Control characters are escaped, so that a terminal shows them instead of obeying them.
    package var inQuotes: String {
        let hasControls = unicodeScalars.contains(where: \.isControl)
        var text = hasControls ? "$'" : "'"
        for scalar in unicodeScalars {
            switch scalar {
            case "'": text += hasControls ? "\\'" : "'\\''"
            case "\\" where hasControls: text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case _ where scalar.isControl: text += "\\u" + scalar.fourHexadecimalDigits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "'"
    }
}

extension Unicode.Scalar {
    /// Whether this is a control character of ASCII or of Latin-1.
    fileprivate var isControl: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value)
    }

    fileprivate var fourHexadecimalDigits: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
