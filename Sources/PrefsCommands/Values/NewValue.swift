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

extension CommandContext {
    /// The VALUE of `set KEY VALUE`, from wherever the line says that it comes.
    func newValue(at place: ValuePath, by schema: SuiteSchema?) throws(CommandError) -> NewValue {
        let typeOption = typeOptions.first
        let type = typeOption.flatMap(valueType)
        if let typeOption, type == nil {
            let container = try container(typeOption, in: place, by: schema)
            let isAdded = typeOption.name == .arrayAdd || typeOption.name == .dictionaryAdd
            return isAdded ? .addition(container) : .value(container)
        }
        if let type, let encoding, !type.isData {
            throw .usage(.encodingWithoutData(option: encoding.spelling))
        }
        if let path = arguments.argument(of: .valueFile) {
            return try newValue(inFile: path, type)
        }
        let text = typeOption?.arguments.last ?? arguments.operands[1]
        return type.map { .typed(text, $0) } ?? .untyped(text, encoding: encoding)
    }

    /// The VALUE in a file: its text without one final line break, or for data its bytes, unless they are spelled out.
    private func newValue(inFile path: String, _ type: ValueType?) throws(CommandError) -> NewValue {
        let bytes = try rethrowing(
            path == "-" ? environment.readInput() : PlainFile.read(path),
            as: { .valueFile(path: path, $0) }
        )
        if type == .kind(.data), encoding == nil {
            return .value(.data(bytes))
        }
        guard let text = String(validating: bytes.droppingFinalLineBreak, as: UTF8.self) else {
            throw .valueFileNotUTF8(path: path)
        }
        return type.map { .typed(text, $0) } ?? .untyped(text, encoding: encoding)
    }

    // MARK: Types

    var typeOptions: [OptionOccurrence] {
        arguments.options.filter { [OptionName].typedValues.contains($0.name) }
    }

    /// The type that an option names as it is given; nil where it names none.
    func valueType(_ option: OptionOccurrence) -> ValueType? {
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
    var encoding: OptionOccurrence? {
        arguments[.hexadecimal] ?? arguments[.base64]
    }

    private var dataType: ValueType {
        arguments.has(.hexadecimal) ? .hexadecimal : .kind(.data)
    }

    /// The value of a word that names no type and is to be a part of a container: of the schema's type, else of what its
    /// spelling says.
    func untypedPart(
        _ word: String,
        at place: ValuePath,
        by schema: SuiteSchema?
    ) throws(CommandError) -> PropertyList {
        try schema?.value(of: word, encoding: nil, at: place) ?? PropertyList(inferring: word)
    }

    // MARK: The forms of defaults(1)

    /// The array or the dictionary of all words behind an option.
    func container(
        _ option: OptionOccurrence,
        in place: ValuePath,
        by schema: SuiteSchema?
    ) throws(CommandError) -> PropertyList {
        if option.name == .dictionary || option.name == .dictionaryAdd {
            return .dictionary(try entries(of: option.arguments, in: place, by: schema))
        }
        return .array(try values(of: option.arguments[...], in: place, by: schema))
    }

    /// The values of words, each with an option before it that names its type, or without.
    private func values(
        of words: ArraySlice<String>,
        in array: ValuePath,
        by schema: SuiteSchema?
    ) throws(CommandError) -> [PropertyList] {
        var values: [PropertyList] = []
        var rest = words
        while let value = try nextValue(&rest, at: array.part("-"), by: schema) {
            values.append(value)
        }
        return values
    }

    /// The values of words, each behind its key; of two with the same key the later counts.
    private func entries(
        of words: [String],
        in dictionary: ValuePath,
        by schema: SuiteSchema?
    ) throws(CommandError) -> PropertyListDictionary {
        var entries = PropertyListDictionary()
        var rest = words[...]
        while let key = rest.popFirst() {
            guard let value = try nextValue(&rest, at: dictionary.part(key), by: schema) else {
                throw .usage(.keyWithoutValue(key))
            }
            entries[key] = value
        }
        return entries
    }

    /// The value that the next word stands for, or where that names a type, the one after it; nil at the end.
    private func nextValue(
        _ words: inout ArraySlice<String>,
        at place: ValuePath,
        by schema: SuiteSchema?
    ) throws(CommandError) -> PropertyList? {
        guard let word = words.popFirst() else { return nil }
        guard let option = arguments.verb.syntax.option(spelled: word),
            let type = valueType(named: option.name, argument: nil)
        else { return try untypedPart(word, at: place, by: schema) }
        guard let text = words.popFirst() else { throw .usage(.typeWithoutValue(word)) }
        let place = try self.place(arguments.operands[0])
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
