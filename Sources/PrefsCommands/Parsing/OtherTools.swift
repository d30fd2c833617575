/// Translates command lines of other tools: `defaults` of macOS and GNUstep, `git config`, `gsettings` and `plutil`.
enum OtherTool {
    /// Returns the command lines of `prefs` that are equivalent to a command line of another tool.
    ///
    /// - Parameter words: The words after the other tool's name.
    /// - Returns: The words after `prefs`, for two lines if the original is ambiguous; nil if it is not a line of
    ///   another tool, or has no equivalent.
    static func translations(of words: [String]) -> [[String]]? {
        guard let verb = words.first else { return nil }
        let operands = Array(words.dropFirst())
        return defaults(verb, operands) ?? gsettings(verb, operands) ?? gitConfig(verb, operands)
            ?? plutil(verb, operands)
    }

    private static func defaults(_ verb: String, _ words: [String]) -> [[String]]? {
        if verb == "-currentHost", let next = words.first {
            return defaults(next, Array(words.dropFirst()))?.map { $0 + ["--by-host"] }
        }
        switch (verb, words.count) {
        case ("read", 0): return [["list"]]
        case ("domains", 0): return [["suites"]]
        default: break
        }
        guard let (selector, operands) = domain(in: words) else { return nil }
        switch (verb, operands.count) {
        case ("read", 0):
            // A single word can also be a key, typed by a user who does not know `defaults`.
            let list = ["list"] + selector
            return selector.first == "-s" ? [["get", selector[1]], list] : [list]
        case ("read", _): return [["get"] + selector + operands]
        case ("read-type", 0) where selector.first == "-s": return [["type", selector[1]]]
        case ("read-type", 1): return [["type"] + selector + operands]
        case ("write", 1) where selector.first == "-s": return [["set", selector[1]] + operands]
        case ("write", 2...): return [["set"] + selector + operands]
        case ("export", 1): return [["dump"] + selector + (operands == ["-"] ? [] : ["-o"] + operands)]
        default: return nil
        }
    }

    /// Returns the options that select the domain in the first words, and the words after it.
    private static func domain(in words: [String]) -> (selector: [String], operands: [String])? {
        guard let domain = words.first else { return nil }
        let operands = Array(words.dropFirst())
        switch domain {
        case "-g", "-globalDomain", "NSGlobalDomain", "Apple Global Domain": return (["-g"], operands)
        case "-app", "-s", "--suite": return operands.first.map { (["-s", $0], Array(operands.dropFirst())) }
        case _ where domain.utf8.contains(UInt8(ascii: "/")): return (["-f", domain], operands)
        case _ where domain.looksLikeOption: return nil
        default: return (["-s", domain], operands)
        }
    }

    private static func gsettings(_ verb: String, _ words: [String]) -> [[String]]? {
        switch (verb, words.count) {
        case ("list-schemas", 0), ("list-relocatable-schemas", 0): [["suites"]]
        case ("list-keys", 1): [["keys", "-s", words[0]]]
        case ("list-keys", 0): [["keys"]]
        case ("list-recursively", 1): [["list", "-s", words[0]]]
        case ("list-recursively", 0): [["list"]]
        case ("reset-recursively", 1): [["reset", "--all", "-s", words[0]]]
        case ("range", 2): [["describe", "-s"] + words]
        default: nil
        }
    }

    private static func gitConfig(_ verb: String, _ words: [String]) -> [[String]]? {
        switch (verb, words.count) {
        case ("--get", 1), ("--get-all", 1): [["get"] + words]
        case ("--get", 2): [["get", words[0], "--default", words[1]]]
        case ("--get-regexp", 1): [["list", "*\(words[0])*"]]
        case ("--list", 0), ("-l", 0): [["list"]]
        case ("--unset", 1), ("--unset-all", 1): [["reset"] + words]
        case ("--add", 2): [["append"] + words]
        case ("--replace-all", 2): [["set"] + words]
        // Without a verb, a section and a name are a key.
        case (_, 0) where verb.isDotted: [["get", verb]]
        case (_, 1) where verb.isDotted && !words[0].looksLikeOption: [["set", verb] + words]
        default: nil
        }
    }

