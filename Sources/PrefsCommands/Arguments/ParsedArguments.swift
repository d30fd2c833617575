/// A command line, understood.
struct ParsedArguments: Equatable, Sendable {
    /// The verb.
    let verb: VerbName
    /// The operands in order, as many as the verb takes with its options.
    let operands: [String]
    /// The options in order, none twice but those that are repeatable.
    let options: [OptionOccurrence]

    /// Whether an option is given.
    func has(_ name: OptionName) -> Bool {
        self[name] != nil
    }

    /// The option as it is given first, if it is.
    subscript(name: OptionName) -> OptionOccurrence? {
        options.first { $0.name == name }
    }

    /// The first argument of an option, if the option is given.
    func argument(of name: OptionName) -> String? {
        self[name]?.arguments.first
    }
}
