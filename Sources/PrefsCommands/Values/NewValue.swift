import PreferenceStore
import PropertyLists

/// What `set` is asked to store, before it is known what its place holds.
enum NewValue {
    /// A text whose type is that of the value it replaces, else what its spelling says.
    ///
    /// `encoding` is the option that says how data is spelled, if one is given: then nothing but data will do.
    case untyped(String, encoding: OptionOccurrence?)
    /// A text of a type that is named.
    case typed(String, ValueType)
    case value(PropertyList)
    /// Elements that go to the end of the array that there is, or entries that go into the dictionary that there is, in
    /// place of those with the same key.
    case addition(PropertyList)

    /// The value to store in a place.
    ///
    /// - Parameter old: what the place holds in the file that is written; nil where it is unset.
    func value(
        at place: ValuePath,
        replacing old: PropertyList?,
        _ schema: SuiteSchema? = nil
    ) throws(CommandError) -> PropertyList {
        if case .untyped(let text, let encoding) = self,
            let value = try schema?.value(of: text, encoding: encoding, at: place)
        {
            return value
        }
        switch (self, old) {
        case (.value(let value), _):
            return value
        case (.untyped(_, let encoding?), let old) where old?.kind != .data:
            throw .usage(.encodingWithoutData(option: encoding.spelling))
        case (.untyped(let text, _), nil):
            return PropertyList(inferring: text)
        case (.untyped(let text, let encoding), let old?):
            let type = encoding?.name == .hexadecimal ? .hexadecimal : ValueType.kind(old.kind)
            return try PropertyList(text: text, as: type) { .valueOfStoredKind($0, at: place, old.kind) }
        case (.typed(let text, let type), _):
            let value = try PropertyList(text: text, as: type) { .value($0, at: place) }
            // JSON has neither dates nor data, and one type of number.
            return type == .json ? schema?.storedForm(of: value, at: place) ?? value : value
        case (.addition(let value), nil):
            return value
        case (.addition(.array(let elements)), .array(let old)):
            return .array(old + elements)
        case (.addition(.dictionary(let entries)), .dictionary(let old)):
            return .dictionary(old.merging(entries))
        case (.addition(let value), let old?):
            throw .wrongType(at: place, found: old.kind, expected: [value.kind])
        }
    }

    /// What a text stands for that is read as this value is.
    func like(_ text: String) -> NewValue {
        switch self {
        case .untyped(_, let encoding): .untyped(text, encoding: encoding)
        case .typed(_, let type): .typed(text, type)
        case .value(let value), .addition(let value): .typed(text, .kind(value.kind))
        }
    }
}

extension PropertyListDictionary {
    /// These entries and others, which count where both have the same key.
    func merging(_ entries: PropertyListDictionary) -> PropertyListDictionary {
        var merged = self
        for entry in entries {
            merged[entry.key] = entry.value
        }
        return merged
    }
}

/// The VALUEs of a line, from wherever it says that they come.
struct LineValues {
    let context: CommandContext
    /// What says of which type a word is that names none.
    let schema: SuiteSchema?

    private var arguments: ParsedArguments { context.arguments }

    /// The VALUE of `set KEY VALUE`.
    func value(at place: ValuePath) throws(CommandError) -> NewValue {
        let typeOption = typeOptions.first
        let type = typeOption.flatMap(valueType)
        if let typeOption, type == nil {
            let container = try container(typeOption, in: place)
            let isAdded = typeOption.name == .arrayAdd || typeOption.name == .dictionaryAdd
            return isAdded ? .addition(container) : .value(container)
        }
        if let type, let encoding, !type.isData { throw .usage(.encodingWithoutData(option: encoding.spelling)) }
        if let path = arguments.argument(of: .valueFile) { return try value(inFile: path, type) }
        let text = typeOption?.arguments.last ?? arguments.operands[1]
        return type.map { .typed(text, $0) } ?? .untyped(text, encoding: encoding)
    }

    /// The VALUE in a file: its text without one final line break, or for data its bytes, unless they are spelled out.
    private func value(inFile path: String, _ type: ValueType?) throws(CommandError) -> NewValue {
        let bytes = try rethrowing(
            path == "-" ? context.environment.readInput() : PlainFile.read(path),
            as: { .valueFile(path: path, $0) }
        )
        if type == .kind(.data), encoding == nil { return .value(.data(bytes)) }
        guard let text = String(validating: bytes.droppingFinalLineBreak, as: UTF8.self) else {
            throw .valueFileNotUTF8(path: path)
        }
        return type.map { .typed(text, $0) } ?? .untyped(text, encoding: encoding)
    }