    private static func plutil(_ verb: String, _ words: [String]) -> [[String]]? {
        switch (verb, words.count) {
        case ("-p", 1): [["list", "-f", words[0]]]
        case ("-lint", 1): [["check", words[0]]]
        case ("-convert", 2): convert(words[1], to: words[0], as: words[1])
        case ("-convert", 4) where words[1] == "-o": convert(words[3], to: words[0], as: words[2])
        case ("-convert", 4) where words[2] == "-o": convert(words[1], to: words[0], as: words[3])
        case ("-extract", 3), ("extract", 3):
            [["get"] + place(words[0]) + (words[1] == "json" ? ["--json"] : []) + ["-f", words[2]]]
        case ("-type", 2): [["type"] + place(words[0]) + ["-f", words[1]]]
        case ("-remove", 2): [["reset"] + place(words[0]) + ["-f", words[1]]]
        case ("-replace", 4), ("-insert", 4):
            valueOption(words[1]).map { [["set"] + place(words[0]) + [$0, words[2], "-f", words[3]]] }
        default: nil
        }
    }

    private static func convert(_ file: String, to format: String, as output: String) -> [[String]]? {
        let formats = ["xml1": "xml", "binary1": "binary", "json": "json", "openstep": "openstep"]
        guard let format = formats[format] else { return nil }
        return [["convert", file, "--format", format] + (output == "-" ? [] : ["-o", output])]
    }

    /// Returns the key at the beginning of a key path, and a pointer for the rest of it.
    private static func place(_ keyPath: String) -> [String] {
        let parts = keyPath.split(separator: ".", omittingEmptySubsequences: false)
        let pointer = parts.dropFirst().map { "/\($0)" }.joined()
        return [String(parts[0])] + (pointer.isEmpty ? [] : ["--at", pointer])
    }

    private static func valueOption(_ type: String) -> String? {
        let others = ["-data": "--data", "-json": "--json", "-xml": "--plist"]
        return ["-bool", "-integer", "-float", "-string", "-date"].contains(type) ? type : others[type]
    }
}

extension String {
    fileprivate var isDotted: Bool {
        !looksLikeOption && utf8.dropFirst().dropLast().contains(UInt8(ascii: "."))
    }
}

/// The verb that an unknown word most likely means.
enum VerbSuggestion: Equatable, Sendable {
    /// A verb or alias with a similar spelling.
    case nearMiss(String)
    /// The verb that does what the word does in another tool.
    case equivalent(Verb)

    init?(for word: String) {
        if let verb = Verb.named(byOtherTool: word) {
            self = .equivalent(verb)
        } else if let verb = Placeholder.verb.choices?.words.nearest(to: word) {
            self = .nearMiss(verb)
        } else {
            return nil
        }
    }
}

extension Verb {
    /// Returns the verb that is equivalent to a word of `defaults`, `git config`, `gsettings`, `plutil` or the shell.
    fileprivate static func named(byOtherTool word: String) -> Verb? {
        switch word {
        case "read", "show", "print", "cat", "extract": .get
        case "write", "put", "add", "assign", "replace", "insert": .set
        case "push": .append
        case "vi", "modify": .edit
        case "flip", "invert": .toggle
        case "decrement", "plus": .increment
        case "rm", "remove", "del", "clear": .reset
        case "ls", "list-recursively": .list
        case "search", "grep": .find
        case "origin", "source", "which", "why": .explain
        case "monitor", "observe", "follow", "tail": .watch
        case "list-keys", "names": .keys
        case "has", "contains", "test": .exists
        case "read-type", "typeof": .type
        case "export", "save", "backup": .dump
        case "mv", "move": .rename
        case "cp", "duplicate": .copy
        case "load", "restore", "seed", "merge", "sync": .apply
        case "compare", "cmp": .diff
        case "transform", "translate": .convert
        case "lint", "validate", "verify", "-lint": .check
        case "domains", "list-schemas": .suites
        case "file", "where", "locate": .path
        case "usage": .help
        case "version", "-version": .version
        default: nil
        }
    }
}
