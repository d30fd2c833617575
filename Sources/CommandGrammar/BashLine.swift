import PropertyLists

/// A command line of bash up to the cursor, split and unquoted.
///
/// Readline replaces the last word only from its last word break, such as `=`, `:` or `@`, or from an open quote. A
/// completion therefore contains only that part, in the same quotes.
struct BashLine {
    enum Quote: Unicode.Scalar {
        case single = "'"
        case double = "\""
    }

    /// The words after the command's name, without the last one.
    private(set) var words: [String] = []
    /// The typed part of the last word.
    private(set) var current = ""
    /// The beginning of that word, which readline does not replace.
    private(set) var kept = ""
    private(set) var quote: Quote?
    /// Whether the word is the file of a redirection.
    private(set) var isRedirected = false

    /// Whether the last word has begun; it can be empty, as in `''`.
    private var isInWord = false
    private let wordBreaks: String.UnicodeScalarView

    /// Parses a line, with the word breaks of `$COMP_WORDBREAKS`.
    init(_ line: String, wordBreaks: String) {
        self.wordBreaks = wordBreaks.unicodeScalars
        var scalars = line.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            read(scalar, &scalars)
        }
        words = Array(words.dropFirst())
    }

    private mutating func read(_ scalar: Unicode.Scalar, _ scalars: inout Substring.UnicodeScalarView) {
        guard !readQuotation(beginning: scalar, &scalars) else {
            isInWord = true
            return
        }
        switch scalar {
        case " ", "\t", "\n":
            if isInWord {
                if !isRedirected { words.append(current) }
                isRedirected = false
            }
            (current, kept, isInWord) = ("", "", false)
            return
        case "<" where scalars.first == "(", ">" where scalars.first == "(":
            append(scalar)
        case "(":
            append(scalar)
            readSubstitution(&scalars)
        case "&" where scalars.first == ">":
            beginRedirection(ofDescriptor: false)
            return
        case "<", ">":
            beginRedirection(ofDescriptor: true)
            // In `>|` and `>&`.
            if scalars.first == "|" || scalars.first == "&" { scalars.removeFirst() }
            return
        default:
            let before = current
            append(scalar)
            // Readline replaces an `@` too, since that can begin the name of a host.
            if wordBreaks.contains(scalar) { kept = scalar == "@" ? before : current }
        }
        isInWord = true
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        current.unicodeScalars.append(scalar)
    }

    /// Begins the word after a redirection.
    ///
    /// - Parameter takesDescriptor: Whether a number or a `{name}` directly before it is a file descriptor.
    private mutating func beginRedirection(ofDescriptor takesDescriptor: Bool) {
        let isNumber = !current.isEmpty && current.utf8.allSatisfy { $0.decimalDigit != nil }
        let isDescriptor = takesDescriptor && (isNumber || current.hasPrefix("{") && current.hasSuffix("}"))
        if isInWord, !isRedirected, !isDescriptor { words.append(current) }
        (current, kept, isInWord, isRedirected) = ("", "", false, true)
    }

    /// Reads the rest of `$(...)` or `<(...)`, a command in place of a word.
    private mutating func readSubstitution(_ scalars: inout Substring.UnicodeScalarView) {
        var depth = 1
        while depth > 0, let scalar = scalars.popFirst() {
            guard !readQuotation(beginning: scalar, &scalars) else { continue }
            append(scalar)
            depth += scalar == "(" ? 1 : scalar == ")" ? -1 : 0
        }
    }

    /// Reads what a scalar quotes: an escaped scalar, or the text up to the closing quote.
    ///
    /// - Returns: Whether the scalar quotes anything.
    private mutating func readQuotation(
        beginning scalar: Unicode.Scalar,
        _ scalars: inout Substring.UnicodeScalarView
    ) -> Bool {
        switch scalar {
        case "\\":
            if let escaped = scalars.popFirst() { append(escaped) }
        case "'":
            readQuoted(.single, &scalars)
        case "\"":
            readQuoted(.double, &scalars)
        case "$" where scalars.first == "'":
            scalars.removeFirst()
            readANSIQuoted(&scalars)
        default:
            return false
        }
        return true
    }

    /// Reads up to the closing quote.
    ///
    /// If the quote is still open, readline replaces the word from the quote on.
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

    /// The characters that a backslash quotes within double quotes.
    private static let escapable: [Unicode.Scalar] = ["$", "`", "\"", "\\"]

    /// Reads `$'...'` up to its end, with the escapes that completion itself writes.
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

    /// Returns the completions of the last word that begin with the typed part, since bash does not filter them.
    func completions(by completer: Completer) -> CompletionList {
        guard !isRedirected else { return .files }
        let completions = completer.completions(of: current, after: words)
        return CompletionList(
            completions.candidates.filter { $0.word.utf8.starts(with: current.utf8) && isSafe($0.word) },
            kind: completions.kind
        )
    }

    /// Whether readline inserts the replacement of the typed word unchanged.
    ///
    /// Readline drops a quote at the beginning if the same quote is already open on the line. The text after that quote
    /// would then be unquoted, and a key such as `!;reboot;#` would be a command. Such words are not offered.
    private func isSafe(_ word: String) -> Bool {
        switch quote {
        case nil: true
        case .single: !quoted(word).hasPrefix("'")
        case .double: !quoted(word).hasPrefix("\"")
        }
    }

    /// Returns the replacement for the typed part of a word, in the quotes of the line.
    func quoted(_ word: String) -> String {
        guard quote != nil || !word.isEmpty else { return "''" }
        return word.unicodeScalars.dropFirst(kept.unicodeScalars.count).map(quote.quoted).joined()
    }
}
