import CommandErrors
import CommandGrammar

extension CommandTable {
    /// The verbs of `prefs`, each in a file of its own in the folder of its subject.
    static let prefs = CommandTable(
        program: "prefs",
        summary: "Read and change the preferences that programs keep with UserDefaults",
        [
            VerbGroup("Read", [.get, .list, .browse, .dump, .explain, .find, .watch, .record, .exists]),
            VerbGroup(
                "Write",
                [.set, .reset, .toggle, .increment, .append, .drop, .rename, .copy, .edit, .undo, .redo, .history]
            ),
            VerbGroup("Files", [.apply, .diff, .convert, .check]),
            VerbGroup("Git", [.merge, .textconv, .gitSetup]),
            VerbGroup("Other tools", [.defaults]),
            VerbGroup("Suites", [.suites, .path, .schema]),
            VerbGroup("Help", [.completions, .man, .help, .version]),
        ],
        everyday: [
            .get, .list, .browse, .dump, .set, .reset, .edit, .undo, .apply, .diff, .check, .suites, .schema,
        ],
        help: .help,
        topics: helpTopics,
        everydayOptions: [
            "--suite", "--string", "--int", "--bool", "--default", "--to-suite", "--unique", "--check", "--prune",
            "--if-unset", "--at", "--all", "--glob", "--format", "--output", "--dry-run", "--merge",
        ],
        examples: [
            "list -s editor": "List the keys and values of a suite",
            "set -s editor fontSize 14": "Set a key",
            "apply -s editor seed.json": "Set what a file says",
        ],
        note: """
            A suite is one property list, ~/.config/NAME.plist: what defaults(1) calls a domain. '-s NAME' selects a \
            suite. Without it, the suite is $PREFS_SUITE, or 'prefs' if that is unset.
            """,
        formerCommands: ["describe", "keys", "owners", "remove-suite", "type"]
    ) { words in
        // A table of arrays would instantiate its types at each start.
        let line: [String]
        switch words.first {
        case "describe": line = [Verb.explain.name]
        case "keys": line = [Verb.list.name, "--names-only"]
        case "owners": line = [Verb.list.name, "--owners"]
        case "remove-suite": line = [Verb.suites.name, "remove"]
        case "type": line = [Verb.get.name, "--type"]
        case Verb.suites.name:
            // The actions were options once.
            guard let option = words.firstIndex(where: { $0 == "--remove" || $0 == "--rename" }) else { return words }
            return [Verb.suites.name, String(words[option].dropFirst(2))]
                + words.indices.dropFirst().filter { $0 != option }.map { words[$0] }
        default: return words
        }
        return line + words.dropFirst()
    }
}

extension Sequence<String> {
    /// The words as a command line of `prefs`.
    var commandLine: String { CommandTable.prefs.commandLine(self) }
}

extension [[String]] {
    /// The lines of words as command lines of which the user chooses one.
    var commandLines: String { map(\.commandLine).joined(separator: ", or: ") }
}

extension CommandError {
    /// Returns the error of a command line.
    static func usage(_ error: UsageError) -> CommandError { CommandError(.usage, error.message(in: .prefs)) }
}
