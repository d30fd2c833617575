import CommandErrors
import CommandGrammar
import PropertyLists

extension Verb {
    static let get = Verb(
        "get",
        summary: "Print the value of a key",
        discussion: """
            Prints one value per line, in the order of the keys. Strings are verbatim, containers are JSON, and data is
            base64. The command searches as a program does: the suite before the preferences that all suites share, and
            the user's files before the system's. If a key has neither a value nor a default, prefs prints nothing.
            """,
        operands: [Operand(.key, "A key, a literal name: general.launchCount is one key", .oneOrMore)],
        groups: [
            .searchedFiles,
            OptionGroup(
                "Keys",
                .glob(
                    "Print the values of the set keys that match GLOB",
                    operands: [Operand(.key, "A further key, a literal name", .zeroOrMore)]
                )
            ),
            .pointer,
            OptionGroup(
                "Value",
                Option(
                    ["--default"],
                    "Print VALUE, verbatim, for each key that has no value and no default",
                    takes: [.verbatim(.value)]
                ) { $0.get.standard = $1.argument },
                Option(
                    ["--expect"],
                    "Exit with 3 if a value has another type than TYPE",
                    takes: [.word(.type)]
                ) { $0.get.kind = PropertyListKind(typeName: $1.argument) },
                Option(
                    ["--type"],
                    "Print the type of each value instead of the value",
                    excludes: ["--raw", "--count", "--default"]
                ) { $0.get.part = .type },
                Option(
                    ["--count"],
                    "Print the number of elements or keys of each container instead of it",
                    excludes: ["--raw", "--default"]
                ) { $0.get.part = .count }
            ),
            .output(
                .json,
                Option(["--raw"], "Print the bytes of a data value", excludes: ["--format", "--null"]) {
                    $0.get.isRaw = true
                },
                .null
            ),
            .messages,
        ],
        examples: [
            "get general.launchCount": Example("Print one value", prints: "3"),
            "get -s group.x name --default nobody": Example(
                "Print a value of the suite group.x, or 'nobody' if it is not set",
                prints: "nobody"
            ),
            "get name flag --json": Example(
                "Print two values as one JSON object",
                prints: "{\"name\":\"Ada\",\"flag\":true}"
            ),
            "get --glob 'window.*' --json": Example(
                "Print the values of one scope as one JSON object",
                prints: "{\"window.x\":10}"
            ),
            "get window --at /frame/0/width": Example(
                "Print a part of a value: the width in the first element of 'frame'",
                prints: "800"
            ),
            "get recent --count": Example("Print how many elements an array has", prints: "2"),
            "get -q name": "Print a value, or nothing if there is none; the exit code tells which",
        ],
        exits: .reading([
            .done: "every key has a value or a default",
            .absent: "a key has no value and no default; nothing is printed",
            .invalidValue: "a value has another type than requested, or JSON cannot represent it",
        ]),
        action: VerbAction(VerbRun.get, firstOperand: .readKey)
    )
}

final class GetOptions {
    /// The text to print for a key that has no value and no default; nil if that is an error.
    fileprivate(set) var standard: String?
    /// The type that each value must have; nil for any.
    fileprivate(set) var kind: PropertyListKind?
    /// Whether to print the bytes of data.
    fileprivate(set) var isRaw = false
    /// What is printed of each value.
    fileprivate(set) var part = Part.value

    enum Part {
        case value, type, count
    }
}

extension Options {
    fileprivate var get: GetOptions { own(GetOptions.init) }
}

extension VerbRun {
    fileprivate func get() throws -> ExitCode {
        let selection = try reader.selection()
        let pointers = try reader.pointers(in: selection)
        var values = try reader.values(at: pointers, of: selection, takesDefaults: true)
        let unset = pointers.indices.filter { values[$0] == nil }.map { pointers[$0] }
        if !unset.isEmpty, options.get.standard == nil || messages.answers {
            let error = suggestions.unset(unset, in: selection)
            guard options.get.standard != nil else { throw error }
            if error.hint != nil { messages.of(error).forEach { messages.note($0) } }
        }
        for (position, pointer) in pointers.enumerated() {
            guard let value = values[position] else { continue }
            if let expected = options.get.kind, value.kind != expected {
                throw CommandError.wrongType(at: pointer, found: value.kind, expected: [expected])
            }
            values[position] = try part(of: value, at: pointer)
        }
        if pointers.count > 1 || !options.keys.globs.isEmpty,
            try printer.writeIfJSON(object(of: values, at: pointers))
        {
            return .done
        }
        for (pointer, value) in zip(pointers, values) {
            try write(value, at: pointer)
        }
        return .done
    }

    /// Returns what is printed of a value: all of it, its type, or the number of its parts.
    private func part(of value: PropertyList, at pointer: ValuePointer) throws -> PropertyList {
        switch (options.get.part, value) {
        case (.value, _): return value
        case (.type, _): return .string(value.kind.rawValue)
        case (.count, .array(let elements)): return elements.count.propertyList
        case (.count, .dictionary(let entries)): return entries.count.propertyList
        case (.count, _):
            throw CommandError.wrongType(at: pointer, found: value.kind, expected: [.array, .dictionary])
        }
    }

    /// Prints a value on its line, or the default verbatim; with `--raw`, prints only the bytes of data.
    private func write(_ value: PropertyList?, at pointer: ValuePointer) throws {
        switch value {
        case .data(let bytes) where options.get.isRaw && printer.isTerminal:
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw CommandError.binaryOnTerminal(hasOutputOption: false)
            }
            printer.write(printer.shown(text).utf8)
        case .data(let bytes) where options.get.isRaw:
            printer.write(bytes)
        case let value? where options.get.isRaw:
            throw CommandError.wrongType(at: pointer, found: value.kind, expected: [.data])
        case nil where printer.jsonStyle == nil:
            try printer.writeVerbatim(options.get.standard ?? "")
        case let value:
            printer.write(try printer.record(of: value ?? defaultValue, at: pointer).utf8)
        }
    }

    private func object(of values: [PropertyList?], at pointers: [ValuePointer]) -> PropertyList {
        var object = PropertyListDictionary()
        for (pointer, value) in zip(pointers, values) {
            object[pointer.key] = value ?? defaultValue
        }
        return .dictionary(object)
    }

    /// The default as a JSON value, with the type that its spelling implies.
    private var defaultValue: PropertyList {
        PropertyList(inferring: options.get.standard ?? "")
    }
}
