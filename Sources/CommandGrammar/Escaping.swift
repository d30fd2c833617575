import PropertyLists

/// Escapes that keep a text on one line, or keep a terminal from interpreting its control characters.
extension String {
    /// Returns the text with `\`, tab, line feed, carriage return and NUL as `\\ \t \n \r \0`.
    ///
    /// - Parameter forTerminal: Whether to escape the other characters that control a terminal, as `\x1b` or `\u202e`.
    package func escaped(forTerminal: Bool) -> String {
        guard mayNeedEscape(forTerminal: forTerminal) else { return self }
        return escaping { $0.needsEscape(forTerminal: forTerminal) }
    }

    /// Returns false if no byte needs an escape, as in most texts.
    private func mayNeedEscape(forTerminal: Bool) -> Bool {
        let bytes = utf8Span.span
        // No text in UTF-8 contains the byte 0xFF.
        let limit: UInt8 = forTerminal ? 0x7F : 0xFF
        // Without an exit, the loop compares many bytes at once.
        var count = 0
        for index in bytes.indices {
            let byte = bytes[index]
            count &+= byte < 0x20 || byte == UInt8(ascii: "\\") || byte >= limit ? 1 : 0
        }
        return count > 0
    }

    /// The text with the characters that control a terminal escaped as in `escaped(forTerminal:)`, but not backslashes.
    package var escapingControlCharacters: String { escaping(\.controlsTerminal) }

    /// The same, without escaping line breaks and tabs.
    package var escapingControlCharactersOfText: String { escaping(\.controlsTerminalBeyondLayout) }

    /// JSON with the characters that control a terminal as `\u009b`, except line breaks and tabs.
    ///
    /// A carriage return can only be whitespace in JSON, and is removed.
    package var escapingControlCharactersOfJSON: String {
        escaping(\.controlsTerminalBeyondLayout) { $0 == "\r" ? "" : "\\u" + String($0.value, radix: 16, width: 4) }
    }

    /// XML with the characters that control a terminal as `&#x9b;`, except line breaks and tabs.
    package var escapingControlCharactersOfXML: String {
        escaping(\.controlsTerminalBeyondLayout) { "&#x\(String($0.value, radix: 16));" }
    }

    /// The value of a label in the text format of Prometheus, without its quotation marks.
    package var escapingLabel: String {
        escaping({ "\\\"\n".unicodeScalars.contains($0) }, as: { $0 == "\n" ? "\\n" : "\\\($0)" })
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
    /// Whether a terminal interprets the character, or the character changes how others are displayed.
    ///
    /// These are the control characters C0, DEL and C1, and the line and paragraph separators. The characters that
    /// change the direction of text (Bidi_Control in Unicode's UAX #9) are included.
    package var controlsTerminal: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Whether the character controls a terminal and is neither a line break nor a tab.
    package var controlsTerminalBeyondLayout: Bool { controlsTerminal && self != "\n" && self != "\t" }

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
