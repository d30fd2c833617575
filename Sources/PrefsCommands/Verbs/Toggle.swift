import PropertyLists

extension Verb {
    static let toggle = Verb(
        "toggle",
        summary: "turn a bool over, and print what it is now",
        discussion: """
            Reads and writes in one transaction: of many at once, each counts. An unset key starts from the value that a
            program finds in the other files of the search list, else from false.
            """,
        operands: [Operand(.key, "the key of a bool, whole and as it is")],
        groups: [.updatedFile, .pointerWithParents, .output(.json, .typed, .null), .change, .messages],
        examples: ["toggle autosave": "turn 'autosave' on, or off"],
        exits: .changing([
            .absent: "nothing can be put where --at leads",
            .invalidValue: "the value is no bool",
        ]),
        run: CommandContext.toggle
    )
}

extension CommandContext {
    fileprivate func toggle() throws(CommandError) -> ExitCode {
        try update { old, place throws(CommandError) in
            switch old {
            case nil: .boolean(true)
            case .boolean(let old): .boolean(!old)
            case let old?: throw .wrongType(at: place, found: old.kind, expected: [.boolean])
            }
        }
    }
}
