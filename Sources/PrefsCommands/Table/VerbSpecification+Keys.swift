extension VerbSpecification {
    /// `prefs keys`.
    static var keys: VerbSpecification {
        VerbSpecification(
            name: .keys,
            summary: "print the names of keys",
            discussion: ["Prints one key a line, in byte order, escaped as in 'prefs list'."],
            operands: [],
            groups: [.searchedFiles, .output(.json(summary: "a JSON array"), .null), .messages],
            examples: [CommandExample(["keys", "-s", "group.x"], summary: "print the keys of the suite group.x")],
            exits: [
                ExitMeaning(.done, "done, even if there is no key"),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "a key holds NUL, and --null is asked for"),
                ExitMeaning(.unreadableFile),
            ]
        )
    }
}
