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
        let elements = try newElements(at: place, by: schema)
        return try update(place, of: selection, by: schema) { old, place throws(CommandError) in
            try NewValue.addition(.array(elements)).value(at: place, replacing: old)
        }
    }

    /// The VALUEs of `append KEY VALUE...`, in the order of the line, each with an option before it or without.
    func newElements(at place: ValuePath, by schema: SuiteSchema?) throws(CommandError) -> [PropertyList] {
        let options = typeOptions
        if arguments.has(.valueFile) {
            guard options.count < 2 else {
                throw .usage(.conflictingOptions(options[0].spelling, options[1].spelling))
            }
            let element = place.part("-")
            return [try newValue(at: element, by: schema).value(at: element, replacing: nil, schema)]
        }
        if let encoding, !options.contains(where: { valueType($0)?.isData == true }) {
            throw .usage(.encodingWithoutData(option: encoding.spelling))
        }
        var elements: [PropertyList] = []
        var words = arguments.operands[1...]
        for option in options {
            let wordsBefore = words.prefix(max(option.operandsBefore - words.startIndex, 0))
            elements += try untypedElements(of: wordsBefore, at: place, by: schema)
            words = words.dropFirst(wordsBefore.count)
            elements.append(try element(option, at: place, by: schema))
        }
        return try elements + untypedElements(of: words, at: place, by: schema)
    }

    private func untypedElements(
        of words: ArraySlice<String>,
        at place: ValuePath,
        by schema: SuiteSchema?
    ) throws(CommandError) -> [PropertyList] {
        try words.map { word throws(CommandError) in try untypedPart(word, at: place.part("-"), by: schema) }
    }

    private func element(
        _ option: OptionOccurrence,
        at place: ValuePath,
        by schema: SuiteSchema?
    ) throws(CommandError) -> PropertyList {
        let element = place.part("-")
        return switch (valueType(option), option.arguments.last) {
        case (.json?, let text?): try NewValue.typed(text, .json).value(at: element, replacing: nil, schema)
        case (let type?, let text?): try NewValue.typed(text, type).value(at: place, replacing: nil)
        default: try container(option, in: element, by: schema)
        }
    }
}
