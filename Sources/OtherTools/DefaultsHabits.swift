import CommandGrammar
import PropertyLists

/// `defaults` of macOS and GNUstep: `defaults [-currentHost | -host NAME] VERB [DOMAIN [KEY [VALUE]]]`.
extension OtherTool {
    func defaults(_ words: [String]) throws(NoEquivalent) -> [[String]]? {
        var words = words
        // It is also typed after the verb.
        if words.dropFirst().first == "-currentHost" { words.swapAt(0, 1) }
        let typed = words.drop { $0 == "-currentHost" }
        if typed == ["delete"] { throw noEquivalent(of: "delete") }
        let line: DefaultsLine
        do {
            line = try DefaultsLine(words)
        } catch DefaultsError.otherHost {
            throw noEquivalent(of: "-host", because: .otherHost)
        } catch DefaultsError.application {
            throw noEquivalent(of: "-app", because: .application)
        } catch {
            guard words.count == 2, words[0] == "read-type", case .suite(let key) = DefaultsLine.Domain(words[1]) else {
                return nil
            }
            return [["get", "--type", key]]
        }
        // Other spellings of a verb are words of other tools, too.
        guard line.verb == typed.first else { return nil }
        guard let domain = line.domain else {
            if line.isByHost { throw noEquivalent(of: "-currentHost \(line.verb)") }
            switch line.verb {
            // Every key of every domain.
            case "read": return [["find", ""]]
            case "domains": return [["suites"]]
            default: return [[line.verb] + (line.verb == "find" ? line.words : [])]
            }
        }
        return try equivalents(of: line, in: domain)
    }

    private func equivalents(
        of line: DefaultsLine,
        in domain: DefaultsLine.Domain
    ) throws(NoEquivalent) -> [[String]]? {
        guard let selector = domain.selector(isByHost: line.isByHost) else { return nil }
        let rest = line.words
        // One word in place of a domain and a key: perhaps a key, typed by a user who does not know `defaults`.
        let key = selector.first == "-s" ? selector[1] : nil
        switch (line.verb, rest.count) {
        case ("read", 0):
            let list = ["list"] + selector + (key == nil ? [] : ["--only"])
            return key.map { $0.contains(".") ? [list] : [["get", $0], list] } ?? [list]
        case ("read", 1): return [["get"] + selector + rest]
        case ("read-type", 1): return [["get", "--type"] + selector + rest]
        case ("write", 1) where rest[0].first == "{" || rest[0].first == "<":
            throw noEquivalent(of: "write DOMAIN PLIST", because: .wholeSuite)
        case ("write", 1...) where rest.count == 1 || rest[0].looksLikeOption: return key.map { [["set", $0] + rest] }
        case ("write", 2...):
            let values = [value(rest.dropFirst()), numberMeant(by: rest.dropFirst())].compactMap(\.self)
            return values.isEmpty ? nil : values.map { ["set"] + selector + [rest[0]] + $0 }
        case ("rename", 2): return [["rename"] + selector + rest]
        case ("delete", 0): return [["reset"] + selector + ["--all"]]
        case ("delete", 1): return [["reset"] + selector + rest]
        case ("import", 1): return [["apply"] + selector + rest]
        case ("export", 1) where rest[0] == "-": return [["dump"] + selector]
        case ("export", 1) where rest[0].hasSuffix(".json"): return [["dump"] + selector + ["--json", "-o"] + rest]
        case ("export", 1): return [["dump"] + selector + ["--format", "binary", "-o"] + rest]
        default: return nil
        }
    }

    // MARK: Values

    /// Returns the words of `prefs set` for a VALUE.
    private func value(_ words: ArraySlice<String>) -> [String]? {
        var words = words
        guard let container = words.first.flatMap(DefaultsContainer.init) else {
            guard let word = try? words.popTypedWord(), words.isEmpty else { return nil }
            return word.type.map { [$0, word.text] } ?? untyped(word.text)
        }
        let areEntries = container == .dictionary || container == .dictionaryAdd
        return elements(words.dropFirst(), areEntries: areEntries).map { [container.rawValue] + $0 }
    }

    /// Returns the only word of a VALUE, if it is a number: `defaults` stores it as a string, which is rarely meant.
    private func numberMeant(by words: ArraySlice<String>) -> [String]? {
        words.count == 1 && Double(decimal: words.first ?? "") != nil ? Array(words) : nil
    }

    /// Returns the elements of an array, or the keys and values of a dictionary.
    private func elements(_ words: ArraySlice<String>, areEntries: Bool) -> [String]? {
        var words = words
        var elements: [String] = []
        while !words.isEmpty {
            if areEntries {
                elements.append(words.removeFirst())
                guard elements.last?.looksLikeOption == false else { return nil }
            }
            guard let word = try? words.popTypedWord() else { return nil }
            if let type = word.type {
                elements += [type, word.text]
            } else {
                guard let value = untyped(word.text) else { return nil }
                // Here, a word is a string unless it is spelled like another type.
                let isString = PropertyList(inferring: word.text) == .string(word.text) && !word.text.looksLikeOption
                elements += isString && value == word.text.asString ? [word.text] : value
            }
        }
        return elements
    }

    /// Returns the value of a word without a type: a property list if it begins like one, else a string.
    private func untyped(_ word: String) -> [String]? {
        switch word.first {
        case "(", "{", "<": ["--plist", word]
        case "\"": word.unquoted?.asString
        default:
            if case .string(let text)? = try? PropertyList(untypedDefaultsWord: word) {
                text.asString
            } else {
                word.asString
            }
        }
    }
}
