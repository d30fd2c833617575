import PropertyLists

extension CommandContext {
    /// The VALUEs of `append KEY VALUE...`, in the order of the line, each with an option before it or without.
    func newElements() throws(CommandError) -> [PropertyList] {
        let place = try place(arguments.operands[0])
        let options = typeOptions
        if arguments.has(.valueFile) {
            guard options.count < 2 else {
                throw .usage(.conflictingOptions(options[0].spelling, options[1].spelling))
            }
            return [try newValue().value(at: place, replacing: nil)]
        }
        if let encoding, !options.contains(where: { valueType($0)?.isData == true }) {
            throw .usage(.encodingWithoutData(option: encoding.spelling))
        }
        var elements: [PropertyList] = []
        var words = arguments.operands[1...]
        for option in options {
            let wordsBefore = words.prefix(max(option.operandsBefore - words.startIndex, 0))
            elements += wordsBefore.map { PropertyList(inferring: $0) }
            words = words.dropFirst(wordsBefore.count)
            elements.append(try element(option, at: place))
        }
        return elements + words.map { PropertyList(inferring: $0) }
    }

    /// The value that an option holds, of the type that it names.
    private func element(_ option: OptionOccurrence, at place: ValuePlace) throws(CommandError) -> PropertyList {
        switch (valueType(option), option.arguments.last) {
        case (let type?, let text?): try NewValue.typed(text, type).value(at: place, replacing: nil)
        case _ where option.name == .dictionary: .dictionary(try entries(of: option.arguments))
        default: .array(try values(of: option.arguments[...]))
        }
    }
}
