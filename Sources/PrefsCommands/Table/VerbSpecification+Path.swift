extension VerbSpecification {
    /// `prefs path`.
    static var path: VerbSpecification {
        VerbSpecification(
            name: .path,
            summary: "print the path of a suite's file",
            discussion: ["The file need not be there: it is the one that 'prefs set' writes."],
            operands: [],
            groups: [.writtenFile, .output(.json(summary: "a JSON string"), .null), .messages],
            examples: [CommandExample(["path", "-s", "group.x"], summary: "print where the suite group.x is kept")],
            exits: [ExitMeaning(.done), ExitMeaning(.usage), ExitMeaning(.unreadableFile)]
        )
    }
}
