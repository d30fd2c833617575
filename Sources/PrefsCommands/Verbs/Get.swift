import PropertyLists

extension Verb {
    static let get = Verb(
        "get",
        summary: "print the values of keys",
        discussion: """
            Prints one value a line, in the order of the keys: strings as they are, containers as JSON, data as base64.
            It looks where an app would: in the suite, then in what all suites share, the user's files before the
            system's. If a key is unset and no --default stands for it, nothing is printed at all.
            """,
        operands: [Operand(.key, "a key of the suite, whole and as it is: general.launchCount is one key", .oneOrMore)],
        groups: [
            .searchedFiles,
            .pointer,
            OptionGroup(
                "What is asked",
                Option(
                    .defaultValue,
                    ["--default"],
                    "print VALUE, as it is, for each key that is unset",
                    takes: [.verbatim(.value)]
                ),
                Option(
                    .expect,
                    ["--expect"],
                    "fail with exit code 3 if a value is of another type than TYPE",
                    takes: [.word(.type)]
                )
            ),
            .output(
                .json,
                .typed,
                Option(.raw, ["--raw"], "the bytes of a data value, as they are", excludes: [.json, .typed, .null]),
                .null
            ),
            .messages,
        ],
        examples: [
            "get general.launchCount": "print one value",
            "get -s group.x name --default nobody": "print a value of the suite group.x, or 'nobody' if it is unset",
            "get name flag --json": "print two values as one JSON object",
            "get window --at /frame/0/width": "print a part of a value: the width in the first element of 'frame'",
        ],
        exits: .reading([
            .done: "every key is set, or --default stands for it",
            .absent: "a key is unset; nothing is printed",
            .invalidValue: "a value is of another type than asked for, or JSON cannot hold it",
        ]),
        run: CommandContext.get
    )
}

extension CommandContext {
    fileprivate func get() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let places = try places()
        let values = try values(at: places, of: selection, takesDefaults: true)
        let unset = values.filter { $0.value == nil }.map(\.place)
        guard unset.isEmpty || arguments.has(.defaultValue) else { throw .unset(unset, in: selection.place) }
        try checkExpectedType(of: values)
        if values.count > 1, try writeIfJSON(.dictionary(object(of: values))) { return .done }
        for found in values {
            try write(found)
        }
        return .done
    }

    private func checkExpectedType(of values: [FoundValue]) throws(CommandError) {
        guard let expected = arguments.argument(of: .expect).flatMap(PropertyListKind.init(typeName:)) else { return }
        for found in values {
            if let value = found.value, value.kind != expected {
                throw .wrongType(at: found.place, found: value.kind, expected: [expected])
            }
        }
    }

    /// Prints a value on its line, or the default verbatim; with `--raw`, prints only the bytes of data.
    private func write(_ found: FoundValue) throws(CommandError) {
        switch found.value {
        case .data(let bytes) where arguments.has(.raw) && isTerminal:
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw .binaryOnTerminal(hasOutputOption: false)
            }
            write(shown(text).utf8)
        case .data(let bytes) where arguments.has(.raw):
            write(bytes)
        case let value? where arguments.has(.raw):
            throw .wrongType(at: found.place, found: value.kind, expected: [.data])
        case nil where jsonStyle == nil:
            try writeVerbatim(arguments.argument(of: .defaultValue) ?? "")
        case let value:
            write(try record(of: value ?? defaultValue, at: found.place).utf8)
        }
    }

    private func object(of values: [FoundValue]) -> PropertyListDictionary {
        var object = PropertyListDictionary()
        for found in values {
            object[found.place.key] = found.value ?? defaultValue
        }
        return object
    }

    /// The default as a JSON value, with the type that its spelling implies.
    private var defaultValue: PropertyList {
        PropertyList(inferring: arguments.argument(of: .defaultValue) ?? "")
    }
}
