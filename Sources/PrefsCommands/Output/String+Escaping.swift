/// How keys and values are kept to one line.
extension String {
    /// The text with `\`, tab, line feed, carriage return and NUL as `\\ \t \n \r \0`.
    ///
    /// - Parameter forTerminal: other control characters too, as `\x1b`, so that a terminal shows them and does not
    ///   obey them.
    func escaped(forTerminal: Bool) -> String {
        // Most texts are known by their bytes to hold no such character.
        guard !utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\\") }) else { return self }
        return escaping { $0.needsEscape(forTerminal: forTerminal) }
    }

    /// The text with control characters as `escaped(forTerminal:)` has them, and backslashes as they are.
    var escapingControlCharacters: String {
        escaping { $0.properties.generalCategory == .control }
    }

    /// JSON with the control characters that it holds as they are, U+007F to U+009F, as `\u009b`.
    var escapingControlCharactersOfJSON: String {
        escaping {
            $0.properties.generalCategory == .control
        } as: {
            "\\u00" + String($0.value, radix: 16)
        }
    }

    private func escaping(
        _ isEscaped: (Unicode.Scalar) -> Bool,
        as escape: (Unicode.Scalar) -> String = \.lineEscape
    ) -> String {
        guard unicodeScalars.contains(where: isEscaped) else { return self }
        var escaped = ""
        escaped.reserveCapacity(utf8.count + 8)
        for scalar in unicodeScalars {
            if isEscaped(scalar) {
                escaped += escape(scalar)
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension Unicode.Scalar {
    fileprivate func needsEscape(forTerminal: Bool) -> Bool {
        switch self {
        case "\\", "\t", "\n", "\r", "\0": true
        default: forTerminal && properties.generalCategory == .control
        }
    }

    fileprivate var lineEscape: String {
        switch self {
        case "\\": return "\\\\"
        case "\t": return "\\t"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\0": return "\\0"
        default:
            let digits = String(value, radix: 16)
            return "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
        }
    }
}
