import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let copy = Verb(
        "copy",
        summary: "Copy a value to another key or suite",
        discussion: """
            Without NEW, the copy has the same key, in the suite that --to-suite names. The command writes only the
            target's file. With --at, NEW gets the part of KEY's value at POINTER.

            With --glob, all keys that match are copied to the other suite, in one transaction; with --all, all keys
            of the suite.
            """,
        operands: [
            Operand(.key, "The key to copy, a literal name"),
            Operand(.newKey, "The key of the copy", .optional),
        ],
        groups: [
            .writtenFile,
            .pointer,
            .replacement(
                .glob(
                    "Copy the keys that match GLOB, to the suite of --to-suite",
                    operands: [Operand(.key, "A further key to copy, a literal name", .zeroOrMore)],
                    excludes: ["--at"]
                ),
                Option(
                    ["--all"],
                    "Copy all keys, to the suite of --to-suite",
                    operands: [],
                    excludes: ["--at", "--glob"]
                ) { $0.keys.areAll = true },
                Option(
                    ["--to-suite"],
                    "Copy to the suite NAME (~/.config/NAME.plist)",
                    takes: [.word(.suite)]
                ) { $0.otherSuite = $1.argument }
            ),
            .changes,
            .change,
            .messages,
        ],
        examples: [
            "copy window window.backup": "Copy a value to another key",
            "copy -s editor theme --to-suite viewer": "Copy a value to the same key of another suite",
            "copy -s editor --glob 'window.*' --to-suite viewer": "Copy the keys of one scope to another suite",
            "copy -s editor --all --to-suite editor.backup": "Copy a whole suite",
        ],
        exits: .changing([
            .absent: "the key is not set, or with --all no key",
            .invalidValue: "the value breaks the schema, or the target's format cannot represent it",
            .preconditionFailed: "the target key is set, and --force is not given; nothing is written",
        ]),
        action: VerbAction(VerbRun.copy, firstOperand: .existingKey)
    )
}

extension VerbRun {
    fileprivate func copy() throws -> ExitCode {
        let source = try reader.selection()
        let otherSuite = options.otherSuite
        let target = if let otherSuite { try reader.selection(of: SuiteName(otherSuite)) } else { source }
        if otherSuite == nil {
            let syntax = Verb.copy.syntax
            let synopsis = syntax.synopsis(with: syntax.optionChangingOperands(arguments.options))
            guard options.keys.globs.isEmpty, !options.keys.areAll else {
                throw CommandError.usage(.missingOption("--to-suite NAME", synopsis: synopsis))
            }
            guard operands.count > 1 else { throw CommandError.noTarget }
        }
        // If there are two files, the source is read as a snapshot and needs no lock.
        let isOneFile = target.recordedPath.hasSameBytes(as: source.recordedPath)
        if !options.keys.globs.isEmpty || options.keys.areAll {
            return try copyMatches(from: source, to: target, isOneFile: isOneFile)
        }
        let pointer = reader.pointer(operands[0])
        let names = try source.rules.names(of: pointer.key)
        let newKey = operands.count > 1 ? operands[1] : pointer.key
        let whole = isOneFile ? nil : try reader.contents(of: source, keys: .named(names))[named: names]
        let newNames = try self.names(ofTarget: newKey, besides: isOneFile ? names : [], by: target.rules)
        target.rules.disclosure.receive(newKey, from: pointer, of: source.rules)
        try writer.changeAndPrint(target, keys: [newKey], reading: isOneFile ? names : []) { transaction in
            guard let value = try pointer.found(in: isOneFile ? transaction.root[named: names] : whole) else {
                throw suggestions.unset([pointer], in: source, isOneFile: true)
            }
            try checkTarget(newKey, of: isOneFile ? pointer : nil, in: transaction.root, named: newNames)
            transaction.root[named: newNames] = value
        }
        messages.reportChange(.copied(pointer, to: newKey, path: target.file.path))
        return .done
    }

    /// Copies the keys that match a GLOB, or with `--all` all keys, to another suite.
    private func copyMatches(from source: Selection, to target: Selection, isOneFile: Bool) throws -> ExitCode {
        let selected = options.keys.areAll ? nil : Glob.selection(by: options.keys.globs, and: operands)
        let matches = try reader.contents(of: source, keys: selected)
        let unset = operands.filter { matches[$0] == nil }
        guard unset.isEmpty, !matches.isEmpty else {
            throw unset.isEmpty && !options.keys.areAll
                ? CommandError.noKeyMatches(options.keys.globs, in: source.file.path)
                : suggestions.unset(unset.map { ValuePointer($0) }, in: source, isOneFile: true)
        }
        let keys = matches.keys
        target.rules.disclosure.hide(as: source.rules)
        keys.forEach(target.rules.disclosure.receive)
        try writer.changeAndPrint(target, keys: keys) { transaction in
            for entry in matches {
                let names = isOneFile ? [entry.key] : try target.rules.names(of: entry.key)
                let source = isOneFile ? ValuePointer(entry.key) : nil
                try checkTarget(entry.key, of: source, in: transaction.root, named: names)
                transaction.root[named: names] = entry.value
            }
        }
        messages.reportChange(.changed(keys.map { ValuePointer($0) }, path: target.file.path))
        return .done
    }
}

extension CommandError {
    /// The error of a copy that would be its source.
    fileprivate static var noTarget: CommandError {
        CommandError(usage: "missing argument NEW", hint: "name NEW, or a suite with --to-suite NAME")
    }
}

extension Message {
    fileprivate static func copied(_ key: ValuePointer, to new: String, path: String) -> Message {
        "copied \(key.quoted) to \(new.quoted) in \(path)"
    }
}
