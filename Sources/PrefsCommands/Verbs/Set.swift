import CommandGrammar
import PreferenceCore
import PropertyLists

extension Verb {
    static let set = Verb(
        "set",
        summary: "Set a key to a value",
        discussion: """
            Without a type option, VALUE has the type that the schema defines, else the type of the key's current value.
            For a new key, true and false are a bool, 42 is an integer, 1.5 is a float, and all else is a string. Only a
            type option changes the type of a key.

            A type option takes the next word as VALUE, even if that begins with a dash, so --string is safe for every
            VALUE. After --value-file, a type option takes no value.

            With --pairs, each argument is KEY=VALUE, split at the first '='. Either all keys are set, or none.
            --dry-run prints the changes, with values as typed JSON: '+ KEY NEW' for a new key, '~ KEY OLD -> NEW' for a
            new value.
            """,
        operands: [
            .keyToSet,
            Operand(.value, "The value to set"),
        ],
        groups: [
            .writtenFile, .typedValues, .defaultsForms, .valueSource, .pointerWithParents, .conditions,
            .output(.namesOnly, .null), .change, .messages,
        ],
        examples: [
            "set general.launchCount 3": "Set an integer",
            "set zip --string 10117": "Set a string of digits",
            "set recent --json '[\"a\", \"b\"]'": "Set an array",
            "set icon --value-file icon.png --data": "Set data to the bytes of a file",
            "set --pairs width=800 title=a=b": "Set two keys at once",
            "set window --at /frame/x 0 --parents": "Set a part of a value, and create missing dictionaries",
            "set theme dark --if-equals light": "Set a key unless its value has changed meanwhile",
        ],
        exits: .changing([
            .absent: "nothing can be stored at the position of --at",
            .invalidValue: "VALUE does not match its type, or breaks the schema",
            .preconditionFailed: "a precondition failed; nothing is written",
        ]),
        action: VerbAction(VerbRun.set, firstOperand: .assignedKey)
    )
}

extension OptionGroup {
    fileprivate static let conditions = OptionGroup(
        "Changes",
        Option(
            ["--pairs"],
            "Set several keys in one transaction, each as KEY=VALUE",
            operands: [Operand(.pair, "A key and its value, split at the first '='", .oneOrMore)],
            excludes: .typedValues + ["--value-file", "--base64", "--hex", "--at", "--parents", "--if-equals"]
        ) { $0.set.takesPairs = true },
        Option(
            ["--if-unset"],
            "Exit with 7, writing nothing, if a key is already set",
            excludes: ["--if-equals"]
        ) { $0.set.isIfUnset = true },
        Option(
            ["--if-equals"],
            "Exit with 7, writing nothing, unless the current value is VALUE, parsed like the new value",
            takes: [.verbatim(.value)]
        ) { $0.set.expected = $1.argument }
    )
}

struct SetOptions {
    /// Whether the operands are of the form KEY=VALUE.
    fileprivate(set) var takesPairs = false
    /// Whether a key that is set is an error.
    fileprivate(set) var isIfUnset = false
    /// The value that must be there, spelled like the new one; nil for any.
    fileprivate(set) var expected: String?
}

extension VerbRun {
    fileprivate func set() throws -> ExitCode {
        let selection = try reader.selection()
        let pairs = try options.set.takesPairs ? pairs() : []
        let pointers = options.set.takesPairs ? pairs.map(\.pointer) : [reader.pointer(operands[0])]
        let keys = pointers.map(\.key)
        let schema = try reader.schema(of: selection, keys: keys)
        let assignments =
            try options.set.takesPairs
            ? pairs
            : reader.hidingSecrets(of: selection, by: schema) {
                let value = try LineValues(reader: reader, schema: schema).value(at: pointers[0])
                return [Assignment(pointer: pointers[0], value: value)]
            }
        var notes: [Message] = []
        let isChanged = try writer.changeOrRehearse(selection, keys: keys, by: schema) { transaction in
            notes = []
            for assignment in assignments {
                try assign(assignment, in: &transaction.root, schema, &notes)
            }
        }
        if pairs.contains(where: \.pointer.key.isEmpty) {
            notes.append(.emptyKey)
        }
        if !options.set.takesPairs, operands.count == 2, operands.allSatisfy({ $0.splitAtEqualsSign.argument != nil }) {
            notes.append(.pairAsKey(operands[0]))
        }
        notes.forEach { printer.note($0) }
        printer.reportChange(isChanged ? .set(pointers) : .unchanged(pointers))
        return .done
    }

