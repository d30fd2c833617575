import CommandErrors
import CommandGrammar
import OtherTools
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
            "set servers --at '/[name=web]/port' 8080 --parents": "Set a part of the element whose 'name' is 'web'",
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
            ["--if-set"],
            "Exit with 7, writing nothing, unless each key is already set",
            excludes: ["--if-equals", "--if-unset", "--parents"]
        ) { $0.set.isIfSet = true },
        Option(
            ["--if-equals"],
            "Exit with 7, writing nothing, unless the current value is VALUE, parsed like the new value",
            takes: [.verbatim(.value)]
        ) { $0.set.expected = $1.argument }
    )
}

final class SetOptions {
    /// Whether the operands are of the form KEY=VALUE.
    fileprivate(set) var takesPairs = false
    /// Whether a key that is set is an error.
    fileprivate(set) var isIfUnset = false
    /// Whether a key that is not set is an error.
    fileprivate(set) var isIfSet = false
    /// The value that must be there, spelled like the new one; nil for any.
    fileprivate(set) var expected: String?
}

extension Options {
    fileprivate var set: SetOptions { own(SetOptions.init) }
}

extension VerbRun {
    fileprivate func set() throws -> ExitCode {
        if isPairAsKey, operands.allSatisfy(\.isPair) {
            throw CommandError.pairsAsKeys(operands[0], interpreter.withPairs(arguments))
        }
        if let line = lineWithKeyFirst, hasValueBeforeKey { throw CommandError.valueBeforeKey(operands[0], line) }
        if let line = lineWithSuiteAndPair { throw CommandError.pairOfSuite(operands[0], line) }
        let selection = try reader.selection()
        let assignments: [(pointer: ValuePointer, value: NewValue)]
        if options.set.takesPairs {
            assignments = try pairs()
        } else {
            let pointer = reader.pointer(operands[0])
            assignments = [(pointer, try LineValues(reader: reader, rules: selection.rules).value(at: pointer))]
        }
        let pointers = assignments.map(\.pointer)
        var notes: [Message] = []
        let changes = try writer.changeAndPrint(selection, keys: pointers.map(\.key)) { transaction in
            notes = []
            for (pointer, value) in assignments {
                try assign(value, at: pointer, in: &transaction.root, by: selection.rules, &notes)
            }
        }
        if pointers.contains(where: \.key.isEmpty) {
            if options.set.takesPairs { notes.append(.emptyKeyOfPair) } else { messages.answer(.emptyKey) }
        }
        if isPairAsKey { notes.append(.pairAsKey(operands[0])) }
        if let line = lineWithKeyFirst, changes.first?.old == nil, suggestions.setKeys(of: selection).contains(line[1])
        {
            notes.append(.valueBeforeKey(line))
        }
        notes.forEach { messages.note($0) }
        if changes.isEmpty { messages.answer(.unchanged(pointers)) } else { messages.reportChange(.set(pointers)) }
        return .done
    }

    /// The line with the key in place of the value of a type option that precedes it, and that value after the option.
    private var lineWithKeyFirst: [String]? {
        guard options.value.typed.count == 1, operands.count == 1, !arguments.hasEndOfOptions,
            let typed = options.value.typed.first,
            typed.operandsBefore == 0, let word = typed.arguments.last, word != operands[0]
        else { return nil }
        let others = arguments.options.filter { $0 != typed }.flatMap { [$0.spelling] + $0.arguments }
        return ["set", word] + others + [typed.spelling] + typed.arguments.dropLast() + operands
    }

    /// Whether the word after a type option is not of that type, but the operand is.
    private var hasValueBeforeKey: Bool {
        guard let typed = options.value.typed.first, let word = typed.arguments.last,
            let type = options.value.type(of: typed.option, named: typed.arguments.first)
        else { return false }
        return (try? PropertyList(text: word, as: type)) == nil
            && (try? PropertyList(text: operands[0], as: type)) != nil
    }

    /// The line that `set SUITE KEY=VALUE` means; nil for another line.
    private var lineWithSuiteAndPair: [String]? {
        guard operands.count == 2, !options.set.takesPairs, !suggestions.isSuiteCertain, operands[1].isPair,
            interpreter.suites.contains(operands[0]), let value = operands[1].splitAtEqualsSign.argument
        else { return nil }
        return ["set", "-s", operands[0], operands[1].splitAtEqualsSign.spelling, value]
    }

    /// Whether both operands have an equals sign, and nothing says that the first is a key.
    private var isPairAsKey: Bool {
        !options.set.takesPairs && !arguments.hasEndOfOptions && options.value.typed.isEmpty && operands.count == 2
            && operands.allSatisfy { $0.splitAtEqualsSign.argument != nil }
    }

