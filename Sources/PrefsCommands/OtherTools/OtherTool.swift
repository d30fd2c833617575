import CommandGrammar
import PropertyLists

/// A tool whose command lines users type out of habit, after `prefs` instead of the tool's name.
enum OtherTool: String, CaseIterable {
    // In this order: dconf and defaults share verbs, and a path shows which one is meant.
    case dconf, defaults, gsettings
    case gitConfig = "git config"
    case plutil
    case plistBuddy = "PlistBuddy"

    /// Returns the command lines of `prefs` that are equivalent to a command line of another tool.
    ///
    /// The line can begin with a verb of `prefs`, such as `rename`, if it is not valid here: `rename DOMAIN OLD NEW`.
    ///
    /// - Parameter words: The words after the other tool's name, or also that name.
    /// - Returns: The words after `prefs`, for two lines if the original is ambiguous. Each line parses. The result is
    ///   nil if the words are not a line of another tool.
    /// - Throws: `noEquivalent` if `prefs` cannot do what the line does.
    static func translations(of words: [String]) throws(CommandError) -> [[String]]? {
        if words.count == 1, ["version", "-version", "-v", "-V"].contains(words[0]) { return [[Verb.version.name]] }
        guard let (tool, line) = named(in: words) else {
            for tool in allCases {
                if let lines = try tool.translations(of: words, isNamed: false) { return lines }
            }
            return nil
        }
        guard let verb = line.first else { return nil }
        if let lines = try tool.translations(of: line, isNamed: true) { return lines }
        throw tool.noEquivalent(of: verb)
    }

    /// Returns the tool that the first words name, and the words after its name.
    private static func named(in words: [String]) -> (tool: OtherTool, line: [String])? {
        guard let first = words.first else { return nil }
        let line = Array(words.dropFirst())
        switch first.split(separator: "/").last {
        case "git" where line.first == "config": return (.gitConfig, Array(line.dropFirst()))
        case "config": return (.gitConfig, line)
        case let name: return allCases.first { $0.rawValue == name ?? "" }.map { ($0, line) }
        }
    }

    /// Returns the equivalent lines that parse.
    ///
    /// - Parameter isNamed: Whether the tool's name preceded the words, so that no other tool is meant.
    private func translations(of words: [String], isNamed: Bool) throws(CommandError) -> [[String]]? {
        guard let verb = words.first else { return nil }
        let operands = Array(words.dropFirst())
        let lines =
            switch self {
            case .dconf: try dconf(verb, operands, isNamed: isNamed)
            case .defaults: try defaults(words)
            case .gsettings: try gsettings(verb, operands)
            case .gitConfig: try gitConfig(words, isNamed: isNamed)
            case .plutil: try plutil(verb, operands, isNamed: isNamed)
            case .plistBuddy: try plistBuddy(words)
            }
        // A key or file whose name begins with a dash would be an option here.
        guard let lines, lines.allSatisfy({ (try? CommandTable.prefs.parse($0)) != nil }) else { return nil }
        return lines
    }

    /// Returns the error for a line that `prefs` has no equivalent of.
    ///
    /// - Parameter form: The words of the line that say what it does, without the tool's name.
    func noEquivalent(of form: String, because obstacle: Obstacle? = nil) -> CommandError {
        .noEquivalent("\(rawValue) \(form)", because: obstacle)
    }

    /// A reason for which `prefs` has no equivalent of a line.
    enum Obstacle: String {
        case database = "prefs does not read or change dconf"
        case otherHost = "prefs has only the files of this host"
        case application = "prefs finds suites by name only"
        case wholeSuite = "'prefs apply --prune' reads a whole suite from a file"
        case insertion = "prefs cannot insert before an element of an array"
        case secondValue = "a key has one value"
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
struct OtherToolPath {
    let names: [String]

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
    var words: [String] {
        names.count == 1 ? names : [names[0], "--at", JSONPointer(tokens: Array(names.dropFirst())).text]
    }

    /// Whether the path can be the position of an element of an array.
    var canBeElement: Bool { names.count > 1 && names[names.count - 1].allSatisfy(\.isNumber) }
}

extension Verb {
    /// Returns the verb that is equivalent to a word of `defaults`, `git config`, `gsettings`, `plutil` or the shell.
    static func named(byOtherTool word: String) -> Verb? {
        switch word {
        case "read", "show", "print", "cat", "extract", "read-type", "typeof": .get
        case "write", "put", "add", "assign", "replace", "insert": .set
        case "push": .append
        case "pull", "discard": .drop
        case "vi", "modify": .edit
        case "log", "changes": .history
        case "revert", "rollback": .undo
        case "flip", "invert": .toggle
        case "decrement", "plus": .increment
        case "rm", "remove", "del", "clear": .reset
        case "ls", "list-recursively", "list-keys", "names": .list
        case "search", "grep": .find
        case "origin", "source", "which", "why": .explain
        case "monitor", "observe", "follow", "tail": .watch
        case "has", "contains", "test": .exists
        case "export", "save", "backup": .dump
        case "mv", "move": .rename
        case "cp", "duplicate": .copy
        case "load", "restore", "seed", "sync": .apply
        case "compare", "cmp", "status": .diff
        case "transform", "translate": .convert
        case "lint", "validate", "verify", "doctor", "-lint": .check
        case "domains", "list-schemas": .suites
        case "file", "where", "locate": .path
        case "usage": .help
        default: nil
        }
    }
}

extension CommandError {
    /// Returns the error of a command line, with what the user most likely means if the line is one of another tool.
    init(_ error: UsageError, in words: [String]) {
        self.init(error)
        let word: String
        switch error {
        case .unknownVerb(let first, _), .optionBeforeVerb(let first, _): word = first
        default: return
        }
        do throws(CommandError) {
            if let lines = try OtherTool.translations(of: words) {
                self = .lineOfOtherTool(word, translations: lines)
            } else if case .unknownVerb = error, let verb = Verb.named(byOtherTool: word) {
                self = .wordOfOtherTool(word, verb)
            }
        } catch {
            self = error
        }
    }

    /// Returns the error of a word that is a verb of another tool, with the verb that does the same.
    fileprivate static func wordOfOtherTool(_ word: String, _ verb: Verb) -> CommandError {
        let line = "'\(verb.name)' does this: prefs \(verb.syntax.synopsis())"
        let hint = verb.replacement.map { "did you mean '\($0)'?" } ?? line
        return CommandError(usage: "unknown command \(word.quoted)", hint: hint)
    }

    /// Returns the error of a line of another tool, which begins with that word, and has these equivalents.
    fileprivate static func lineOfOtherTool(_ word: String, translations lines: [[String]]) -> CommandError {
        let hint = lines.map(\.commandLine).joined(separator: ", or: ")
        return CommandError(usage: "unknown command \(word.quoted)", hint: hint)
    }

    /// Returns the error of a line of another tool, named with its verb, that `prefs` has no equivalent of.
    fileprivate static func noEquivalent(_ line: String, because obstacle: OtherTool.Obstacle?) -> CommandError {
        CommandError(usage: "\(line.quoted) has no equivalent" + (obstacle.map { ": \($0.rawValue)" } ?? " in prefs"))
    }
}
