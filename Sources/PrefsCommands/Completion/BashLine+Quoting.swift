extension BashLine {
    /// The completions of the last word: those that begin with what is typed, since bash takes whatever it is given.
    func completions(by completer: Completer) -> CompletionList {
        guard !isRedirected else { return .files }
        let completions = completer.completions(of: current, after: words)
        return CompletionList(
            completions.candidates.filter { $0.word.utf8.starts(with: current.utf8) && isSafe($0.word) },
            kind: completions.kind
        )
    }

    /// Whether readline leaves what takes the place of the typed word as it is.
    ///
    /// It drops a quote at the beginning that stands open on the line already. All that follows would be outside of
    /// quotes then, and a key such as `!;reboot;#` a command: words like that are not offered.
    private func isSafe(_ word: String) -> Bool {
        switch quote {
        case nil: true
        case .single: !quoted(word).hasPrefix("'")
        case .double: !quoted(word).hasPrefix("\"")
        }
    }

    /// The part of a completed word that takes the place of what is typed, quoted as it began there.
    func quoted(_ word: String) -> String {
        let part = word.unicodeScalars.dropFirst(kept.unicodeScalars.count)
        switch quote {
        case nil: return word.isEmpty ? "''" : part.map(\.quotedAlone).joined()
        case .single: return part.map(\.inSingleQuotes).joined()
        case .double: return part.map(\.inDoubleQuotes).joined()
        }
    }
}

extension Unicode.Scalar {
    /// The scalar outside of quotes.
    fileprivate var quotedAlone: String {
        if controlsTerminal { return inANSIQuotes }
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ":", "=", "@", "%", "+", ",": return String(self)
        default: return isASCII ? "\\\(self)" : String(self)
        }
    }

    fileprivate var inSingleQuotes: String {
        if controlsTerminal { return "'\(inANSIQuotes)'" }
        return self == "'" ? #"'\''"# : String(self)
    }

    fileprivate var inDoubleQuotes: String {
        if controlsTerminal { return "\"\(inANSIQuotes)\"" }
        switch self {
        case "$", "`", "\"", "\\": return "\\\(self)"
        // A backslash within double quotes keeps '!' from the history, and stays.
        case "!": return #""\!""#
        default: return String(self)
        }
    }

    private var inANSIQuotes: String {
        switch self {
        case "\n": return #"$'\n'"#
        case "\t": return #"$'\t'"#
        case "\r": return #"$'\r'"#
        default:
            let digits = String(value, radix: 16)
            return "$'\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits + "'"
        }
    }
}
