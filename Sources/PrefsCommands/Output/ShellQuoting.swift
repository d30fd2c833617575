import PropertyLists

/// How a shell is kept from reading more in a text than the text.
extension String {
    /// The word as it is typed into a shell, quoted where it must be.
    var shellWord: String {
        !isEmpty && unicodeScalars.allSatisfy(\.isPlainInShell) ? self : inQuotes
    }

    /// The text as one word of any POSIX shell.
    ///
    /// - Parameter forTerminal: whether printf(1) is to make the characters that control a terminal, but for line breaks
    ///   and tabs.
    func posixShellWord(forTerminal: Bool) -> String {
        // By scalars: a quote with a combining mark behind it is one Character, and no less a quote to the shell.
        let quoted = unicodeScalars.map { scalar in
            forTerminal && scalar.controlsTerminalBeyondLayout ? scalar.madeByPrintf : scalar.inSingleQuotes
        }
        return "'\(quoted.joined())'"
    }
}

extension Sequence<String> {
    /// The words as a command line of `prefs`.
    var commandLine: String { reduce("prefs") { $0 + " " + $1.shellWord } }
}

extension Unicode.Scalar {
    /// Whether a shell takes the scalar as it is, anywhere in a word.
    var isPlainInShell: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ":", "=", "@", "%", "+", ",": true
        default: false
        }
    }

    var inSingleQuotes: String { self == "'" ? #"'\''"# : String(self) }

    /// The scalar within single quotes, as what printf(1) prints.
    fileprivate var madeByPrintf: String {
        "'\"$(printf '\(utf8.map { "\\" + String($0, radix: 8, width: 3) }.joined())')\"'"
    }
}

// MARK: Bash

extension BashLine.Quote? {
    /// A scalar as bash reads it in this quote, or outside of quotes.
    ///
    /// One that controls a terminal stands in quotes of its own, `$'...'`.
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
        // A backslash within double quotes keeps '!' from the history, and stays.
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
