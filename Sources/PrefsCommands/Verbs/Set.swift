import PropertyLists

extension Verb {
    static let set = Verb(
        "set",
        summary: "set a key to a value",
        discussion: """
            A VALUE without a type takes the type that the key has in the file; for a new key, true and false are a
            bool, 42 is an integer, 1.5 is a float, and all else is a string. A type changes only when a type is named.

            The options that name a type take the next word, whatever it begins with, so that --string is safe for every
            VALUE. After --value-file they stand alone.

            With --pairs each word is KEY=VALUE, split at its first '=', and all are set or none. --dry-run prints what
            would change, with values as typed JSON: '+ KEY NEW' for a new key, '~ KEY OLD -> NEW' for one that is set.
            """,
        operands: [
            .keyToSet,
            Operand(.value, "the value to set"),
        ],
        groups: [
            .writtenFile, .typedValues, .defaultsForms, .valueSource, .pointerWithParents, .conditions, .change,
            .messages,
        ],
        examples: [
            "set general.launchCount 3": "set an integer",
            "set zip --string 10117": "set a string of digits",
            "set recent --json '[\"a\", \"b\"]'": "set an array",
            "set icon --value-file icon.png --data": "set data to the bytes of a file",
            "set --pairs width=800 title=a=b": "set two keys at once",
            "set window --at /frame/x 0 --parents": "set a part of a value, and make the dictionaries that it needs",
            "set theme dark --if-equals light": "set a key unless it has changed meanwhile",
        ],
        exits: .changing([
            .absent: "nothing can be put where --at leads",
            .invalidValue: "VALUE is not of the type that is named, or that the key has",
            .preconditionFailed: "a precondition does not hold; nothing is written",
        ]),
        run: CommandContext.set
    )
}

extension OptionGroup {
    fileprivate static let conditions = OptionGroup(
        "What is set, and when",
        Option(
            .pairs,
            ["--pairs"],
            "set many keys in one transaction, each KEY=VALUE",
            operands: [Operand(.pair, "a key and its value, split at the first '='", .oneOrMore)],
            excludes: .typedValues + [.valueFile, .base64, .hexadecimal, .pointer, .parents, .ifEquals]
        ),
        Option(
            .ifUnset,
            ["--if-unset"],
            "exit with 7, and write nothing, where something is set already",
            excludes: [.ifEquals]
        ),
        Option(
            .ifEquals,
            ["--if-equals"],
            "exit with 7, and write nothing, unless VALUE is what is set, read as the new value is",
            takes: [.verbatim(.value)]
        ),
        .dryRun
    )
}

extension CommandContext {
    fileprivate func set() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let pairs = try arguments.has(.pairs) ? pairs() : []
        let places = try arguments.has(.pairs) ? pairs.map(\.place) : [place(arguments.operands[0])]
        let keys = places.map(\.key)
        let schema = try schemaOfChange(to: selection, keys: keys)
        let assignments =
            try arguments.has(.pairs)
            ? pairs
            : places.map { place throws(CommandError) in
                Assignment(place: place, value: try LineValues(context: self, schema: schema).value(at: place))
            }
        let isChanged = try changeOrRehearse(selection, keys: keys, by: schema) { contents throws(CommandError) in
            for assignment in assignments {
                try assign(assignment, in: &contents, schema)
            }
        }
        reportChange(outcome(at: places, isChanged: isChanged))
        return .done
    }

    private func assign(
        _ assignment: Assignment,
        in contents: inout PropertyListDictionary,
        _ schema: SuiteSchema?
    ) throws(CommandError) {
        let place = assignment.place
        let key = try NamedKey(place.key, in: schema)
        let whole = contents[key]
        let old = place.value(in: whole)
        if arguments.has(.ifUnset), old != nil { throw .alreadySet(place) }
        if let text = arguments.argument(of: .ifEquals) {
            guard let old else { throw .noValue(at: place, expected: text) }
            let expected = try assignment.value.like(text).value(at: place, replacing: old, schema)
            guard old == expected else { throw .otherValue(at: place, old, expected: expected) }
        }
        let value = try assignment.value.value(at: place, replacing: old, schema)
        contents[key] = try place.whole(whole, holding: value, makingParents: arguments.has(.parents))
    }

    /// Returns the pairs of `--pairs`, each split at its first `=`.
    private func pairs() throws(CommandError) -> [Assignment] {
        var keys: Set<ByteKey> = []
        var assignments: [Assignment] = []
        for word in arguments.operands {
            let (key, text) = word.splitAtEqualsSign
            guard let text else { throw .usage(.pairWithoutEqualsSign(word)) }
            guard keys.insert(ByteKey(key)).inserted else { throw .usage(.repeatedKey(key)) }
            assignments.append(Assignment(place: ValuePath(key), value: .untyped(text, encoding: nil)))
        }
        return assignments
    }
}

private struct Assignment {
    let place: ValuePath
    let value: NewValue
}
