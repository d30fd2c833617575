/// The verbs of the command, each in a file of its own in this directory.
enum CommandTable {
    /// The verbs in the order of the help, under titles.
    static let groups = [
        VerbGroup("Read", [.get, .list, .browse, .keys, .exists, .type, .dump, .explain, .describe, .find, .watch]),
        VerbGroup(
            "Write",
            [.set, .reset, .toggle, .increment, .append, .rename, .copy, .edit, .undo, .redo, .history]
        ),
        VerbGroup("Files", [.apply, .diff, .convert, .check]),
        VerbGroup("Git", [.merge, .textconv, .gitSetup]),
        VerbGroup("Other tools", [.defaults]),
        VerbGroup("Suites", [.suites, .removeSuite, .path, .schema]),
        VerbGroup("Help", [.completions, .man, .help, .version]),
    ]

    /// The verbs that `prefs help` shows; `prefs help --all` shows the others too.
    static let everyday: [Verb] = [
        .get, .list, .browse, .dump, .set, .reset, .edit, .undo, .apply, .diff, .check, .suites, .schema,
    ]

    /// All verbs, in the order of the help.
    static var verbs: [Verb] { groups.flatMap(\.verbs) }

    /// Returns the verb with a name or alias.
    static func verb(named word: String) -> Verb? {
        for group in groups {
            for verb in group.verbs where verb.name == word || verb.aliases.contains(word) {
                return verb
            }
        }
        return nil
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
