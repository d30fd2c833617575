/// One thing that follows an option on the command line.
enum OptionArgument: Sendable {
    /// The next word, which must not look like an option.
    case word(Placeholder)
    /// The next word, whatever it begins with; left out when the option named `unless` stands before.
    case verbatim(Placeholder, unless: OptionName? = nil)
    /// The rest of the line, whatever its words begin with.
    case rest(Placeholder)

    /// What stands for the argument in usage lines.
    var placeholder: Placeholder {
        switch self {
        case .word(let placeholder), .verbatim(let placeholder, _), .rest(let placeholder): placeholder
        }
    }

    /// The argument as usage lines show it.
    var notation: String {
        switch self {
        case .word, .verbatim: placeholder.name
        case .rest: placeholder.name + "..."
        }
    }
}
