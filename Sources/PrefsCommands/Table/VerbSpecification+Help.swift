extension VerbSpecification {
    /// `prefs help`.
    static var help: VerbSpecification {
        VerbSpecification(
            name: .help,
            summary: "explain prefs, or one verb",
            discussion: ["'prefs help VERB' and 'prefs VERB --help' print the same."],
            operands: [OperandSpecification(.verb, .optional, summary: "the verb to explain")],
            groups: [.helpAlone],
            examples: [CommandExample(["help", "set"], summary: "explain 'prefs set'")],
            exits: [ExitMeaning(.done), ExitMeaning(.usage)]
        )
    }

    /// `prefs --version`.
    static var version: VerbSpecification {
        VerbSpecification(
            name: .version,
            summary: "print the version",
            discussion: [],
            operands: [],
            groups: [.helpAlone],
            examples: [CommandExample(["--version"], summary: "print the version")],
            exits: [ExitMeaning(.done), ExitMeaning(.usage)]
        )
    }
}
