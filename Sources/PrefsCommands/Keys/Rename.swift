import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let rename = Verb(
        "rename",
        summary: "Rename a key",
        discussion: """
            With --at, the part of OLD's value at POINTER becomes the value of NEW.

            Both keys change in one transaction. The entry keeps its position in the file. If the keys of the file are
            sorted, it moves to its sorted position.
            """,
        operands: [
            Operand(.oldKey, "The key to rename, a literal name"),
            Operand(.newKey, "The new key"),
        ],
        groups: [.writtenFile, .pointer, .replacement(), .changes, .change, .messages],
        examples: [
            "rename launches general.launchCount": "Rename a key",
            "rename launches count --dry-run": "Print what that would remove and add",
        ],
        exits: .changing([
            .absent: "the key OLD is not set",
            .invalidValue: "the change breaks the schema, or the file's format cannot represent it",
            .preconditionFailed: "the key NEW is set, and --force is not given; nothing is written",
        ]),
        action: VerbAction(VerbRun.rename, firstOperand: .existingKey)
    )
}

extension OptionGroup {
    /// Returns the options for the target of a moved or copied value: `--force` and others.
    static func replacement(_ others: Option...) -> OptionGroup {
        OptionGroup("Target", of: others + [.force(summary: "Overwrite the value of an existing key")])
    }
}

extension VerbRun {
    fileprivate func rename() throws -> ExitCode {
        let source = reader.pointer(operands[0])
        try rename(source, to: operands[1], in: try reader.selection()) { _ in }
        messages.reportChange(.renamed(source, to: operands[1]))
        return .done
    }

    /// Makes a key, or a part of its value, the value of a new key.
    ///
    /// - Parameter check: Throws an error if the contents are not as expected.
    /// - Returns: The changes of keys.
    @discardableResult
    func rename(
        _ source: ValuePointer,
        to new: String,
        in selection: Selection,
        if check: (PropertyListDictionary) throws -> Void
    ) throws -> [PreferenceChange] {
        let names = try selection.rules.names(of: source.key)
        let newNames = try self.names(ofTarget: new, besides: names, by: selection.rules)
        selection.rules.disclosure.receive(new, from: source, of: selection.rules)
        return try writer.changeAndPrint(
            selection,
            keys: [source.key, new],
            endingOwnershipOf: names + [new]
        ) { transaction in
            try check(transaction.root)
            guard let value = source.value(in: transaction.root[named: names]) else {
                throw suggestions.unset([source], in: selection, isOneFile: true)
            }
            try checkTarget(new, of: source, in: transaction.root, named: newNames)
            transaction.root.removeAll(named: Array(newNames.dropFirst()))
            if source.inValue == .whole {
                transaction.root.renameKey(names.first { transaction.root[$0] != nil } ?? source.key, to: new)
            } else {
                transaction.root[named: names] = source.whole(removingFrom: transaction.root[named: names])
                transaction.root[new] = value
            }
        }
    }

    /// Returns the names of a key that gets a value: its own, and its former ones that do not have the value now.
    func names(ofTarget key: String, besides sources: [String], by rules: SuiteRules) throws -> [String] {
        try [key] + rules.names(of: key).dropFirst().filter { name in !sources.contains { $0.hasSameBytes(as: name) } }
    }

    /// Checks that the target key of a value is unset or may be replaced.
    ///
    /// - Parameters:
    ///   - source: The pointer to the value; nil if it is in another file.
    ///   - names: The names of the target, but not those of the source.
    func checkTarget(
        _ key: String,
        of source: ValuePointer?,
        in contents: PropertyListDictionary,
        named names: [String]
    ) throws {
        guard contents[named: names] != nil, !options.writing.isForced else { return }
        guard let source, source.inValue == .whole, source.key.hasSameBytes(as: key) else {
            throw CommandError.targetIsSet(key)
        }
        throw CommandError.sourceIsTarget(options.otherSuite.map { "suite \($0.quoted)" } ?? "key \(key.quoted)")
    }
}

extension CommandError {
    fileprivate static func targetIsSet(_ key: String) -> CommandError {
        CommandError(.preconditionFailed, Message("\(key.quoted) already exists", hint: "--force overwrites it"))
    }
}

extension Message {
    fileprivate static func renamed(_ old: ValuePointer, to new: String) -> Message {
        "renamed \(old.quoted) to \(new.quoted)"
    }
}
