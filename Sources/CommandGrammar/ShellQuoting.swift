import PropertyLists

/// Quoting that makes a shell read a text as one literal word.
extension String {
    /// The word as a user types it into a shell, quoted if necessary.
    package var shellWord: String {
        !isEmpty && unicodeScalars.allSatisfy(\.isPlainInShell) ? self : inQuotes
    }

    /// Returns the text as one word of any POSIX shell.
    ///
    /// - Parameter forTerminal: Whether printf(1) produces the characters that control a terminal, except line breaks
    ///   and tabs.
    package func posixShellWord(forTerminal: Bool) -> String {
        // By scalar: a quote and a combining mark are one Character, but the shell still reads a quote.
        let quoted = unicodeScalars.map { scalar in
            forTerminal && scalar.controlsTerminalBeyondLayout ? scalar.madeByPrintf : scalar.inSingleQuotes
        }
        return "'\(quoted.joined())'"
    }
}

extension Unicode.Scalar {
    /// Whether a shell reads the scalar literally anywhere in a word.
    package var isPlainInShell: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ":", "=", "@", "%", "+", ",": true
        default: false
        }
    }

    var inSingleQuotes: String { self == "'" ? #"'\''"# : String(self) }

    /// The scalar as the output of printf(1), for use within single quotes.
    fileprivate var madeByPrintf: String {
        "'\"$(printf '\(utf8.map { "\\" + String($0, radix: 8, width: 3) }.joined())')\"'"
    }
}

// MARK: Bash

extension BashLine.Quote? {
    /// Returns a scalar as bash reads it in this quote, or outside of quotes.
    ///
    /// A scalar that controls a terminal has its own quotes, `$'...'`.
    func quoted(_ scalar: Unicode.Scalar) -> String {
        switch self {
        case nil where scalar.controlsTerminal: scalar.inANSIQuotes
        case nil: scalar.isPlainInShell || !scalar.isASCII ? String(scalar) : "\\\(scalar)"
        case .single: scalar.controlsTerminal ? "'\(scalar.inANSIQuotes)'" : scalar.inSingleQuotes
        case .double: scalar.controlsTerminal ? "\"\(scalar.inANSIQuotes)\"" : scalar.inDoubleQuotes
        }
    }
}

extension Unicode.Scalar {
    fileprivate var inDoubleQuotes: String {
        switch self {
        case "$", "`", "\"", "\\": "\\\(self)"
        // A backslash within double quotes protects '!' from history expansion, and stays in the word.
        case "!": #""\!""#
        default: String(self)
        }
    }

    fileprivate var inANSIQuotes: String {
        switch self {
        case "\n": #"$'\n'"#
        case "\t": #"$'\t'"#
        case "\r": #"$'\r'"#
        default: "$'\\u\(String(value, radix: 16, width: 4))'"
        }
    }
}
