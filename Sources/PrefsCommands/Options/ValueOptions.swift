import CommandGrammar
import PropertyLists

/// The VALUEs of the line that options introduce, and the encoding of data.
struct ValueOptions {
    /// The options with a value, in their order on the line.
    fileprivate(set) var typed: [OptionOccurrence] = []
    /// The path of the file that contains the value; `-` is standard input.
    fileprivate(set) var path: String?
    fileprivate(set) var encoding: DataEncoding?

    /// Returns the type of the value after an option; nil for a container.
    ///
    /// - Parameter name: The name of the type, if the option takes one.
    func type(of option: Option, named name: String?) -> ValueType? {
        switch option.name {
        case "--json": .json
        case "--plist": .propertyList
        case "-data": encoding?.type ?? .hexadecimal
        case "--type": name.flatMap(PropertyListKind.init(typeName:)).map(type(for:))
        // The name of the option has the name of the type.
        case let option: PropertyListKind(typeName: String(option.dropFirst(2))).map(type(for:))
        }
    }

    private func type(for kind: PropertyListKind) -> ValueType {
        kind == .data ? encoding?.type ?? .kind(.data) : .kind(kind)
    }
}

/// The encoding of data, and the option that names it.
struct DataEncoding {
    let type: ValueType
    let spelling: String
}

extension OptionGroup {
    static let typedValues = OptionGroup(
        "Value",
        .value("--string", aliases: ["-string"], summary: "A string"),
        .value("--int", aliases: ["--integer", "-int", "-integer"], summary: "An integer from -2^63 to 2^64-1"),
        .value(
            "--float",
            aliases: ["-float"],
            quietAliases: ["--real", "--double"],
            summary: "A floating-point number"
        ),
        .value(
            "--bool",
            aliases: ["-bool", "-boolean"],
            quietAliases: ["--boolean"],
            summary: "A bool: true, false, yes, no, on, off, 1 or 0"
        ),
        .value("--date", aliases: ["-date"], summary: "A date, as in 2025-01-31T12:00:00+01:00"),
        .value("--data", summary: "Data in base64, or in hexadecimal with --hex"),
        .value("--json", summary: "A value in JSON"),
        .value("--plist", summary: "A value as a property list"),
        .value(
            "--type",
            of: [.word(.type), .verbatim(.value, unless: "--value-file")],
            summary: "A value of the type TYPE"
        )
    )

    static let typedElements = OptionGroup(typedValues.title, of: typedValues.options.map(\.amongElements))

    /// The forms of `defaults(1)` without an equivalent here, as elements of an array.
    static let defaultsFormsOfElements = OptionGroup(
        defaultsForms.title,
        of: defaultsForms.options.filter { $0.name != "-array-add" && $0.name != "-dict-add" }.map(\.amongElements)
    )

    static let elementSource = OptionGroup(
        valueSource.title,
        of: valueSource.options.map { $0.name == "--value-file" ? $0.takingOperands([.keyOfArray]) : $0 }
    )

    /// The forms of `defaults(1)` without an equivalent here.
    static let defaultsForms = OptionGroup(
        "Forms of defaults(1)",
        .value("-array", of: [.list(.value)], summary: "An array of the words up to the next option"),
        .value("-array-add", of: [.list(.value)], summary: "The current array, plus the words that follow"),
        .value("-dict", of: [.list(.entry)], summary: "A dictionary of the keys and values that follow"),
        .value("-dict-add", of: [.list(.entry)], summary: "The current dictionary, plus what follows"),
        .value("-data", summary: "Data in hexadecimal; --data takes base64")
    )

    static let valueSource = OptionGroup(
        "Source of the value",
        Option(
            ["--value-file"],
            "The contents of PATH, without one final line break; '-' is standard input",
            takes: [.word(.path)],
            operands: [.keyToSet]
        ) { $0.value.path = $1.argument },
        Option(
            ["--base64"],
            "Decode data from base64, also in a file"
        ) { $0.value.encoding = DataEncoding(type: .kind(.data), spelling: $1.spelling) },
        Option(
            ["--hex"],
            "Decode data from hexadecimal, also in a file",
            excludes: ["--base64"]
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
        _ spelling: String,
        aliases: [String] = [],
        quietAliases: [String] = [],
        of arguments: [OptionArgument] = [.verbatim(.value, unless: "--value-file")],
        summary: String
    ) -> Option {
        let takesList = if case .list = arguments.last { true } else { false }
        return Option(
            [spelling],
            summary,
            aliases: aliases,
            quietAliases: quietAliases,
            takes: arguments,
            operands: [.keyToSet],
            excludes: takesList ? .typedValues + ["--value-file"] : .typedValues
        ) { $0.value.typed.append($1) }
    }

    /// The option for the elements of an array, which can be given any number of times.
    fileprivate var amongElements: Option {
        takingOperands(
            [.keyOfArray, Operand(.value, "An element of the array", .zeroOrMore)],
            excludes: excludes.filter { $0 == "--value-file" }
        )
    }

    /// Returns this option for another verb, with other operands.
    fileprivate func takingOperands(_ operands: [Operand], excludes: [String] = []) -> Option {
        Option(
            spellings,
            summary,
            aliases: aliases,
            quietAliases: quietAliases,
            takes: arguments,
            operands: operands,
            excludes: excludes,
            isRepeatable: arguments.contains { $0.placeholder == .value },
            updating: update
        )
    }
}

extension [String] {
    /// The options that name the type of a value, which exclude each other.
    static let typedValues: [String] = [
        "--string", "--int", "--float", "--bool", "--date", "--data", "--json", "--plist", "--type", "-array",
        "-array-add", "-dict", "-dict-add", "-data",
    ]
}
