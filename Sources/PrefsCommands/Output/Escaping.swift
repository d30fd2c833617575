import PropertyLists

/// How texts are kept to one line, and how they are shown on a terminal, which obeys control characters.
extension String {
    /// The text with `\`, tab, line feed, carriage return and NUL as `\\ \t \n \r \0`.
    ///
    /// - Parameter forTerminal: other characters that control a terminal too, as `\x1b` or `\u202e`, so that a terminal
    ///   shows them and does not obey them.
    func escaped(forTerminal: Bool) -> String {
        // Most texts are known by their bytes to hold no such character.
        guard !utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\\") }) else { return self }
        return escaping { $0.needsEscape(forTerminal: forTerminal) }
    }

    /// The text with characters that control a terminal as `escaped(forTerminal:)` has them, and backslashes as they are.
    var escapingControlCharacters: String { escaping(\.controlsTerminal) }

    /// The same, but line breaks and tabs stay.
    var escapingControlCharactersOfText: String { escaping(\.controlsTerminalBeyondLayout) }

    /// JSON with the characters that control a terminal as `\u009b`; line breaks and tabs stay.
    ///
    /// A carriage return can only be whitespace there, and is left out.
    var escapingControlCharactersOfJSON: String {
        escaping(\.controlsTerminalBeyondLayout) { $0 == "\r" ? "" : "\\u" + String($0.value, radix: 16, width: 4) }
    }

    /// XML with the characters that control a terminal as `&#x9b;`; line breaks and tabs stay.
    var escapingControlCharactersOfXML: String {
        escaping(\.controlsTerminalBeyondLayout) { "&#x\(String($0.value, radix: 16));" }
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
    /// Whether a terminal obeys the character, or it makes other characters look different from what they are.
    ///
    /// These are the control characters C0, DEL and C1, the line and paragraph separators, and those that change the
    /// direction of text (Bidi_Control in Unicode's UAX #9).
    var controlsTerminal: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Whether a terminal obeys the character, and it is neither a line break nor a tab.
    var controlsTerminalBeyondLayout: Bool { controlsTerminal && self != "\n" && self != "\t" }

    fileprivate func needsEscape(forTerminal: Bool) -> Bool {
        switch self {
        case "\\", "\t", "\n", "\r", "\0": true
        default: forTerminal && controlsTerminal
        }
    }

    fileprivate var lineEscape: String {
        switch self {
        case "\\": "\\\\"
        case "\t": "\\t"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\0": "\\0"
        case ..."\u{FF}": "\\x" + String(value, radix: 16, width: 2)
        default: "\\u" + String(value, radix: 16, width: 4)
        }
    }
}
