import PropertyLists

/// The VALUEs of the line that options introduce, and the encoding of data.
struct ValueOptions {
    /// The options with a value, in their order on the line.
    fileprivate(set) var typed: [OptionOccurrence] = []
    /// The path of the file that contains the value; `-` is standard input.
    fileprivate(set) var path: String?
    fileprivate(set) var encoding: DataEncoding?

    /// Returns the type of the value after an option of a form; nil for a container.
    ///
    /// - Parameter name: The name of the type, if the form takes one.
    func type(for form: ValueForm, named name: String?) -> ValueType? {
        switch form {
        case .type(let type): type
        case .data(let type): encoding?.type ?? type
        case .named: name.flatMap(PropertyListKind.init(typeName:)).map { $0 == .data ? dataType : .kind($0) }
        case .container: nil
        }
    }

    private var dataType: ValueType { encoding?.type ?? .kind(.data) }
}

/// The form of a value that an option introduces.
enum ValueForm: Sendable {
    case type(ValueType)
    /// Data, of a type that `--hex` and `--base64` replace.
    case data(ValueType)
    /// The first argument is the name of the type.
    case named
    case container(DefaultsContainer)
}

/// The encoding of data, and the option that names it.
struct DataEncoding {
    let type: ValueType
    let spelling: String
}

extension OptionGroup {
    static let typedValues = OptionGroup(
        "Value",
        .value(.stringValue, .type(.kind(.string)), "--string", aliases: ["-string"], summary: "A string"),
        .value(
            .integerValue,
            .type(.kind(.integer)),
            "--int",
            aliases: ["--integer", "-int", "-integer"],
            summary: "An integer from -2^63 to 2^64-1"
        ),
        .value(
            .floatValue,
            .type(.kind(.real)),
            "--float",
            aliases: ["--real", "--double", "-float"],
            summary: "A floating-point number"
        ),
        .value(
            .boolValue,
            .type(.kind(.boolean)),
            "--bool",
            aliases: ["--boolean", "-bool", "-boolean"],
            summary: "A bool: true, false, yes, no, on, off, 1 or 0"
        ),
        .value(
            .dateValue,
            .type(.kind(.date)),
            "--date",
            aliases: ["-date"],
            summary: "A date, as in 2025-01-31T12:00:00+01:00"
        ),
        .value(.dataValue, .data(.kind(.data)), "--data", summary: "Data in base64, or in hexadecimal with --hex"),
        .value(.jsonValue, .type(.json), "--json", summary: "A value in JSON"),
        .value(.propertyListValue, .type(.propertyList), "--plist", summary: "A value as a property list"),
        .value(
            .typedValue,
            .named,
            "--type",
            of: [.word(.type), .verbatim(.value, unless: .valueFile)],
            summary: "A value of the type TYPE"
        )
    )

    static let typedElements = OptionGroup(typedValues.title, of: typedValues.options.map(\.amongElements))

    /// The forms of `defaults(1)` without an equivalent here, as elements of an array.
    static let defaultsFormsOfElements = OptionGroup(
        defaultsForms.title,
        of: defaultsForms.options.filter { $0.name != .arrayAdd && $0.name != .dictionaryAdd }.map(\.amongElements)
    )

    static let elementSource = OptionGroup(
        valueSource.title,
        of: valueSource.options.map { $0.name == .valueFile ? $0.takingOperands([.keyOfArray]) : $0 }
    )

    /// The forms of `defaults(1)` without an equivalent here.
    static let defaultsForms = OptionGroup(
        "Forms of defaults(1)",
        .value(
            .array,
            .container(.array),
            "-array",
            of: [.list(.value)],
            summary: "An array of the words up to the next option"
        ),
        .value(
            .arrayAdd,
            .container(.arrayAdd),
            "-array-add",
            of: [.list(.value)],
            summary: "The current array, plus the words that follow"
        ),
        .value(
            .dictionary,
            .container(.dictionary),
            "-dict",
            of: [.list(.entry)],
            summary: "A dictionary of the keys and values that follow"
        ),
        .value(
            .dictionaryAdd,
            .container(.dictionaryAdd),
            "-dict-add",
            of: [.list(.entry)],
            summary: "The current dictionary, plus the keys and values that follow"
        ),
        .value(
            .hexadecimalDataValue,
            .data(.hexadecimal),
            "-data",
            summary: "Data in hexadecimal, as in defaults(1); --data takes base64"
        )
    )

    static let valueSource = OptionGroup(
        "Source of the value",
        Option(
            .valueFile,
            ["--value-file"],
            "The contents of PATH, without one final line break; '-' is standard input",
            takes: [.word(.path)],
            operands: [.keyToSet]
        ) { $0.value.path = $1.argument },
        Option(
            .base64,
            ["--base64"],
            "Decode data from base64, also in the file of --value-file"
        ) { $0.value.encoding = DataEncoding(type: .kind(.data), spelling: $1.spelling) },
        Option(
            .hexadecimal,
            ["--hex"],
            "Decode data from hexadecimal, also in the file of --value-file",
            excludes: [.base64]
        ) { $0.value.encoding = DataEncoding(type: .hexadecimal, spelling: $1.spelling) }
    )
}

extension Operand {
    static let keyToSet = Operand(.key, "The key to set, a literal name")

    static let keyOfArray = Operand(.key, "The key of the array, a literal name")
}

extension Option {
    /// Returns an option that names a type, and takes the next word as the value or a list of words as its contents.
    fileprivate static func value(
        _ name: OptionName,
        _ form: ValueForm,
        _ spelling: String,
        aliases: [String] = [],
        of arguments: [OptionArgument] = [.verbatim(.value, unless: .valueFile)],
        summary: String
    ) -> Option {
        let takesList = if case .list = arguments.last { true } else { false }
        return Option(
            name,
            [spelling],
            summary,
            aliases: aliases,
            takes: arguments,
            operands: [.keyToSet],
            excludes: takesList ? .typedValues + [.valueFile] : .typedValues,
            valueForm: form
        ) { $0.value.typed.append($1) }
    }

    /// The option for the elements of an array, which can be given any number of times.
    fileprivate var amongElements: Option {
        takingOperands(
            [.keyOfArray, Operand(.value, "An element of the array", .zeroOrMore)],
            excludes: excludes.filter { $0 == .valueFile }
        )
    }

    /// Returns this option for another verb, with other operands.
    fileprivate func takingOperands(_ operands: [Operand], excludes: [OptionName] = []) -> Option {
        Option(
            name,
            spellings,
            summary,
            aliases: aliases,
            takes: arguments,
            operands: operands,
            excludes: excludes,
            isRepeatable: arguments.contains { $0.placeholder == .value },
            valueForm: valueForm,
            update
        )
    }
}

extension [OptionName] {
    /// The options that name the type of a value, which exclude each other.
    static let typedValues: [OptionName] = [
        .stringValue, .integerValue, .floatValue, .boolValue, .dateValue, .dataValue, .jsonValue, .propertyListValue,
        .typedValue, .array, .arrayAdd, .dictionary, .dictionaryAdd, .hexadecimalDataValue,
    ]
}
