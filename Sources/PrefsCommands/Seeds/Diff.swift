import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let diff = Verb(
        "diff",
        summary: "Show the differences between files",
        discussion: """
            Prints the changes that would make the selected suite equal to FILE: those that 'prefs apply FILE --prune' would make.
            With two FILEs, prints what would turn the first into the second; with --against, what would turn the
            selected suite into another. If the two differ, the first lines name them, after '---' and '+++'. Then one
            line follows per difference, with values as typed JSON: '+ KEY NEW' for a key that only the second has,
            '- KEY OLD' for one that only the first has, and '~ KEY OLD -> NEW' for another value. In dictionaries and
            arrays, the line has the part that differs: '~ KEY /frame/0 OLD -> NEW'. The order of keys is ignored.

            A FILE in JSON takes the types of the suite's values where it does not name them, as in 'apply'. A type that
            'apply' would refuse is a difference. Two FILEs are compared with their own types. Keys that the schema
            calls volatile are left out.

            With --all-suites, every suite of the user's configuration directory is compared with a whole configuration:
            a dictionary of suites by name, as 'prefs dump --all-suites' prints it, or a directory of files SUITE.json
            and SUITE.plist. Each line then begins with the suite and a tab. A suite that only one side has is compared
            with an empty one. With --keep-going, prefs reports the suites that it cannot read, and compares the others.
            """,
        operands: [
            Operand(.document, "A file in any format; '-' is standard input"),
            Operand(.document, "The file to compare it with", .optional),
        ],
        groups: [
            .readFile,
            OptionGroup(
                "Comparison",
                Option(
                    ["--against"],
                    "Print what would turn the selected suite into the suite NAME",
                    takes: [.word(.suite)],
                    operands: []
                ) { $0.otherSuite = $1.argument },
                .allSuites(
                    "Print what would turn all suites into those of a document or directory",
                    operands: [.configuration],
                    excludes: ["--against"]
                ),
                .keepGoing,
                .ignore,
                .volatile
            ),
            .formattedChanges,
            .messages,
        ],
        examples: [
            "diff seed.plist": "Show what would turn the suite into a file",
            "diff old.plist new.json": "Compare two files in any formats",
            "diff old.plist new.plist --format commands": "Print commands that turn the first file into the second",
            "diff -s editor --against editor.backup": "Show what would restore a suite from its copy",
            "diff --all-suites backup.json": "Show what would restore all suites from a backup",
        ],
        exits: .reading([
            .done: "the files are equal",
            .absent: "the files differ",
            .invalidValue: "a value cannot be printed in the requested form",
        ]),
        action: VerbAction(VerbRun.diff, firstOperand: .document)
    )
}

extension VerbRun {
    fileprivate func diff() throws -> ExitCode {
        try options.checkStandardInput(operands)
        guard !options.selection.isOfAllSuites else { return try diffAllSuites() }
        guard operands.count < 2 else { return try diffFiles() }
        let selection = try reader.selection()
        let old = try reader.contents(of: selection)
        suggestions.noteIfMissing(selection)
        let (path, new): (String, PropertyListDictionary)
        if let name = options.otherSuite {
            let other = try reader.selection(of: SuiteName(name))
            suggestions.noteIfMissing(other)
            (path, new) = (other.file.path, try other.rules.effective(reader.contents(of: other)))
            selection.rules.disclosure.hide(as: other.rules)
        } else {
            path = operands[0]
            new = try Seed(reader.documents.read(path)).suite(replacing: old, by: selection.rules)
            selection.rules.disclosure.hide(as: reader.selection(of: SuiteFile(path: path)).rules)
        }
        let changes = try differences(old, new, of: selection)
        return try write([changes], from: selection.file.path, to: path)
    }

    /// Compares two files with their own types.
    private func diffFiles() throws -> ExitCode {
        try options.checkNoSelection()
        let files = operands.map { reader.selection(of: SuiteFile(path: $0)) }
        let documents = try operands.map { path in try reader.documents.read(path).seed }
        files[0].rules.disclosure.hide(as: files[1].rules)
        var changes = try differences(documents[0], documents[1], of: files[0])
        changes.selection = files[0]
        return try write([changes], from: operands[0], to: operands[1])
    }

    /// Compares the suites of the configuration directory with a whole configuration.
    private func diffAllSuites() throws -> ExitCode {
        let path = operands[0]
        let seeds = Dictionary(uniqueKeysWithValues: try reader.configuration(path))
        let stored = try reader.suitesOfUser().suites
        let suites = Set(seeds.keys).union(stored.compactMap(\.suite))
            .sorted(byBytesOf: \.rawValue)
        let changes = try reader.forEach(suites) { suite in
            let selection = try reader.selection(of: suite)
            let old = try reader.contents(of: selection)
            let new = try seeds[suite].map { try Seed($0).suite(replacing: old, by: selection.rules) } ?? [:]
            return try differences(old, new, of: selection, named: suite)
        }
        let directory = try reader.sources.directories().user
        return max(reader.exitCodeOfSkipped, try write(changes, from: directory, to: path))
    }

    /// Returns the changes from one side to another, without the keys that the options leave alone.
    ///
    /// - Parameter suite: The suite; nil if the command line concerns only one.
    private func differences(
        _ old: PropertyListDictionary,
        _ new: PropertyListDictionary,
        of selection: Selection,
        named suite: SuiteName? = nil
    ) throws -> SuiteChanges {
        let ignored = try IgnoredKeys(options.keys, by: selection.rules)
        let old = try selection.rules.effective(old, besides: new)
        let changes = messages.during("comparing", selection.file.path) {
            old.keyChanges(to: new).filter { !ignored.contains($0.key) }
        }
        return SuiteChanges(suite: suite, changes: changes, rules: selection.rules)
    }

    /// Writes the differences between two sides, after the paths of both.
    private func write(_ suites: [SuiteChanges], from old: String, to new: String) throws -> ExitCode {
        let isSame = suites.allSatisfy(\.changes.isEmpty)
        if isSame { messages.answer("no differences") }
        if !isSame, printer.changes.showsChanges, printer.changes.showsSummary {
            for (sign, path, role) in [("---", old, Field.Role.removed), ("+++", new, .added)] {
                printer.write(
                    try printer.terminated(
                        printer.coloured("\(sign) \(path.escaped(forTerminal: printer.isTerminal))", role)
                    ).utf8
                )
            }
        }
        printer.write(try printer.changes.records(of: suites).utf8)
        printer.changes.noteSeed(of: suites)
        return isSame ? .done : .absent
    }
}
