import CommandGrammar
import PropertyLists

/// A tool whose command lines users type out of habit, after `prefs` instead of the tool's name.
package enum OtherTool: String, CaseIterable {
    // In this order: dconf and defaults share verbs, and a path shows which one is meant, as a dot shows that of jq.
    case jq, dconf, defaults, gsettings
    case gitConfig = "git config"
    case plutil
    case plistBuddy = "PlistBuddy"

    /// Returns the command lines of `prefs` that are equivalent to a command line of another tool.
    ///
    /// The line can begin with a verb of `prefs`, such as `rename`, if it is not valid here: `rename DOMAIN OLD NEW`.
    ///
    /// - Parameters:
    ///   - words: The words after the other tool's name, or also that name.
    ///   - isValid: Whether `prefs` accepts a line; others are not returned.
    /// - Returns: The words after `prefs`, for two lines if the original is ambiguous; nil if the words are not a line of
    ///   another tool.
    /// - Throws: `NoEquivalent` if `prefs` cannot do what the line does.
    package static func translations(
        of words: [String],
        where isValid: ([String]) -> Bool
    ) throws(NoEquivalent) -> [[String]]? {
        if words.count == 1, ["version", "-version", "-v", "-V"].contains(words[0]) { return [["--version"]] }
        guard let (tool, line) = named(in: words) else {
            for tool in allCases {
                // A key or file whose name begins with a dash would be an option here.
                if let lines = try tool.lines(for: words, isNamed: false), lines.allSatisfy(isValid) { return lines }
            }
            return nil
        }
        guard let verb = line.first else { return nil }
        if let lines = try tool.lines(for: line, isNamed: true), lines.allSatisfy(isValid) { return lines }
        throw tool.noEquivalent(of: verb)
    }

    /// Returns the tool that the first words name, and the words after its name.
    private static func named(in words: [String]) -> (tool: OtherTool, line: [String])? {
        guard let first = words.first else { return nil }
        let line = Array(words.dropFirst())
        switch first.split(separator: "/").last {
        case "git" where line.first == "config": return (.gitConfig, Array(line.dropFirst()))
        case "config": return (.gitConfig, line)
        case "yq": return (.jq, line)
        case let name: return allCases.first { $0.rawValue == name ?? "" }.map { ($0, line) }
        }
    }

    /// Returns the equivalent lines.
    ///
    /// - Parameter isNamed: Whether the tool's name preceded the words, so that no other tool is meant.
    private func lines(for words: [String], isNamed: Bool) throws(NoEquivalent) -> [[String]]? {
        guard let verb = words.first else { return nil }
        let operands = Array(words.dropFirst())
        return switch self {
        case .jq: try jq(words, isNamed: isNamed)
        case .dconf: try dconf(verb, operands, isNamed: isNamed)
        case .defaults: try defaults(words)
        case .gsettings: try gsettings(verb, operands)
        case .gitConfig: try gitConfig(words, isNamed: isNamed)
        case .plutil: try plutil(verb, operands, isNamed: isNamed)
        case .plistBuddy: try plistBuddy(words)
        }
    }

    /// Returns the line that does what a verb of `prefs` does not do by an option, which other tools have.
    package static func line(
        _ words: [String],
        with option: String,
        of verb: String,
        where isValid: ([String]) -> Bool
    ) -> [String]? {
        let meant: [String]? =
            switch (verb, option) {
            // Without a suite, the line is about all of them.
            case ("list", "--show-origin") where words.count == 2: ["find", "-l", ""]
            case ("list", "--show-origin"), ("list", "--show-scope"): ["list", "-l"]
            case ("get", "--show-origin"): ["explain"]
            case ("get", "--all"): ["list"]
            case ("get", "--watch"), ("list", "--watch"), ("get", "-w"), ("list", "-w"): ["watch"]
            case (_, "-o"), (_, "--output"): [verb, "--format"]
            case ("check", "--seed"), ("check", "--against"): ["apply", "--check"]
            case ("list", "--keys-only"), ("list", "--name-only"): ["list", "--names-only"]
            case ("set", "--append"), ("set", "--add"): ["append"]
            case ("get", "--unset"), ("set", "--unset"), ("set", "--delete"), ("set", "--remove"): ["reset"]
            case ("undo", "--list"), ("redo", "--list"), ("undo", "-l"): ["history"]
            case ("suites", "-s"), ("suites", "--suite"): ["list", option]
            case (_, "-n") where !["undo", "redo"].contains(verb): [verb, "--dry-run"]
            case ("get", "-r"), ("get", "--raw-output"): [verb]
            case (_, "--exit-code"): [verb]
            case (_, "--domain"): [verb, "-s"]
            default: nil
            }
        guard let meant, let position = words.firstIndex(of: option) else { return nil }
        // An option in place of another one keeps its argument.
        var line = meant.prefix(1) + words[1..<position] + meant.dropFirst() + words[(position + 1)...]
        for format in ["json", "typed"] where line.suffix(2) == ["--format", format] {
            line = line.dropLast(2) + ["--\(format)"]
        }
        return isValid(Array(line)) ? Array(line) : nil
    }

    /// Returns the error of a line that `prefs` has no equivalent of.
    ///
    /// - Parameter form: The words of the line that say what it does, without the tool's name.
    func noEquivalent(of form: String, because obstacle: NoEquivalent.Obstacle? = nil) -> NoEquivalent {
        NoEquivalent(line: "\(rawValue) \(form)", obstacle: obstacle)
    }

    /// Returns the verb of `prefs` that is equivalent to a word of `defaults`, `git config`, `gsettings`, `plutil` or the shell.
    package static func verb(for word: String) -> String? {
        words.first { $0.words.contains(word) }?.verb
    }

    /// Returns the verb of a word that is perhaps misspelled.
    package static func verb(like text: String) -> String? { verb(for: text) ?? word(near: text).flatMap(verb(for:)) }

    /// Returns the word of another tool that a misspelled one most likely means.
    static func word(near word: String) -> String? {
        // Too many short words are like another one.
        guard word.count > 3 else { return nil }
        let near = (words.flatMap(\.words) + ["reset-recursively"] + GitConfigLine.actions).nearest(to: word)
        return near == word ? nil : near
    }

    private static var words: [(verb: String, words: [String])] {
        let words: KeyValuePairs = [
            "get": "read show print cat read-type typeof count length",
            "set": "write put add assign replace insert change update",
            "append": "push prepend",
            "drop": "pull discard",
            "edit": "vi modify",
            "history": "log changes",
            "undo": "revert rollback",
            "toggle": "flip invert",
            "increment": "decrement decr plus",
            "reset": "rm remove del clear",
            "list": "ls list-recursively list-keys names",
            "find": "search grep",
            "explain": "origin source which why",
            "watch": "monitor observe follow tail",
            "exists": "has contains test",
            "dump": "export save backup",
            "rename": "mv move",
            "copy": "cp duplicate",
            "apply": "load restore seed sync",
            "diff": "compare cmp status",
            "convert": "transform translate",
            "check": "lint validate verify doctor -lint",
            "suites": "domains list-schemas",
            "path": "file where locate",
            "help": "usage",
        ]
        return words.map { ($0.key, $0.value.split(separator: " ").map(String.init)) }
    }
}

