import PropertyLists

extension VerbSpecification {
    /// `prefs type`.
    static var type: VerbSpecification {
        VerbSpecification(
            name: .type,
            summary: "print the type of a key's value",
            discussion: ["Prints one of \(PropertyListKind.allCases.map(\.rawValue).joined(separator: ", "))."],
            operands: [OperandSpecification(.key, summary: "the key to look for, whole and as it is")],
            groups: [.searchedFiles, .pointer, .output(.json(summary: "a JSON string")), .messages],
            examples: [CommandExample(["type", "general.launchCount"], summary: "print the type of one value")],
            exits: [
                ExitMeaning(.done, "the key is set"),
                ExitMeaning(.absent, "the key is unset; nothing is printed"),
                ExitMeaning(.usage),
                ExitMeaning(.unreadableFile),
            ]
        )
    }
}
