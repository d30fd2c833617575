import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let diff = Verb(
        "diff",
        summary: "Show the differences between files",
        discussion: """
            Compares FILE with a second FILE, or with the selected suite. If they differ, the first two lines name both,
            after '---' and '+++'. Then one line follows per difference, with values as typed JSON. The line is
            '+ KEY NEW' if only the second has the key, and '- KEY OLD' if only the first has it. It is
            '~ KEY OLD -> NEW' if the values differ. In dictionaries and arrays, the line names the place that differs:
            '~ KEY /frame/0 OLD -> NEW'. The order of keys is ignored.

            The command compares types too. A date is a string in plain JSON, so a seed in JSON differs from the suite:
            'prefs apply --check' tests whether the suite has drifted from it. A type that 'prefs apply' would refuse is a
            difference.

            With --all-suites, the first side is a whole configuration: a dictionary of suites by name, as 'prefs dump
            --all-suites' prints it, or a directory of files SUITE.json and SUITE.plist. The second side is the suites
            in the user's configuration directory. Each line then begins with the suite and a tab. A suite that only
            one side has is compared with an empty one. --json prints an object with an array of changes for each suite.
            With --keep-going, prefs reports the suites that it cannot read, and compares the others. The exit code is
            that of the worst error.
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
                    .against,
                    ["--against"],
                    "Compare the suite NAME with the selected suite",
                    takes: [.word(.suite)],
                    operands: []
                ) { $0.diff.otherSuite = $1.argument },
                .allSuites(
                    "Compare all suites with those of a document or directory",
                    operands: [.configuration],
                    excludes: [.against]
                ),
                .keepGoing
            ),
            .changes,
            .messages,
        ],
        examples: [
            "diff seed.plist": "Show how the suite differs from a file",
            "diff old.plist new.json": "Compare two files in any formats",
            "diff -s editor --against editor.backup": "Show the changes since a suite was copied",
            "diff --all-suites backup.json": "Show the changes in all suites since a backup",
        ],
        exits: .reading([
            .done: "the files are equal",
            .absent: "the files differ",
            .invalidValue: "a value cannot be printed in the requested form",
        ]),
        run: VerbRun.diff
    )
}

struct DiffOptions {
    /// The suite to compare with the selected one.
    fileprivate(set) var otherSuite: String?
}

extension VerbRun {
    fileprivate func diff() throws -> ExitCode {
        try reader.checkStandardInput()
        try reader.checkKeepGoing()
        guard !options.selection.isOfAllSuites else { return try diffAllSuites() }
        let selection: Selection?
        if operands.count > 1 {
            try reader.checkNoSelection()
            selection = nil
        } else {
            selection = try reader.selection()
        }
        let old =
            if let other = options.diff.otherSuite {
                try comparedSuite(Selection(ofSuite: other, in: environment))
            } else {
                try comparedFile(0)
            }
        let new = if let selection { try comparedSuite(selection) } else { try comparedFile(1) }
        var secrets = if let selection { try reader.secrets(of: selection) } else { PreferenceSecrets() }
        for path in [old.path, new.path] where path != selection?.file.path {
            secrets = try secrets.union(reader.secrets(of: Selection(SuiteFile(path: path))))
        }
        let changes = SuiteChanges(suite: nil, changes: old.contents.keyChanges(to: new.contents), secrets: secrets)
        return try write([changes], from: old.path, to: new.path)
    }

    /// Compares a whole configuration with the suites of the configuration directory.
    private func diffAllSuites() throws -> ExitCode {
        let path = operands[0]
        let directories = try reader.directories()
        let old = Dictionary(uniqueKeysWithValues: try reader.configuration(path))
        let stored = try reader.suitesOfUser().suites
        let suites = Set(old.keys).union(stored.compactMap(\.suite))
            .sorted { $0.rawValue.precedesInByteOrder($1.rawValue) }
        let changes = try reader.forEach(suites) { suite in
            let selection = Selection(of: suite, in: directories)
            let (before, after) = (try old[suite]?.seed ?? [:], try reader.contents(of: selection))
            return SuiteChanges(
                suite: suite,
                changes: before.keyChanges(to: after),
                secrets: try reader.secrets(of: selection)
            )
        }
        return max(reader.exitCodeOfSkipped, try write(changes, from: path, to: directories.user))
    }

    /// Writes the differences between two sides, after the paths of both.
    private func write(_ suites: [SuiteChanges], from old: String, to new: String) throws -> ExitCode {
        let isSame = suites.allSatisfy(\.changes.isEmpty)
        if !isSame, printer.showsChanges, printer.jsonStyle == nil, !options.output.hasNamesOnly {
            for (sign, path, role) in [("---", old, Field.Role.removed), ("+++", new, .added)] {
                printer.write(
                    try printer.terminated(
                        printer.coloured("\(sign) \(path.escaped(forTerminal: printer.isTerminal))", role)
                    ).utf8
                )
            }
        }
        printer.write(try printer.records(of: suites).utf8)
        return isSame ? .done : .absent
    }

    private func comparedFile(_ position: Int) throws -> (path: String, contents: PropertyListDictionary) {
        let path = operands[position]
        return (path, try reader.document(path).seed)
    }

    private func comparedSuite(
        _ selection: Selection
    ) throws -> (path: String, contents: PropertyListDictionary) {
        reader.noteIfMissing(selection)
        return (selection.file.path, try reader.contents(of: selection))
    }
}
