import PropertyLists

extension CommandContext {
    /// Lines of `prefs set` that set each key to its value, in any POSIX shell.
    ///
    /// - Throws: `holdsNUL` where a key holds NUL, which no argument can.
    func setCommands(for contents: PropertyListDictionary) throws(CommandError) -> String {
        let selector = selectorWords.map { " " + $0.posixShellWord }.joined()
        var lines = ""
        for entry in contents {
            guard !entry.key.utf8.contains(0) else { throw .holdsNUL }
            let (option, text) = entry.value.typedArgument
            lines += "prefs set\(selector) \(option) \(text.posixShellWord) -- \(entry.key.posixShellWord)\n"
        }
        return lines
    }

    /// The options that select the file again, `$PREFS_SUITE` as one; none for standard input, which no line can change.
    private var selectorWords: [String] {
        guard arguments.argument(of: .file) != "-" else { return [] }
        let words = arguments.options.compactMap(\.selectorWord)
        let hasName = arguments.has(.suite) || arguments.has(.global) || arguments.has(.file)
        guard !hasName, let suite = environment.variable("PREFS_SUITE"), !suite.isEmpty else { return words }
        return ["--suite=" + suite] + words
    }
}

extension OptionOccurrence {
    /// The option as one word, whatever its argument begins with; nil where it does not select a file.
    fileprivate var selectorWord: String? {
        switch name {
        case .suite: "--suite=" + arguments[0]
        case .file: "--file=" + arguments[0]
        case .global, .system, .byHost: spelling
        default: nil
        }
    }
}

extension PropertyList {
    /// The option of `set` that names this value's type, and the value as its argument.
    fileprivate var typedArgument: (option: String, text: String) {
        switch self {
        case .string(let string) where !string.utf8.contains(0): ("--string", string)
        case .integer: ("--int", text)
        case .real: ("--float", text)
        case .boolean: ("--bool", text)
        case .date(let date) where date.rfc3339 != nil: ("--date", text)
        case .data: ("--data", text)
        // What has no spelling of its own has one in typed JSON, which `--json` reads.
        case .string, .date, .array, .dictionary, .uid: ("--json", typedJSON)
        }
    }
}

extension String {
    /// The text as one word of any POSIX shell.
    fileprivate var posixShellWord: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
