import CommandGrammar
import OtherTools

extension CompletionWords {
    /// Returns the completions of a line of defaults(1), by those of a line of this command that names the same.
    func completionsOfDefaults() -> CompletionList {
        let (current, operands) = (line.current, line.arguments.operands)
        let isByHost = operands.first == "-currentHost"
        let completer = Completer(in: environment)
        let words = operands.dropFirst(isByHost ? 1 : 0)
        let isOption = current.utf8.first == UInt8(ascii: "-")
        guard let verb = words.first else {
            return isOption
                ? CompletionList(isByHost ? [] : [.init(word: "-currentHost", summary: "Use the files of this host")])
                : CompletionList(DefaultsLine.completedVerbs.map { .init(word: $0.key, summary: $0.value) })
        }
        guard !["domains", "find", "help"].contains(verb) else { return .none }
        guard let domain = words.dropFirst().first else {
            if isOption { return CompletionList([.init(word: "-g", summary: "What all domains share")]) }
            return completer.completions(of: current, after: [Verb.list.name, "-s"])
        }
        let rest = words.dropFirst(2)
        switch (verb, rest.count) {
        case ("import", 0), ("export", 0): return .files
        case ("read", 0), ("read-type", 0), ("write", 0), ("rename", 0), ("delete", 0):
            // A new key can be one of the schema.
            let verb: Verb = verb == "write" ? .set : .reset
            guard let selector = DefaultsLine.Domain(domain).selector(isByHost: isByHost) else { return .none }
            return completer.completions(of: current, after: [verb.name] + selector + ["--"])
        case ("write", 1) where isOption:
            return CompletionList(DefaultsLine.completedTypes.map { .init(word: $0, summary: "") })
        case ("write", 2) where ["-bool", "-boolean"].contains(rest.last): return .booleans
        default: return .none
        }
    }
}

extension DefaultsLine {
    /// The verbs that are offered, with what they do.
    fileprivate static let completedVerbs: KeyValuePairs = [
        "read": "Print values", "read-type": "Print the type of a value", "write": "Set a value",
        "rename": "Rename a key", "delete": "Remove a key or a domain", "domains": "List the domains",
        "find": "Search all domains", "import": "Replace a domain by a file", "export": "Write a domain to a file",
        "help": "Print the grammar",
    ]

    /// The options for the type of a value that are offered.
    fileprivate static let completedTypes = [
        "-string", "-int", "-float", "-bool", "-date", "-data", "-array", "-array-add", "-dict", "-dict-add",
    ]
}
