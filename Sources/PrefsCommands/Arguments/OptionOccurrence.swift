/// An option as it stands on a command line.
struct OptionOccurrence: Equatable, Sendable {
    /// Which option it is.
    let name: OptionName
    /// How it is spelled there, for messages.
    let spelling: String
    /// The words that follow it as its arguments.
    let arguments: [String]
    /// How many operands stand before it.
    let operandsBefore: Int
}
