import CommandErrors
import CommandGrammar
import PropertyLists

extension Verb {
    static let increment = Verb(
        "increment",
        summary: "Add to a number",
        discussion: """
            Prints the sum. The command reads and writes in one transaction, so concurrent increments all count. An
            integer stays an integer, and never exceeds its range, -2^63 to 2^64-1.

            An unset key starts from its value in the other files of the search list, else from its default in the
            schema, else from 0.
            """,
        operands: [
            Operand(.key, "The key of a number, a literal name"),
            Operand(.amount, "The number to add, by default 1", .optional),
        ],
        groups: [.updatedFile, .pointerWithParents, .output(.json, .null), .change, .messages],
        examples: [
            "increment general.launchCount": Example("Add 1 to a counter", prints: "4"),
            "increment volume -0.5": Example("Subtract 0.5 from a float", prints: "2.0"),
        ],
        exits: .changing([
            .absent: "nothing can be stored at the position of --at",
            .invalidValue:
                "the value is not a number, BY does not match its type, or the sum breaks its range or schema",
        ]),
        action: VerbAction(VerbRun.increment, firstOperand: .updatedKey)
    )
}

extension VerbRun {
    fileprivate func increment() throws -> ExitCode {
        let amount = operands.count > 1 ? operands[1] : "1"
        return try writer.update(reader.selection()) { old, pointer in
            let number = old ?? .zero(toAdd: amount)
            guard number.kind == .integer || number.kind == .real else {
                throw CommandError.wrongType(at: pointer, found: number.kind, expected: [.integer, .real])
            }
            return try rethrowing(number.adding(amount), as: { .value($0, at: pointer) })
        }
    }
}
