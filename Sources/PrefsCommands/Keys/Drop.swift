import CommandErrors
import CommandGrammar
import PropertyLists

extension Verb {
    static let drop = Verb(
        "drop",
        summary: "Remove values from an array",
        discussion: """
            Removes every element that is equal to a VALUE, and prints the new array. The command reads and writes in
            one transaction. An unset key starts as in 'append'. An array without such an element is not an error.

            A VALUE gets its type as in 'append'. So 'drop list 5' removes the integer 5, and 'drop list --string 5' the
            string.
            """,
        operands: [.keyOfArray, Operand(.value, "A value to remove", .oneOrMore)],
        groups: [
            .updatedFile, .typedElements, .elementSource, .pointer,
            OptionGroup(
                "Elements",
                .strict(summary: "Exit with 1, writing nothing, if no element is equal to a VALUE")
            ),
            .output(.jsonBesideValue, .null), .change, .messages,
        ],
        examples: [
            "drop recent notes.txt": Example("Remove a string from an array", prints: "[\"a.txt\"]"),
            "drop ports --int 80 --int 8080": Example("Remove two integers", prints: "[443]"),
        ],
        exits: .changing([
            .absent: "no element is equal to a VALUE, and --strict is given",
            .invalidValue: "the value is not an array, or a VALUE does not match its type or the schema",
        ]),
        action: VerbAction(VerbRun.drop, firstOperand: .updatedKey)
    )
}

extension VerbRun {
    fileprivate func drop() throws -> ExitCode {
        var isDropped = false
        let exitCode = try updateArray { present, values, pointer in
            let kept = present.filter { !values.contains($0) }
            isDropped = kept.count < present.count
            if !isDropped, options.keys.isStrict { throw CommandError.noEqualElement(in: pointer) }
            return isDropped ? kept : nil
        }
        guard !isDropped, messages.answers else { return exitCode }
        let (selection, pointer) = (try reader.selection(), reader.pointer(operands[0]))
        let isUnset = try reader.values(at: [pointer], of: selection)[0] == nil
        let error = isUnset ? suggestions.unset([pointer], in: selection) : .noEqualElement(in: pointer)
        messages.of(error).forEach { messages.note($0) }
        return exitCode
    }
}

extension CommandError {
    /// Returns the error of values of which an array has none.
    fileprivate static func noEqualElement(in pointer: ValuePointer) -> CommandError {
        CommandError(.absent, "nothing to remove: \(pointer.quoted) has no such element")
    }
}
