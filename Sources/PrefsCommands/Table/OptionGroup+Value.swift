extension OptionGroup {
    /// The type of a value together with the value.
    static let valueTypes = OptionGroup(
        "Type and value",
        [
            .value(.stringValue, "--string", aliases: "-string", summary: "a string"),
            .value(
                .integerValue,
                "--int",
                aliases: "--integer",
                "-int",
                "-integer",
                summary: "an integer from -2^63 to 2^64-1"
            ),
            .value(
                .floatValue,
                "--float",
                aliases: "--real",
                "--double",
                "-float",
                summary: "a floating-point number"
            ),
            .value(
                .boolValue,
                "--bool",
                aliases: "--boolean",
                "-bool",
                "-boolean",
                summary: "true, false, yes, no, on, off, 1 or 0"
            ),
            .value(.dateValue, "--date", aliases: "-date", summary: "a date, as in 2025-01-31T12:00:00+01:00"),
            .value(.dataValue, "--data", summary: "data in base64, or as --hex says"),
            .value(.jsonValue, "--json", summary: "what a JSON text holds"),
            .value(.propertyListValue, "--plist", summary: "what a property list holds"),
            OptionSpecification(
                .typedValue,
                "--type",
                arguments: [.word(.type), .verbatim(.value, unless: .valueFile)],
                summary: "a value of the type TYPE: string, integer, float, bool, date, data, array, dictionary or uid",
                operands: [.keyToSet],
                excludes: .valueTypes
            ),
            .value(.hexadecimalDataValue, "-data", summary: "data in hexadecimal, as defaults(1) takes it"),
            .values(.array, "-array", .value, summary: "an array of the words to the end of the line"),
            .values(.arrayAdd, "-array-add", .value, summary: "the same, added to the array that there is"),
            .values(.dictionary, "-dict", .entry, summary: "a dictionary of the words to the end of the line"),
            .values(.dictionaryAdd, "-dict-add", .entry, summary: "the same, added to the dictionary that there is"),
        ]
    )

    /// Where a value is read from, and how it is spelled there.
    static let valueSource = OptionGroup(
        "Where the value comes from",
        [
            OptionSpecification(
                .valueFile,
                "--value-file",
                arguments: [.word(.path)],
                summary: "the file at PATH without one final line break; '-' is standard input",
                operands: [.keyToSet]
            ),
            OptionSpecification(.base64, "--base64", summary: "data is in base64, in a file too"),
            OptionSpecification(.hexadecimal, "--hex", summary: "data is in hexadecimal", excludes: [.base64]),
        ]
    )
}

extension OperandSpecification {
    /// The key that is set.
    static let keyToSet = OperandSpecification(.key, summary: "the key to set, whole and as it is")
}

extension OptionSpecification {
    /// An option that names a type and takes the next word as the value.
    fileprivate static func value(
        _ name: OptionName,
        _ spelling: String,
        aliases: String...,
        summary: String
    ) -> OptionSpecification {
        OptionSpecification(
            name,
            spelling,
            aliases: aliases,
            arguments: [.verbatim(.value, unless: .valueFile)],
            summary: summary,
            operands: [.keyToSet],
            excludes: .valueTypes
        )
    }

    /// An option that names a container and takes the rest of the line as its contents.
    fileprivate static func values(
        _ name: OptionName,
        _ spelling: String,
        _ placeholder: Placeholder,
        summary: String
    ) -> OptionSpecification {
        OptionSpecification(
            name,
            spelling,
            arguments: [.rest(placeholder)],
            summary: summary,
            operands: [.keyToSet],
            excludes: .valueTypes + [.valueFile]
        )
    }
}

extension [OptionName] {
    /// The options that name a type, of which one may stand.
    static let valueTypes: [OptionName] = [
        .stringValue, .integerValue, .floatValue, .boolValue, .dateValue, .dataValue, .jsonValue, .propertyListValue,
        .typedValue, .hexadecimalDataValue, .array, .arrayAdd, .dictionary, .dictionaryAdd,
    ]
}
