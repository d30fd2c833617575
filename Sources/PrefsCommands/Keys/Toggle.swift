import CommandErrors
import CommandGrammar
import PropertyLists

extension Verb {
    static let toggle = Verb(
        "toggle",
        summary: "Invert a boolean",
        discussion: """
            Prints the new value. The command reads and writes in one transaction, so concurrent toggles all count. An
            unset key starts from its value in the other files of the search list, else from its default in the schema,
            else from false.
            """,
        operands: [Operand(.key, "The key of a bool, a literal name")],
        groups: [.updatedFile, .pointerWithParents, .output(.json, .null), .change, .messages],
        examples: ["toggle autosave": Example("Turn 'autosave' on or off", prints: "true")],
        exits: .changing([
            .absent: "nothing can be stored at the position of --at",
            .invalidValue: "the value is not a bool, or the change breaks the schema",
        ]),
        action: VerbAction(VerbRun.toggle, firstOperand: .updatedKey)
    )
}

extension VerbRun {
    fileprivate func toggle() throws -> ExitCode {
        try writer.update(reader.selection()) { old, pointer in
            switch old {
            case nil: .boolean(true)
            case .boolean(let old): .boolean(!old)
            case let old?: throw CommandError.wrongType(at: pointer, found: old.kind, expected: [.boolean])
            }
        }
    }
}
