extension Verb {
    static let exists = Verb(
        "exists",
        summary: "Test whether a key is set, by exit code",
        operands: [Operand(.key, "The key to look up, a literal name")],
        groups: [.searchedFiles, .pointer, .messages],
        examples: ["exists name": "Succeed if 'name' is set"],
        exits: .reading([
            .done: "the key is set",
            .absent: "the key is not set",
        ]),
        run: CommandContext.exists
    )
}

extension CommandContext {
    fileprivate func exists() throws(CommandError) -> ExitCode {
        let place = try place(arguments.operands[0])
        return try values(at: [place], of: try selection())[0].value == nil ? .absent : .done
    }
}
