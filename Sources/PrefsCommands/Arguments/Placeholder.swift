import PropertyLists

/// What a word stands for that the user puts in place of a name such as `KEY`.
///
/// It names the word in usage lines, and says what completes it in a shell.
enum Placeholder: CaseIterable, Sendable {
    case suite
    case key
    case glob
    case pointer
    case value
    case amount
    case pair
    case entry
    case type
    case format
    case editedForm
    case path
    case schemaFile
    case schemaAction
    case outputFile
    case text
    case oldKey
    case newKey
    case document
    case documentFormat
    case verb
    case shell
    case seconds

    /// The name in usage lines.
    var name: String {
        switch self {
        case .suite: "NAME"
        case .key: "KEY"
        case .glob: "GLOB"
        case .pointer: "POINTER"
        case .value: "VALUE"
        case .amount: "BY"
        case .pair: "KEY=VALUE"
        case .entry: "KEY VALUE"
        case .type: "TYPE"
        case .format: "FORMAT"
        case .editedForm: "FORM"
        case .path: "PATH"
        case .schemaFile: "FILE"
        case .schemaAction: "ACTION"
        case .outputFile: "FILE"
        case .text: "TEXT"
        case .oldKey: "OLD"
        case .newKey: "NEW"
        case .document: "FILE"
        case .documentFormat: "FORMAT"
        case .verb: "VERB"
        case .shell: "SHELL"
        case .seconds: "SECONDS"
        }
    }

    /// What the word is, to end a sentence such as `--suite needs NAME, ...`.
    var meaning: String {
        switch self {
        case .suite: "the name of a suite"
        case .key: "a key"
        case .glob: "a pattern of keys"
        case .pointer: "a JSON Pointer"
        case .value: "a value"
        case .amount: "a number"
        case .pair: "a key and its value in one word"
        case .entry: "a key and its value"
        case .type: "the name of a type"
        case .format: "the name of a format"
        case .editedForm: "the name of a form to edit"
        case .path: "the path of a file"
        case .schemaFile: "the path of a schema"
        case .schemaAction: "the name of an action"
        case .outputFile: "the path of the file to write"
        case .text: "a text to look for"
        case .oldKey: "a key that is set"
        case .newKey: "a new key"
        case .document: "the path of a property list"
        case .documentFormat: "the name of a format of files"
        case .verb: "the name of a verb"
        case .shell: "the name of a shell"
        case .seconds: "a number of seconds"
        }
    }

    /// Whether nothing has an empty name of this kind, so that one is a variable that a script forgot to set.
    var isNeverEmpty: Bool {
        switch self {
        case .suite, .path, .schemaFile, .outputFile, .seconds, .type, .format, .editedForm, .verb, .shell: true
        case .schemaAction: true
        case .amount, .pair, .document, .documentFormat: true
        case .key, .glob, .pointer, .value, .entry, .text, .oldKey, .newKey: false
        }
    }

    /// The words that may stand here, where they are a fixed set.
    var choices: Choices? {
        switch self {
        case .type:
            Choices(
                PropertyListKind.allCases.map(\.rawValue),
                alsoUnderstood: PropertyListKind.allCases.flatMap(\.otherNames)
            )
        case .format:
            Choices(DocumentForm.allCases.map(\.rawValue) + [DocumentForm.commandsName])
        case .editedForm:
            Choices(EditedForm.allCases.map(\.rawValue))
        case .documentFormat:
            Choices(DocumentForm.allCases.map(\.rawValue))
        case .verb:
            Choices(VerbName.allCases.map(\.rawValue), alsoUnderstood: VerbName.allCases.flatMap(\.aliases))
        case .shell:
            Choices(CompletionShell.allCases.map(\.rawValue))
        case .schemaAction:
            Choices(SchemaAction.allCases.map(\.rawValue))
        case .suite, .key, .glob, .pointer, .value, .amount, .pair, .entry, .path, .schemaFile, .outputFile, .text,
            .seconds, .oldKey, .newKey, .document:
            nil
        }
    }
}
