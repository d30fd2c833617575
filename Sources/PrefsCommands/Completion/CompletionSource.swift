/// Where the words come from that may stand in a place of the command line.
enum CompletionSource: Sendable {
    /// The fixed set of the placeholder.
    case choices
    /// The suites that there are.
    case suites
    /// The keys in the selected suite.
    case keys
    /// The keys in the selected suite, each with `=` and then a value behind it.
    case assignments
    /// The values of the key's type, where they are few.
    case values
    /// The files that the shell knows.
    case files
    /// Nobody can tell.
    case nowhere
}

extension Placeholder {
    /// What completes the word in a shell.
    var completionSource: CompletionSource {
        switch self {
        case .type, .format, .documentFormat, .editedForm, .verb, .shell, .schemaAction: .choices
        case .suite: .suites
        case .key, .oldKey, .glob: .keys
        case .pair: .assignments
        case .value: .values
        case .path, .schemaFile, .outputFile, .document: .files
        case .pointer, .newKey, .amount, .entry, .text, .seconds: .nowhere
        }
    }
}
