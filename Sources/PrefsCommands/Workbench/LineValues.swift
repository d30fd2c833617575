import CommandErrors
import CommandGrammar
import OtherTools
import PreferenceStore
import PropertyLists

/// The VALUEs of a command line, from all their sources.
struct LineValues {
    let reader: SuiteReader
    /// What determines the type of a word without a type option.
    let rules: SuiteRules

    private var options: ValueOptions { reader.options.value }

    /// Returns the VALUE of `set KEY VALUE`.
    func value(at pointer: ValuePointer) throws -> NewValue {
        let option = options.typed.first
        if let option, let container = DefaultsContainer(rawValue: option.name) {
            let value = try value(of: option.elements, as: container, in: pointer)
            return container.isAddition ? .addition(value) : .value(value)
        }
        let type = option.flatMap(valueType)
        if let type, let encoding = options.encoding, !type.isData {
            throw CommandError.encodingWithoutData(option: encoding.spelling)
        }
        if let path = options.path { return try value(inFile: path, type) }
        let text = option?.arguments.last ?? reader.arguments.operands[1]
        return type.map { .typed(text, $0) } ?? .untyped(text, encoding: options.encoding)
    }

    /// Reads the VALUE in a file: its text without one final line break, or its bytes for data without an encoding.
    private func value(inFile path: String, _ type: ValueType?) throws -> NewValue {
        let bytes = try reader.documents.bytes(ofFileAt: path) { .valueFile(path: path, $0) }
        if type == .kind(.data), options.encoding == nil { return .value(.data(bytes)) }
        guard let text = String(validating: bytes.droppingFinalLineBreak, as: UTF8.self) else {
            throw CommandError.valueFileNotUTF8(path: path, at: SourcePosition.ofInvalidUTF8(in: bytes.span))
        }
        return type.map { .typed(text, $0) } ?? .untyped(text, encoding: options.encoding)
    }

    /// Returns the VALUEs of `append KEY VALUE...`, in order, each with or without a type option.
    func elements(at pointer: ValuePointer) throws -> [PropertyList] {
        let typed = options.typed
        if options.path != nil {
            guard typed.count < 2 else {
                throw CommandError.usage(.conflictingOptions(typed[0].spelling, typed[1].spelling))
            }
            let element = pointer.part("-")
            return [try value(at: element).value(at: element, replacing: nil, by: rules)]
        }
        if let encoding = options.encoding, !typed.contains(where: { valueType($0)?.isData == true }) {
            throw CommandError.encodingWithoutData(option: encoding.spelling)
        }
        var elements: [PropertyList] = []
        var words = reader.arguments.operands[1...]
        for option in typed {
            let wordsBefore = words.prefix(max(option.operandsBefore - words.startIndex, 0))
            elements += try untypedElements(wordsBefore, at: pointer)
            words = words.dropFirst(wordsBefore.count)
            elements.append(try element(option, at: pointer))
        }
        return try elements + untypedElements(words, at: pointer)
    }

    private func untypedElements(_ words: ArraySlice<String>, at pointer: ValuePointer) throws
        -> [PropertyList]
    {
        try words.map { word in try untypedPart(word, at: pointer.part("-")) }
    }

    private func element(_ option: OptionOccurrence, at pointer: ValuePointer) throws -> PropertyList {
        let element = pointer.part("-")
        if let container = DefaultsContainer(rawValue: option.name) {
            return try value(of: option.elements, as: container, in: element)
        }
        let text = option.arguments.last ?? ""
        return switch valueType(option) {
        case .json?: try NewValue.typed(text, .json).value(at: element, replacing: nil, by: rules)
        case let type?: try NewValue.typed(text, type).value(at: pointer, replacing: nil)
        case nil: .string(text)
        }
    }

    // MARK: Types

    /// Returns the type that an option names; nil if it names none.
    private func valueType(_ option: OptionOccurrence) -> ValueType? {
        options.type(of: option.option, named: option.arguments.first)
    }

    /// Returns the value of a word without a type option, as a part of a container.
    ///
    /// It takes its type from the schema, or else from its spelling.
    private func untypedPart(_ word: String, at pointer: ValuePointer) throws -> PropertyList {
        try rules.value(of: word, encoding: nil, at: pointer) ?? PropertyList(inferring: word)
    }

    // MARK: The forms of defaults(1)

    /// Returns the array or dictionary of the words after an option; the last entry for a key is used.
    private func value(
        of elements: [TypedWord],
        as container: DefaultsContainer,
        in pointer: ValuePointer
    ) throws -> PropertyList {
        guard container.isDictionary else {
            return .array(try elements.map { try value(of: $0, at: pointer.part("-")) })
        }
        var words = elements[...]
        var entries = PropertyListDictionary()
        while let key = words.popFirst() {
            if let type = key.type { throw CommandError.typeInPlaceOfKey(type) }
            guard let word = words.popFirst() else { throw CommandError.keyWithoutValue(key.text, in: pointer) }
            entries[key.text] = try value(of: word, at: pointer.part(key.text))
        }
        return .dictionary(entries)
    }

    private func value(of word: TypedWord, at pointer: ValuePointer) throws -> PropertyList {
        guard let option = word.type.flatMap(reader.arguments.verb.syntax.option(spelled:)),
            let type = options.type(of: option, named: nil)
        else { return try untypedPart(word.text, at: pointer) }
        let pointer = reader.pointer(reader.arguments.operands[0])
        return try PropertyList(text: word.text, as: type) { .value($0, at: pointer) }
    }
}

extension [UInt8] {
    /// The bytes without one final line break, LF or CR LF.
    fileprivate var droppingFinalLineBreak: ArraySlice<UInt8> {
        guard last == UInt8(ascii: "\n") else { return self[...] }
        let line = dropLast()
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}

extension CommandError {
    /// Returns the error of a type option before a key instead of a value, in a list of keys and values.
    fileprivate static func typeInPlaceOfKey(_ option: String) -> CommandError {
        let hint = "write 'KEY \(option) VALUE', or '--' before the keys"
        return CommandError(usage: "expected a key, found '\(option)'", hint: hint)
    }

    /// Returns the error of the last key in a list of alternating keys and values.
    fileprivate static func keyWithoutValue(_ key: String, in pointer: ValuePointer) -> CommandError {
        CommandError(.usage, quoting: ["key ", .word(key.quoted, at: pointer), " has no value"])
    }

    fileprivate static func valueFile(path: String, _ error: SystemError) -> CommandError {
        CommandError(.unreadableFile, "cannot read \(path): \(error)")
    }

    fileprivate static func valueFileNotUTF8(path: String, at place: SourcePosition?) -> CommandError {
        let hint = "--data after --value-file stores it as bytes"
        return CommandError(.invalidValue, Message("\(path)\(place.suffix): the value is not UTF-8", hint: hint))
    }
}
