import PropertyLists

extension Verb {
    static let append = Verb(
        "append",
        summary: "put values at the end of an array, and print it",
        discussion: """
            Reads and writes in one transaction: of many at once, each value is there. An unset key starts from the
            value that a program finds in the other files of the search list, else from an empty array.

            Of a VALUE without a type, true and false are a bool, 42 is an integer, 1.5 is a float, and all else is a
            string. The options that name a type take the next word, whatever it begins with, and may stand before each
            VALUE.
            """,
        operands: [.keyToAppendTo, .element(.oneOrMore)],
        groups: [
            .updatedFile, .typedElements, .defaultsFormsOfElements, .elementSource, .pointerWithParents,
            .output(.typed, .null), .change, .messages,
        ],
        examples: [
            "append recent notes.txt": "append a string",
            "append list --string 10117 --json '{\"a\": 1}'": "append a string of digits, and a dictionary",
        ],
        exits: .changing([
            .absent: "nothing can be put where --at leads",
            .invalidValue: "the value is no array, or a VALUE is not of the type that is named",
        ]),
        run: CommandContext.append
    )
}

extension CommandContext {
    fileprivate func append() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let place = try place(arguments.operands[0])
        let schema = try schemaOfChange(to: selection, keys: [place.key])
        let elements = try LineValues(context: self, schema: schema).elements(at: place)
        return try update(place, of: selection, by: schema) { old, place throws(CommandError) in
            try NewValue.addition(.array(elements)).value(at: place, replacing: old)
        }
    }
}
