import PropertyLists

extension Verb {
    static let type = Verb(
        "type",
        summary: "Print the type of a value",
        discussion: "Prints one of \(PropertyListKind.allCases.map(\.rawValue).joined(separator: ", ")).",
        operands: [Operand(.key, "The key to look up, a literal name")],
        groups: [.searchedFiles, .pointer, .output(.json(summary: "Print a JSON string")), .messages],
        examples: ["type general.launchCount": "Print the type of one value"],
        exits: .reading([
            .done: "the key is set",
            .absent: "the key is not set; nothing is printed",
        ]),
        run: CommandContext.type
    )
}

extension CommandContext {
    fileprivate func type() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let place = try place(arguments.operands[0])
        guard let value = try values(at: [place], of: selection)[0].value else {
            throw .unset([place], in: selection.place)
        }
        if try !writeIfJSON(.string(value.kind.rawValue)) { writeLine(value.kind.rawValue) }
        return .done
    }
}
