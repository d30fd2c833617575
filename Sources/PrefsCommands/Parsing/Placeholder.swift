import PropertyLists

/// A kind of argument, which usage lines show as a name such as `KEY`.
///
/// It determines the name in usage lines and the completion in a shell.
enum Placeholder: CaseIterable, Sendable {
    case suite, key, glob, pointer, value, amount, pair, entry, type, format, editedForm, changeForm, path, schemaFile,
        schemaAction
    case outputFile, text, oldKey, newKey, oldSuite, newSuite, document, configuration, base, ours, theirs,
        documentFormat, verb, shell,
        seconds,
        colourMode, changeID, number, ownerName, defaultsWord, command, reportForm

    var name: String { row.name }

    /// A description of the argument, for the end of a sentence such as `--suite needs NAME, ...`.
    var meaning: String { row.meaning }

    /// Whether the argument cannot be empty, so that an empty one is a variable that a script forgot to set.
    var isNeverEmpty: Bool { row.isNeverEmpty }

    var completionSource: CompletionSource { row.completion }

    /// The valid words, if they are a fixed set.
    var choices: Choices? {
        if case .choices(let choices) = row.completion { choices } else { nil }
    }

    private var row: (name: String, meaning: String, isNeverEmpty: Bool, completion: CompletionSource) {
        switch self {
        case .suite: ("NAME", "the name of a suite", true, .suites)
        case .key: ("KEY", "a key", false, .keys)
        case .glob: ("GLOB", "a pattern of keys", false, .keys)
        case .pointer: ("POINTER", "a JSON Pointer", false, .pointers)
        case .value: ("VALUE", "a value", false, .values)
        case .amount: ("BY", "a number", true, .nowhere)
        case .pair: ("KEY=VALUE", "an argument of the form KEY=VALUE", true, .assignments)
        case .entry: ("KEY VALUE", "a key and its value", false, .nowhere)
        case .type: ("TYPE", "the name of a type", true, .choices(.types))
        case .format:
            (
                "FORMAT", "the name of a format", true,
                .choices(Choices(DocumentForm.names + [DocumentForm.commandsName]))
            )
        case .editedForm: ("FORM", "the name of a form of text", true, .choices(Choices(EditedForm.names)))
        case .changeForm: ("FORMAT", "the name of a form of changes", true, .choices(Choices(ChangeForm.names)))
        case .command: ("COMMAND", "the name of a program", true, .files)
        case .defaultsWord: ("WORD", "a word of defaults(1)", false, .nowhere)
        case .path: ("PATH", "the path of a file", true, .files)
        case .schemaFile: ("FILE", "the path of a schema", true, .files)
        case .schemaAction: ("ACTION", "the name of an action", true, .choices(Choices(SchemaAction.names)))
        case .outputFile: ("FILE", "the path of the file to write", true, .files)
        case .text: ("TEXT", "a text to search for", false, .nowhere)
        case .oldKey: ("OLD", "the name of an existing key", false, .keys)
        case .oldSuite: ("OLD", "the name of an existing suite", true, .suites)
        case .newSuite: ("NEW", "the new name of a suite", true, .nowhere)
        case .newKey: ("NEW", "the name of a new key", false, .nowhere)
        case .document: ("FILE", "the path of a property list", true, .files)
        case .base: ("BASE", "the path of the common ancestor", true, .files)
        case .ours: ("OURS", "the path of our version", true, .files)
        case .theirs: ("THEIRS", "the path of their version", true, .files)
        case .configuration: ("FILE|DIRECTORY", "the path of a document of suites or of a directory", true, .files)
        case .documentFormat: ("FORMAT", "the name of a file format", true, .choices(Choices(DocumentForm.names)))
        case .verb: ("COMMAND", "the name of a command", true, .choices(.verbs))
        case .shell: ("SHELL", "the name of a shell", true, .choices(Choices(CompletionShell.names)))
        case .colourMode: ("WHEN", "auto, always or never", true, .choices(Choices(["auto", "always", "never"])))
        case .seconds: ("SECONDS", "a number of seconds", true, .nowhere)
        case .changeID: ("ID", "the ID of a change", true, .changes)
        case .number: ("N", "a number of changes", true, .nowhere)
        case .ownerName: ("NAME", "the name of an owner", true, .nowhere)
        case .reportForm: ("FORMAT", "the name of a form of reports", true, .choices(Choices(DriftReport.Form.names)))
        }
    }
}

/// The words that are valid as an argument.
struct Choices: Sendable {
    let offered: [String]
    /// Synonyms of the offered words, which are accepted but not offered.
    let alsoUnderstood: [String]

    init(_ offered: [String], alsoUnderstood: [String] = []) {
        self.offered = offered
        self.alsoUnderstood = alsoUnderstood
    }

    var words: [String] { offered + alsoUnderstood }

    fileprivate static var types: Choices {
        Choices(PropertyListKind.names, alsoUnderstood: PropertyListKind.allCases.flatMap(\.otherNames))
    }

    fileprivate static var verbs: Choices {
        Choices(
            CommandTable.verbs.map(\.name),
            alsoUnderstood: CommandTable.verbs.flatMap(\.aliases) + CommandTable.formerCommands
        )
    }
}

extension CaseIterable where Self: RawRepresentable<String> {
    fileprivate static var names: [String] { allCases.map(\.rawValue) }
}

/// The source of the words that complete an argument.
enum CompletionSource: Sendable {
    case choices(Choices)
    case suites
    case keys
    /// The keys in the selected suite, each followed by `=` and a value.
    case assignments
    /// The pointers to the parts of the first key's value.
    case pointers
    /// The values of the key's type, if they are few.
    case values
    case files
    /// The changes in the history.
    case changes
    /// No source: the words cannot be predicted.
    case nowhere
}
