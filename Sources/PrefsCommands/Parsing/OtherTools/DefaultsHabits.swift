import PropertyLists

/// `defaults` of macOS and GNUstep: `defaults [-currentHost | -host NAME] VERB [DOMAIN [KEY [VALUE]]]`.
extension OtherTool {
    func defaults(_ words: [String]) throws(UsageError) -> [[String]]? {
        var words = words
        var isByHost = false
        // Before the verb, or directly after it.
        if let index = words.prefix(2).firstIndex(of: "-currentHost") {
            words.remove(at: index)
            isByHost = true
        }
        guard let verb = words.first else { return nil }
        if verb == "-host" { throw noEquivalent(of: verb, because: .otherHost) }
        let operands = words.dropFirst()
        if ["domains", "find", "help", "read"].contains(verb), isByHost, operands.count < (verb == "find" ? 2 : 1) {
            throw noEquivalent(of: "-currentHost \(verb)")
        }
        switch (verb, operands.count) {
        // Every key of every domain.
        case ("read", 0): return [["find", ""]]
        case ("domains", 0): return [["suites"]]
        case ("find", 1): return [["find"] + operands]
        case ("help", _): return [["help"]]
        case ("delete", 0): throw noEquivalent(of: verb)
        case (_, 0): return nil
        default: break
        }
        guard ["read", "read-type", "write", "rename", "delete", "import", "export"].contains(verb) else { return nil }
        if operands.first == "-app" { throw noEquivalent(of: "-app", because: .application) }
        guard let selector = selector(of: words[1], isByHost: isByHost) else { return nil }
        let rest = Array(words.dropFirst(2))
        // One word in place of a domain and a key: perhaps a key, typed by a user who does not know `defaults`.
        let key = selector.first == "-s" ? selector[1] : nil
        switch (verb, rest.count) {
        case ("read", 0):
            let list = ["list"] + selector + (key == nil ? [] : ["--only"])
            return key.map { $0.contains(".") ? [list] : [["get", $0], list] } ?? [list]
        case ("read", 1): return [["get"] + selector + rest]
        case ("read-type", 0): return key.map { [["type", $0]] }
        case ("read-type", 1): return [["type"] + selector + rest]
        case ("write", 1) where rest[0].first == "{" || rest[0].first == "<":
            throw noEquivalent(of: "write DOMAIN PLIST", because: .wholeSuite)
        case ("write", 1...) where rest.count == 1 || rest[0].looksLikeOption: return key.map { [["set", $0] + rest] }
        case ("write", 2...): return value(rest.dropFirst()).map { [["set"] + selector + [rest[0]] + $0] }
        case ("rename", 2): return [["rename"] + selector + rest]
        case ("delete", 0): return [["reset"] + selector + ["--all"]]
        case ("delete", 1): return [["reset"] + selector + rest]
        case ("import", 1): return [["apply"] + selector + rest]
        case ("export", 1) where rest[0] == "-": return [["dump"] + selector]
        case ("export", 1): return [["dump"] + selector + ["--format", "binary", "-o"] + rest]
        default: return nil
        }
    }

    /// Returns the options that select a domain.
    private func selector(of domain: String, isByHost: Bool) -> [String]? {
        let byHost = isByHost ? ["--by-host"] : []
        switch domain {
        case "-g", "-globalDomain", "NSGlobalDomain", "Apple Global Domain": return byHost + ["-g"]
        case _ where domain.contains("/"):
            // The name of a file, to which `defaults` appends the extension. A shell does not expand a quoted '~'.
            guard !isByHost, domain.first != "~" else { return nil }
            return ["-f", domain.hasSuffix(".plist") ? domain : domain + ".plist"]
        default: return byHost + ["-s", domain]
        }
    }

    // MARK: Values

    private static let typeOptions = [
        "-string", "-int", "-integer", "-float", "-bool", "-boolean", "-date", "-data",
    ]

    /// Returns the words of `prefs set` for a VALUE.
    private func value(_ words: ArraySlice<String>) -> [String]? {
        guard let first = words.first else { return nil }
        let rest = words.dropFirst()
        switch first {
        case "-array", "-array-add": return elements(rest, areEntries: false).map { [first] + $0 }
        case "-dict", "-dict-add": return elements(rest, areEntries: true).map { [first] + $0 }
        case _ where Self.typeOptions.contains(first): return rest.count == 1 ? Array(words) : nil
        default: return rest.isEmpty ? untyped(first) : nil
        }
    }

    /// Returns the elements of an array, or the keys and values of a dictionary.
    private func elements(_ words: ArraySlice<String>, areEntries: Bool) -> [String]? {
        var words = words
        var elements: [String] = []
        while let word = words.popFirst() {
            var word = word
            if areEntries {
                elements.append(word)
                guard !word.looksLikeOption, let value = words.popFirst() else { return nil }
                word = value
            }
            if Self.typeOptions.contains(word) {
                guard let value = words.popFirst() else { return nil }
                elements += [word, value]
            } else {
                guard let value = untyped(word) else { return nil }
                // Here, a word is a string unless it is spelled like another type.
                let isString = PropertyList(inferring: word) == .string(word) && !word.looksLikeOption
                elements += isString && value == word.asString ? [word] : value
            }
        }
        return elements
    }

    /// Returns the value of a word without a type: a property list if it begins like one, else a string.
    private func untyped(_ word: String) -> [String]? {
        switch word.first {
        case "(", "{", "<": ["--plist", word]
        case "\"": word.unquoted?.asString
        default: word.asString
        }
    }
}
