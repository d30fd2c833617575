/// The verbs of the command, each in a file of its own in this directory.
enum CommandTable {
    /// The verbs in the order of the help, under titles.
    static let groups = [
        VerbGroup("Read", [.get, .list, .browse, .dump, .explain, .find, .watch, .record]),
        VerbGroup(
            "Write",
            [.set, .reset, .toggle, .increment, .append, .drop, .rename, .copy, .edit, .undo, .redo, .history]
        ),
        VerbGroup("Files", [.apply, .diff, .convert, .check]),
        VerbGroup("Git", [.merge, .textconv, .gitSetup]),
        VerbGroup("Other tools", [.defaults]),
        VerbGroup("Suites", [.suites, .path, .schema]),
        VerbGroup("Help", [.completions, .man, .help, .version]),
    ]

    /// The verbs that `prefs help` shows; `prefs help --all` shows the others too.
    static let everyday: [Verb] = [
        .get, .list, .browse, .dump, .set, .reset, .edit, .undo, .apply, .diff, .check, .suites, .schema,
    ]

    /// All verbs, in the order of the help.
    static var verbs: [Verb] { groups.flatMap(\.verbs) }

    /// Commands that are spelled otherwise now, or are part of another one; help and completions have only that.
    static let formerCommands = ["describe", "exists", "keys", "owners", "remove-suite", "type"]

    /// Returns the words of a line, with the command of today in place of a former one.
    static func updated(_ words: [String]) -> [String] {
        // A table of arrays would instantiate its types at each start.
        let line: [String]
        switch words.first {
        case "describe": line = [Verb.explain.name]
        case "keys": line = [Verb.list.name, "--names-only"]
        case "owners": line = [Verb.list.name, "--owners"]
        case "remove-suite": line = [Verb.suites.name, "--remove"]
        case "type": line = [Verb.get.name, "--type"]
        default: return words
        }
        return line + words.dropFirst()
    }

    /// Returns how help spells a command, in place of a former one.
    static func spelling(of command: String) -> String {
        command == Verb.exists.name ? "get -q" : updated([command]).joined(separator: " ")
    }

    /// Returns the verb with a name or alias.
    static func verb(named word: String) -> Verb? {
        for group in groups {
            for verb in group.verbs where verb.name == word || verb.aliases.contains(word) {
                return verb
            }
        }
        // It is 'get -q' without its output, and a default does not count.
        return word == Verb.exists.name ? .exists : nil
    }

    // MARK: Help for all verbs

    static let summary = "Read and change the preferences that programs keep with UserDefaults"

    static let synopsis = "prefs COMMAND [OPTIONS] [ARGUMENTS]"

    /// How a command line selects its suite.
    static let suiteNote = """
        A suite is one property list, ~/.config/NAME.plist: what defaults(1) calls a domain. '-s NAME' selects a suite. \
        Without it, the suite is $PREFS_SUITE, or 'prefs' if that is unset.
        """

    static let helpNote = "'prefs help COMMAND' explains a command, 'prefs help --all' lists all of them."
}

/// Verbs under one title of the help.
final class VerbGroup: Sendable {
    let title: String
    let verbs: [Verb]

    init(_ title: String, _ verbs: [Verb]) {
        self.title = title
        self.verbs = verbs
    }
}
