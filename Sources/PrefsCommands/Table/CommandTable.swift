/// The verbs of the command, each in a file of its own beside this one.
enum CommandTable {
    /// What the command is for.
    static let summary = "read and change the preferences that programs keep with UserDefaults"

    /// How every command line looks.
    static let synopsis = "prefs VERB [OPTIONS] [ARGUMENTS]"

    /// What holds for all verbs, a paragraph each.
    static let notes = [
        "A verb works on the suite that $PREFS_SUITE names, else on the suite 'prefs'; '--suite NAME' names another.",
        "'prefs help VERB' explains a verb, its options and its exit codes.",
    ]

    /// The verbs in the order of the help, under titles.
    static let groups = [
        VerbGroup("Read", [.get, .list, .keys, .exists, .type, .dump, .explain, .describe, .find, .watch]),
        VerbGroup("Write", [.set, .reset, .toggle, .increment, .append, .rename, .copy, .edit]),
        VerbGroup("Whole files", [.apply, .diff, .convert, .check]),
        VerbGroup("Suites", [.suites, .path, .schema]),
        VerbGroup("About", [.completions, .man, .help, .version]),
    ]

    /// Every verb, in the order of the help.
    ///
    /// This builds the whole table: `VerbName.specification` gives one verb at the cost of that one.
    static var verbs: [VerbSpecification] {
        groups.flatMap(\.verbs).map(\.specification)
    }
}

extension VerbName {
    /// What the table says of the verb.
    var specification: VerbSpecification {
        switch self {
        case .get: .get
        case .list: .list
        case .keys: .keys
        case .exists: .exists
        case .type: .type
        case .dump: .dump
        case .explain: .explain
        case .describe: .describe
        case .find: .find
        case .watch: .watch
        case .set: .set
        case .reset: .reset
        case .toggle: .toggle
        case .increment: .increment
        case .append: .append
        case .rename: .rename
        case .copy: .copy
        case .edit: .edit
        case .apply: .apply
        case .diff: .diff
        case .convert: .convert
        case .check: .check
        case .suites: .suites
        case .path: .path
        case .schema: .schema
        case .completions: .completions
        case .man: .man
        case .help: .help
        case .version: .version
        }
    }
}
