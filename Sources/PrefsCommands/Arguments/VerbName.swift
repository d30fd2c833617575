/// The identity of a verb, in the order of the help.
///
/// The raw value is the word that is typed.
enum VerbName: String, CaseIterable, Sendable {
    case get
    case list
    case keys
    case exists
    case type
    case dump
    case explain
    case describe
    case find
    case watch
    case set
    case reset
    case toggle
    case increment
    case append
    case rename
    case copy
    case edit
    case apply
    case diff
    case convert
    case check
    case suites
    case path
    case schema
    case completions
    case man
    case help
    case version = "--version"

    /// The verb that a word names, by its own name or by an alias.
    init?(word: String) {
        guard let verb = Self.allCases.first(where: { $0.rawValue == word || $0.aliases.contains(word) }) else {
            return nil
        }
        self = verb
    }

    /// Whether the verb neither reads nor writes files, whatever its options are.
    var usesNoFiles: Bool {
        switch self {
        case .completions, .man, .help, .version: true
        default: false
        }
    }

    /// Other names of the verb, which do exactly the same.
    var aliases: [String] {
        switch self {
        case .reset: ["unset", "delete"]
        case .apply: ["import"]
        case .help: ["--help", "-h"]
        default: []
        }
    }
}
