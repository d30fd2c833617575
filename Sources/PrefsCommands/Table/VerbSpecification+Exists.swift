extension VerbSpecification {
    /// `prefs exists`.
    static var exists: VerbSpecification {
        VerbSpecification(
            name: .exists,
            summary: "tell by the exit code whether a key is set",
            discussion: [],
            operands: [OperandSpecification(.key, summary: "the key to look for, whole and as it is")],
            groups: [.searchedFiles, .pointer, .messages],
            examples: [CommandExample(["exists", "name"], summary: "succeed if 'name' is set")],
            exits: [
                ExitMeaning(.done, "the key is set"),
                ExitMeaning(.absent, "the key is unset"),
                ExitMeaning(.usage),
                ExitMeaning(.unreadableFile),
            ]
        )
    }
}