    /// - Parameter base: The value that the key gets with the new part, if it is not set.
    func assign(
        _ value: NewValue,
        at pointer: ValuePointer,
        in contents: inout PropertyListDictionary,
        startingWith base: PropertyList? = nil,
        by rules: SuiteRules,
        _ notes: inout [Message]
    ) throws {
        let names = try rules.names(of: pointer.key)
        let whole = contents[named: names]
        let old = try pointer.found(in: whole)
        if options.set.isIfUnset, old != nil { throw CommandError.alreadySet(pointer) }
        if options.set.isIfSet, old == nil {
            throw CommandError(.preconditionFailed, "\(pointer.quoted) is not set")
        }
        if let text = options.set.expected {
            let expected = try value.like(text).value(at: pointer, replacing: old, by: rules)
            guard let old else { throw CommandError.noValue(at: pointer, expected: text) }
            guard old == expected else { throw CommandError.otherValue(at: pointer, old, expected: expected) }
        }
        let new = try value.value(at: pointer, replacing: old, by: rules)
        let creates = options.keys.createsParents
        contents[named: names] = try pointer.whole(whole ?? base, setting: new, creatingParents: creates)
        if case .untyped(let text, nil) = value, old == nil || text == "-", let other = Resemblance(of: text),
            try rules.value(of: text, encoding: nil, at: pointer) == nil
        {
            notes.append(.resembling(other, pointer))
        }
    }

    /// Returns the pairs of `--pairs`, each split at its first `=`.
    private func pairs() throws -> [(pointer: ValuePointer, value: NewValue)] {
        var keys: Set<ByteKey> = []
        return try operands.map { word in
            let (key, text) = word.splitAtEqualsSign
            guard let text else { throw CommandError.pairWithoutEqualsSign(word) }
            guard keys.insert(ByteKey(key)).inserted else { throw CommandError.repeatedKey(key) }
            return (ValuePointer(key), .untyped(text, encoding: nil))
        }
    }
}

extension String {
    /// Whether the word is a pair whose key is a plain word.
    fileprivate var isPair: Bool {
        let (key, value) = splitAtEqualsSign
        return value != nil && !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
    }
}

extension CommandError {
    fileprivate static func repeatedKey(_ key: String) -> CommandError {
        CommandError(usage: "duplicate key \(key.quoted)")
    }

    fileprivate static func pairWithoutEqualsSign(_ word: String) -> CommandError {
        CommandError(
            .usage,
            quoting: [.word(word.quoted, at: nil), " has no '='"],
            hint: "--pairs takes KEY=VALUE"
        )
    }

    /// Returns the error of operands that are pairs, without the option for those.
    fileprivate static func pairsAsKeys(_ word: String, _ line: [String]?) -> CommandError {
        let hint = line.map { "\($0.commandLine); '--' before a key sets one of this name" }
        return CommandError(.usage, quoting: [.word(word.quoted, at: nil), " is a key and a value"], hint: hint)
    }

    static func alreadySet(_ pointer: ValuePointer) -> CommandError {
        CommandError(.preconditionFailed, "\(pointer.quoted) already exists")
    }

    /// Returns the error of `--if-equals` for an unset value.
    static func noValue(at pointer: ValuePointer, expected: String) -> CommandError {
        let start = "cannot set \(pointer.quoted): expected "
        let end = ", but the key is not set"
        return CommandError(
            .preconditionFailed,
            quoting: [.text(start), .word(expected.quoted, at: pointer), .text(end)]
        )
    }

    static func otherValue(at pointer: ValuePointer, _ found: PropertyList, expected: PropertyList) -> CommandError {
        func kind(_ value: PropertyList) -> String {
            found.kind == expected.kind ? "" : "\(value.kind.rawValue) "
        }
        return CommandError(
            .preconditionFailed,
            quoting: [
                "cannot set \(pointer.quoted): expected \(kind(expected))", .value(expected, at: pointer),
                ", found \(kind(found))", .value(found, at: pointer),
            ]
        )
    }
}

extension CommandError {
    /// Returns the error of a value in place of the key, before which a type option has taken the key.
    fileprivate static func valueBeforeKey(_ word: String, _ line: [String]) -> CommandError {
        let start: [MessagePart] = [.word(word.quoted, at: nil), " is in place of the key"]
        return CommandError(.usage, quoting: start, hint: line.commandLine)
    }

    /// Returns the error of a suite and a pair in place of a key and a value.
    fileprivate static func pairOfSuite(_ suite: String, _ line: [String]) -> CommandError {
        CommandError(.usage, Message("\(suite.quoted) is the name of a suite", hint: line.commandLine))
    }
}

extension Message {
    /// Returns a note about a new key that was probably meant to be the value of an existing one.
    fileprivate static func valueBeforeKey(_ line: [String]) -> Message {
        Message("a type option takes the next word as the value", hint: line.commandLine)
    }

    /// Returns a note about a word that became a string, but looks like something else.
    fileprivate static func resembling(_ other: Resemblance, _ pointer: ValuePointer) -> Message {
        let hint = "\(other.option) stores \(other.name); --string stores the same without this note"
        return Message("\(pointer.quoted) is a string, although it looks like \(other.name)", hint: hint)
    }

    /// A note about a pair that begins with the equals sign.
    fileprivate static var emptyKeyOfPair: Message {
        Message("the name of a key is ''", hint: "--pairs takes KEY=VALUE")
    }

    /// A note about a key that was probably meant to be that in a variable of the shell.
    fileprivate static var emptyKey: Message {
        Message("the name of the key is ''", hint: "if that is a mistake, 'prefs reset' removes it")
    }

    /// Returns a note about a key with an equals sign, whose value has one too.
    fileprivate static func pairAsKey(_ key: String) -> Message {
        Message("the name of the key is \(key.quoted)", hint: "--pairs sets several keys, each as KEY=VALUE")
    }
}
