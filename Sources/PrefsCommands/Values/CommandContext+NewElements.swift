import PropertyLists

extension CommandContext {
    /// The VALUEs of `append KEY VALUE...`, in the order of the line, each with an option before it or without.
    ///
    /// - Parameter schema: what says of which type each is that has none.
    func newElements(at place: ValuePlace, by schema: SuiteSchema?) throws(CommandError) -> [PropertyList] {
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
        at place: ValuePlace,
        by schema: SuiteSchema?
    ) throws(CommandError) -> [PropertyList] {
        var elements: [PropertyList] = []
        for word in words {
            elements.append(try untypedPart(word, at: place.part("-"), by: schema))
        }
        return elements
    }

    /// The value that an option holds, of the type that it names.
    private func element(
        _ option: OptionOccurrence,
        at place: ValuePlace,
        by schema: SuiteSchema?
    ) throws(CommandError) -> PropertyList {
        let element = place.part("-")
        return switch (valueType(option), option.arguments.last) {
        case (.json?, let text?): try NewValue.typed(text, .json).value(at: element, replacing: nil, schema)
        case (let type?, let text?): try NewValue.typed(text, type).value(at: place, replacing: nil)
        case _ where option.name == .dictionary:
            .dictionary(try entries(of: option.arguments, in: element, by: schema))
        default: .array(try values(of: option.arguments[...], in: element, by: schema))
        }
    }
}