/// A line of another tool that does what `prefs` cannot do.
package struct NoEquivalent: Error, CustomStringConvertible {
    /// The other tool, and the words of the line that say what it does.
    let line: String
    let obstacle: Obstacle?

    package var description: String {
        "\(line.quoted) has no equivalent" + (obstacle.map { ": \($0.rawValue)" } ?? " in prefs")
    }

    /// A reason for which `prefs` has no equivalent of a line.
    enum Obstacle: String {
        case database = "prefs does not read or change dconf"
        case otherHost = "prefs has only the files of this host"
        case application = "prefs finds suites by name only"
        case wholeSuite = "'prefs apply --prune' reads a whole suite from a file"
        case insertion = "prefs cannot insert before an element of an array"
        case filter = "jq(1) reads what 'prefs dump --json' prints"
        case variant = "prefs does not read GVariant containers"
    }
}

extension String {
    /// The option of `set` that stores a value of the other tool as a string.
    var asString: [String] { ["--string", self] }

    /// The text between single or double quotes at both ends, if it contains neither quotes nor escapes.
    var unquoted: String? {
        guard let quote = first, quote == "'" || quote == "\"", count > 1, last == quote else { return nil }
        let text = dropFirst().dropLast()
        return text.contains(quote) || text.contains("\\") ? nil : String(text)
    }
}

/// The path of a value, as the tools for property lists write it: names with a separator between them.
package struct OtherToolPath {
    package let names: [String]

    init(names: [String]) {
        self.names = names
    }

    /// Parses a path; returns nil if it, or one of its names, is empty.
    ///
    /// A backslash makes the separator a part of a name.
    init?(_ text: some StringProtocol, separator: Character) {
        var names = [""]
        var isEscaped = false
        for character in text {
            if isEscaped || (character != separator && character != "\\") {
                names[names.count - 1].append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                names.append("")
            }
        }
        guard !names.contains("") else { return nil }
        self.names = names
    }

    /// The key at the beginning, and the pointer to the rest of the path.
    var words: [String] { names.count == 1 ? names : [names[0], "--at", pointer] }

    var pointer: String { JSONPointer(tokens: Array(names.dropFirst())).text }

    /// Whether the path can be the position of an element of an array.
    var canBeElement: Bool { names.count > 1 && names[names.count - 1].allSatisfy(\.isNumber) }
}
