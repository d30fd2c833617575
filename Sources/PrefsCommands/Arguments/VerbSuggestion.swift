/// The verb that an unknown word most likely means.
enum VerbSuggestion: Equatable, Sendable {
    /// A verb, or an alias of one, of nearly the same spelling.
    case nearMiss(String)
    /// The verb that does here what the word does in another tool.
    case equivalent(VerbName)

    /// The suggestion for a word that names no verb, if there is one.
    init?(for word: String) {
        if let verb = VerbName(wordOfAnotherTool: word) {
            self = .equivalent(verb)
        } else if let verb = Placeholder.verb.choices?.words.nearest(to: word) {
            self = .nearMiss(verb)
        } else {
            return nil
        }
    }
}

extension VerbName {
    /// The verb that does what a word means in `defaults`, `git config`, `gsettings`, `plutil` or the shell.
    fileprivate init?(wordOfAnotherTool word: String) {
        switch word {
        case "read", "show", "print", "cat", "extract": self = .get
        case "write", "put", "add", "assign", "replace", "insert": self = .set
        case "push": self = .append
        case "vi", "modify": self = .edit
        case "flip", "invert": self = .toggle
        case "decrement", "plus": self = .increment
        case "rm", "remove", "del", "clear": self = .reset
        case "ls", "list-recursively": self = .list
        case "search", "grep": self = .find
        case "origin", "source", "which", "why": self = .explain
        case "monitor", "observe", "follow", "tail": self = .watch
        case "list-keys", "names": self = .keys
        case "has", "contains", "test": self = .exists
        case "read-type", "typeof": self = .type
        case "export", "save", "backup": self = .dump
        case "mv", "move": self = .rename
        case "cp", "duplicate": self = .copy
        case "load", "restore", "seed", "merge", "sync": self = .apply
        case "compare", "cmp": self = .diff
        case "transform", "translate": self = .convert
        case "lint", "validate", "verify", "-lint": self = .check
        case "domains", "list-schemas": self = .suites
        case "file", "where", "locate": self = .path
        case "usage": self = .help
        case "version", "-version": self = .version
        default: return nil
        }
    }
}
