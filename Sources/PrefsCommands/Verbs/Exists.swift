extension Verb {
    static let exists = Verb(
        "exists",
        summary: "tell by the exit code whether a key is set",
        operands: [Operand(.key, "the key to look for, whole and as it is")],
        groups: [.searchedFiles, .pointer, .messages],
        examples: ["exists name": "succeed if 'name' is set"],
        exits: .reading([
            .done: "the key is set",
            .absent: "the key is unset",
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