    /// The VALUEs of `append KEY VALUE...`, in the order of the line, each with an option before it or without.
    func elements(at place: ValuePath) throws(CommandError) -> [PropertyList] {
        let options = typeOptions
        if arguments.has(.valueFile) {
            guard options.count < 2 else {
                throw .usage(.conflictingOptions(options[0].spelling, options[1].spelling))
            }
            let element = place.part("-")
            return [try value(at: element).value(at: element, replacing: nil, schema)]
        }
        if let encoding, !options.contains(where: { valueType($0)?.isData == true }) {
            throw .usage(.encodingWithoutData(option: encoding.spelling))
        }
        var elements: [PropertyList] = []
        var words = arguments.operands[1...]
        for option in options {
            let wordsBefore = words.prefix(max(option.operandsBefore - words.startIndex, 0))
            elements += try untypedElements(wordsBefore, at: place)
            words = words.dropFirst(wordsBefore.count)
            elements.append(try element(option, at: place))
        }
        return try elements + untypedElements(words, at: place)
    }

    private func untypedElements(_ words: ArraySlice<String>, at place: ValuePath) throws(CommandError)
        -> [PropertyList]
    {
        try words.map { word throws(CommandError) in try untypedPart(word, at: place.part("-")) }
    }

    private func element(_ option: OptionOccurrence, at place: ValuePath) throws(CommandError) -> PropertyList {
        let element = place.part("-")
        return switch (valueType(option), option.arguments.last) {
        case (.json?, let text?): try NewValue.typed(text, .json).value(at: element, replacing: nil, schema)
        case (let type?, let text?): try NewValue.typed(text, type).value(at: place, replacing: nil)
        default: try container(option, in: element)
        }
    }

    // MARK: Types

    private var typeOptions: [OptionOccurrence] {
        arguments.options.filter { [OptionName].typedValues.contains($0.name) }
    }

    /// The type that an option names as it is given; nil where it names none.
    private func valueType(_ option: OptionOccurrence) -> ValueType? {
        valueType(named: option.name, argument: option.arguments.first)
    }

    private func valueType(named name: OptionName, argument: String?) -> ValueType? {
        switch name {
        case .stringValue: .kind(.string)
        case .integerValue: .kind(.integer)
        case .floatValue: .kind(.real)
        case .boolValue: .kind(.boolean)
        case .dateValue: .kind(.date)
        case .dataValue: dataType
        case .hexadecimalDataValue: arguments.has(.base64) ? .kind(.data) : .hexadecimal
        case .jsonValue: .json
        case .propertyListValue: .propertyList
        case .typedValue: argument.flatMap(PropertyListKind.init(typeName:)).map { $0 == .data ? dataType : .kind($0) }
        default: nil
        }
    }

    /// The option that says how data is spelled; nil where none does.
    private var encoding: OptionOccurrence? { arguments[.hexadecimal] ?? arguments[.base64] }

    private var dataType: ValueType { arguments.has(.hexadecimal) ? .hexadecimal : .kind(.data) }

    /// The value of a word that names no type and is to be a part of a container: of the schema's type, else of what its
    /// spelling says.
    private func untypedPart(_ word: String, at place: ValuePath) throws(CommandError) -> PropertyList {
        try schema?.value(of: word, encoding: nil, at: place) ?? PropertyList(inferring: word)
    }

    // MARK: The forms of defaults(1)

    /// The array or the dictionary of all words behind an option; of two entries with the same key the later counts.
    private func container(_ option: OptionOccurrence, in place: ValuePath) throws(CommandError) -> PropertyList {
        var words = option.arguments[...]
        guard option.name == .dictionary || option.name == .dictionaryAdd else {
            var elements: [PropertyList] = []
            while let value = try nextValue(&words, at: place.part("-")) {
                elements.append(value)
            }
            return .array(elements)
        }
        var entries = PropertyListDictionary()
        while let key = words.popFirst() {
            guard let value = try nextValue(&words, at: place.part(key)) else { throw .usage(.keyWithoutValue(key)) }
            entries[key] = value
        }
        return .dictionary(entries)
    }

    /// The value that the next word stands for, or where that names a type, the one after it; nil at the end.
    private func nextValue(
        _ words: inout ArraySlice<String>,
        at place: ValuePath
    ) throws(CommandError) -> PropertyList? {
        guard let word = words.popFirst() else { return nil }
        guard let option = arguments.verb.syntax.option(spelled: word),
            let type = valueType(named: option.name, argument: nil)
        else { return try untypedPart(word, at: place) }
        guard let text = words.popFirst() else { throw .usage(.typeWithoutValue(word)) }
        let place = try context.place(arguments.operands[0])
        return try PropertyList(text: text, as: type) { .value($0, at: place) }
    }
}

extension [UInt8] {
    /// The bytes without a line break, LF or CR LF, at the end.
    fileprivate var droppingFinalLineBreak: ArraySlice<UInt8> {
        guard last == UInt8(ascii: "\n") else { return self[...] }
        let line = dropLast()
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}
