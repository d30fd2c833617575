/// A command line of bash up to the cursor, split and unquoted.
///
/// Readline replaces the last word from its last word break on, `=` and `:` among them, or from an open quote on; so that
/// part is what has to be completed, quoted as it began.
struct BashLine {
    enum Quote: Unicode.Scalar {
        case single = "'"
        case double = "\""
    }

    /// The words after the command's name, without the last one.
    private(set) var words: [String] = []
    /// What is typed of the last word.
    private(set) var current = ""
    /// The beginning of that word which stays as it is on the line.
    private(set) var kept = ""
    private(set) var quote: Quote?
    /// Whether the word is the file of a redirection.
    private(set) var isRedirected = false

    /// Whether the last word has begun; it may be empty, as `''` is.
    private var isInWord = false
    private let wordBreaks: String.UnicodeScalarView

    /// Reads a line, of which `$COMP_WORDBREAKS` breaks words.
    init(_ line: String, wordBreaks: String) {
        self.wordBreaks = wordBreaks.unicodeScalars
        var scalars = line.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            read(scalar, &scalars)
        }
        words = Array(words.dropFirst())
    }

    private mutating func read(_ scalar: Unicode.Scalar, _ scalars: inout Substring.UnicodeScalarView) {
        switch scalar {
        case " ", "\t", "\n":
            if isInWord { words.append(current) }
            (current, kept, isInWord) = ("", "", false)
            return
        case "\\":
            if let escaped = scalars.popFirst() { append(escaped) }
        case "'":
            readQuoted(.single, &scalars)
        case "\"":
            readQuoted(.double, &scalars)
        case "$" where scalars.first == "'":
            scalars.removeFirst()
            readANSIQuoted(&scalars)
        case "<", ">":
            isRedirected = true
        default:
            append(scalar)
            if wordBreaks.contains(scalar) { kept = current }
        }
        isInWord = true
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        current.unicodeScalars.append(scalar)
    }

    /// Reads up to the end of a quoted text; where there is none, the word is replaced from the quote on.
    private mutating func readQuoted(_ quote: Quote, _ scalars: inout Substring.UnicodeScalarView) {
        let before = current
        while let scalar = scalars.popFirst() {
            if scalar == quote.rawValue { return }
            let isEscape = quote == .double && scalar == "\\" && scalars.first.map(Self.escapable.contains) == true
            append(isEscape ? scalars.removeFirst() : scalar)
        }
        kept = before
        self.quote = quote
    }

    /// What a backslash quotes within double quotes.
    private static let escapable: [Unicode.Scalar] = ["$", "`", "\"", "\\"]

    /// Reads `$'...'` up to its end, with the escapes that completion itself writes there.
    private mutating func readANSIQuoted(_ scalars: inout Substring.UnicodeScalarView) {
        while let scalar = scalars.popFirst(), scalar != "'" {
            guard scalar == "\\", let escape = scalars.popFirst() else {
                append(scalar)
                continue
            }
            switch escape {
            case "n": append("\n")
            case "t": append("\t")
            case "r": append("\r")
            case "u":
                let digits = scalars.prefix(4)
                scalars = scalars.dropFirst(4)
                append(UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
            default: append(escape)
            }
        }
    }

    // MARK: Completions

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
        guard quote != nil || !word.isEmpty else { return "''" }
        return word.unicodeScalars.dropFirst(kept.unicodeScalars.count).map(quote.quoted).joined()
    }
}