    private func assign(
        _ assignment: Assignment,
        in contents: inout PropertyListDictionary,
        _ schema: SuiteSchema?,
        _ notes: inout [Message]
    ) throws {
        let pointer = assignment.pointer
        let key = try NamedKey(pointer.key, in: schema)
        let whole = contents[key]
        let old = pointer.value(in: whole)
        if options.set.isIfUnset, old != nil { throw CommandError.alreadySet(pointer) }
        if let text = options.set.expected {
            let expected = try assignment.value.like(text).value(at: pointer, replacing: old, schema)
            guard let old else { throw CommandError.noValue(at: pointer, expected: text) }
            guard old == expected else { throw CommandError.otherValue(at: pointer, old, expected: expected) }
        }
        let value = try assignment.value.value(at: pointer, replacing: old, schema)
        contents[key] = try pointer.whole(whole, setting: value, creatingParents: options.keys.createsParents)
        if case .untyped(let text, nil) = assignment.value, old == nil, let option = value.optionForNumber,
            try schema?.value(of: text, encoding: nil, at: pointer) == nil
        {
            notes.append(.numberAsString(pointer, option: option))
        }
    }

    /// Returns the pairs of `--pairs`, each split at its first `=`.
    private func pairs() throws -> [Assignment] {
        var keys: Set<ByteKey> = []
        var assignments: [Assignment] = []
        for word in operands {
            let (key, text) = word.splitAtEqualsSign
            guard let text else { throw CommandError.pairWithoutEqualsSign(word) }
            guard keys.insert(ByteKey(key)).inserted else { throw CommandError.repeatedKey(key) }
            assignments.append(Assignment(pointer: ValuePointer(key), value: .untyped(text, encoding: nil)))
        }
        return assignments
    }
}

private struct Assignment {
    let pointer: ValuePointer
    let value: NewValue
}

extension CommandError {
    static func alreadySet(_ pointer: ValuePointer) -> CommandError {
        CommandError(.preconditionFailed, "\(pointer.quoted) already exists")
    }

    /// Returns the error of `--if-equals` for an unset value.
    static func noValue(at pointer: ValuePointer, expected: String) -> CommandError {
        CommandError(.preconditionFailed) { secrets in
            let shown = secrets.canHideValue(of: pointer.key) ? PreferenceSecrets.text : expected
            return "cannot set \(pointer.quoted): expected \(shown.quoted), but the key is not set"
        }
    }

    static func otherValue(at pointer: ValuePointer, _ found: PropertyList, expected: PropertyList) -> CommandError {
        CommandError(.preconditionFailed) { secrets in
            guard !secrets.isSecret(pointer) else { return "cannot set \(pointer.quoted): it has another value" }
            let isSameKind = found.kind == expected.kind
            func shown(_ value: PropertyList) -> String {
                let text = ((try? secrets.hiding(in: value, at: pointer).text) ?? "").quoted
                return isSameKind ? text : "\(value.kind.rawValue) \(text)"
            }
            return "cannot set \(pointer.quoted): expected \(shown(expected)), found \(shown(found))"
        }
    }
}

extension Message {
    /// Returns a note about a word that looks like a number, but became a string; the option names the other type.
    static func numberAsString(_ pointer: ValuePointer, option: String) -> Message {
        let hint = "\(option) stores a number; --string stores the same without this note"
        return Message("\(pointer.quoted) is a string, although it looks like a number", hint: hint)
    }

    /// A note about a pair that begins with the equals sign.
    static var emptyKey: Message { Message("the name of a key is ''", hint: "--pairs takes KEY=VALUE") }

    /// Returns a note about a key with an equals sign, whose value has one too.
    static func pairAsKey(_ key: String) -> Message {
        Message("the name of the key is \(key.quoted)", hint: "--pairs sets several keys, each as KEY=VALUE")
    }
}
