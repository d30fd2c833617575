import PropertyLists

extension Verb {
    static let append = Verb(
        "append",
        summary: "Append values to an array",
        discussion: """
            Prints the new array. The command reads and writes in one transaction, so concurrent appends lose no value.
            An unset key starts from the value that a program finds in the other files of the search list. Without one,
            it starts from the default in the schema, else from an empty array.

            Without a type option, VALUE has the type that the schema defines. Otherwise true and false are a bool, 42
            is an integer, 1.5 is a float, and all else is a string. A type option takes the next word as its value,
            even if that begins with a dash. Each VALUE can have its own type option.
            """,
        operands: [.keyToAppendTo, .element(.oneOrMore)],
        groups: [
            .updatedFile, .typedElements, .defaultsFormsOfElements, .elementSource, .pointerWithParents,
            .output(.typed, .null), .change, .messages,
        ],
        examples: [
            "append recent notes.txt": "Append a string",
            "append list --string 10117 --json '{\"a\": 1}'": "Append a string of digits, and a dictionary",
        ],
        exits: .changing([
            .absent: "nothing can be stored at the position of --at",
            .invalidValue: "the value is not an array, or a VALUE does not match its type or the schema",
        ]),
        firstOperand: .assignedKey,
        run: VerbRun.append
    )
}

extension VerbRun {
    fileprivate func append() throws -> ExitCode {
        let selection = try reader.selection()
        let pointer = reader.pointer(operands[0])
        let schema = try reader.schema(of: selection, keys: [pointer.key])
        let elements = try reader.hidingSecrets(of: selection, by: schema) {
            try LineValues(reader: reader, schema: schema).elements(at: pointer)
        }
        return try writer.update(pointer, of: selection, by: schema) { old, pointer in
            try NewValue.addition(.array(elements)).value(at: pointer, replacing: old)
        }
    }
}
