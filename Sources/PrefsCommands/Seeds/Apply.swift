import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists

extension Verb {
    static let apply = Verb(
        "apply",
        aliases: ["import"],
        summary: "Apply the settings in files to a suite",
        discussion: """
            Each FILE is a seed: JSON (plain or typed), or a property list in any format. prefs reads and checks all
            files first, then sets the values that differ in one transaction. If several files contain a key, the last
            one wins. A second run changes nothing.

            Prints one line per change, with values as typed JSON, then 'N changed'. '+ KEY NEW' is a new key, '- KEY
            OLD' a removed key, and '~ KEY OLD -> NEW' a new value. --dry-run and --check print the same lines and
            'N would change', and write nothing.

            A dictionary in a seed replaces the stored one, with all entries. --merge sets only the entries that it has,
            at every depth. An array is one value.

            A seed in XML or binary sets the types that it names, as do the forms {"$date": ...} and {"$data": ...}.
            Other values in JSON or OpenStep text never change the type of a stored value, also in dictionaries. A
            number takes the stored type if that represents it exactly. A string becomes a date or data if it spells
            one. What cannot take the stored type is refused, and nothing is written, unless the schema names the type.
            An array is one value: its elements may have any types. --change-types takes the types of the seed, as a
            backup needs. The name '$schema' at the top of a JSON seed names its schema for editors; it is no key. In
            place of a value, {"$unset": true} removes a key, with --merge also one within a dictionary.

            Keys that the schema calls volatile, since a program writes them by itself, are left alone, also by --prune;
            --volatile sets them. A value that the administrator has set in /etc/prefs/managed can be in a seed only if
            it is the same; --check prints a difference, and --prune leaves the key alone.

            --append FILE adds the elements of the arrays in FILE to the arrays of the same keys that lack them, and
            --drop FILE removes them, after the other seeds and in the order of the line. An unset key starts from the
            value that 'prefs append' would start from.

            The values of a seed of --secrets are printed as '(secret)', are not recorded in the history, and replace
            those of the other seeds. These may then have no value that the schema calls secret: what they contain may
            be stored and logged in clear. prefs remembers the keys of the seed: they are secret in the suite from then
            on, until 'prefs history --forget KEY --not-secret'.

            With --owner, prefs remembers which values NAME has set in the suite, and what was there before. Later,
            'apply --owner NAME' with other seeds gives each value that they lack its former one back, or removes it if
            there was none. If it is no longer as NAME has set it, it stays, and NAME no longer owns it. A value of
            another owner is refused, with exit code 7. --withdraw takes back all that NAME owns.

            With --all-suites, there is one seed for each suite: in a dictionary of suites by name, as 'prefs dump
            --all-suites' prints it, or in a file SUITE.json or SUITE.plist of a directory. prefs checks all of them
            before it writes the first suite, each in one transaction. If a write fails, or a signal ends prefs, prefs
            reports which suites it has written, and the same command writes the rest. A suite without a seed stays as
            it is. With --check and --keep-going, prefs reports the suites with errors, and checks the others. The exit
            code is that of the worst error.

            --report prints what has drifted, by suite, with the home directory: typed JSON, or metrics for Prometheus
            (keys that differ, whether the check failed, keys of the administrator, last change). JSON has values, but
            no secrets. Errors are in the report too; the exit code is that of the worst one.

            A change line then begins with the suite and a tab. At the end, a line 'SUITE: N changed' follows for each
            suite. --json prints an object with an array of changes for each suite.
            """,
        operands: [Operand(.document, "A seed; '-' is standard input", .oneOrMore)],
        groups: [
            .writtenFile,
            OptionGroup(
                "Suites",
                .allSuites("Apply a seed to each suite that has one", operands: [.configuration]),
                .keepGoing(needs: ["--all-suites", "--check"])
            ),
            OptionGroup(
                "Changes",
                Option(
                    ["--secrets"],
                    "Apply also the seed in FILE, whose values are secret",
                    takes: [.word(.document)],
                    operands: [Operand(.document, "A seed without secrets; '-' is standard input", .zeroOrMore)],
                    excludes: ["--all-suites"]
                ) { $0.apply.secretsPath = $1.argument },
                .elements("--append", "Add the elements in FILE to arrays that lack them", .append),
                .elements("--drop", "Remove the elements in FILE from arrays", .drop),
                Option(
                    ["--owner"],
                    "Remember what NAME sets, and take back what it no longer sets",
                    takes: [.word(.ownerName)],
                    excludes: ["--if-unset", "--prune"]
                ) { $0.apply.owner = $1.argument },
                Option(
                    ["--withdraw"],
                    "Take back all that NAME has set",
                    operands: [],
                    excludes: ["--secrets", "--merge"],
                    needs: ["--owner"]
                ) { $0.apply.withdraws = true },
                Option(
                    ["--take-over"],
                    "Take over what other owners set, with what was there before",
                    needs: ["--owner"]
                ) { $0.apply.takesOver = true },
                .force(summary: "With --owner, replace a secret whose value cannot be given back"),
                Option(["--if-unset"], "Skip keys that are already set") { $0.apply.skipsSetKeys = true },
                Option(["--merge"], "Merge dictionaries entry by entry instead of replacing them") {
                    $0.apply.merges = true
                },
                Option(["--prune"], "Remove the keys that no FILE contains, with --merge at every depth") {
                    $0.apply.prunes = true
                },
                .ignore,
                .volatile,
                .changeTypes,
                Option(
                    ["--check"],
                    "Write nothing; exit with 1 if something would change",
                    excludes: ["--dry-run", "--replace-corrupt"]
                ) { $0.writing.isCheck = true }
            ),
            OptionGroup(
                "Report",
                Option(
                    ["--report"],
                    "With --check --all-suites, print a report as json or prometheus",
                    takes: [.word(.reportForm)],
                    excludes: ["--format", "--json", "--typed", "--names-only", "--null", "--owner", "--keep-going"],
                    needs: ["--all-suites", "--check"]
                ) { $0.apply.report = DriftReport.Form(rawValue: $1.argument) },
                .outputFile(needs: ["--report"])
            ),
            .formattedChanges,
            .change,
            .messages,
        ],
        examples: [
            "apply -s editor seed.json": "Set the values in seed.json",
            "apply base.plist ci.json --prune": "Apply two seeds, the second over the first; remove all other keys",
            "apply seed.json --merge": "Set the entries in seed.json, and keep the others of each dictionary",
            "apply seed.json --dry-run --format commands": "Print the commands that would do the same",
            "apply seed.json --check": "Fail if the suite has drifted from its seed",
            "apply --check --all-suites seeds --report json": "Report on the drift of all suites",
            "apply - --if-unset": "Set only the keys that are not set, from standard input",
            "apply --append plugins.json": "Add elements to arrays, such as {\"plugins\": [\"git\"]}",
            "apply seed.json --secrets secrets.json": "Set secrets too, and print (secret) in place of their values",
            "apply --owner work work.json": "Set the values of work.json, and take back earlier ones of 'work'",
            "apply --owner work --withdraw": "Take back all that 'work' has set",
            "apply --all-suites all.json --prune --change-types": "Restore the suites in a backup",
        ],
        exits: .changing([
            .absent: "something would change, and --check is given",
            .invalidValue: "a value breaks the schema, changes a type, or does not fit the format; nothing is written",
            .unreadableFile: "a FILE, or the file to write, cannot be read; nothing is written",
            .preconditionFailed:
                "another owner sets a value of the seed, or a secret would be lost; nothing is written",
        ]),
        action: VerbAction(VerbRun.apply, firstOperand: .seed)
    )
}

extension Option {
    /// An option for a seed with elements of arrays.
    fileprivate static func elements(
        _ spelling: String,
        _ summary: String,
        _ effect: Seed.Effect
    ) -> Option {
        Option(
            [spelling],
            summary,
            takes: [.word(.document)],
            operands: [Operand(.document, "A seed; '-' is standard input", .zeroOrMore)],
            excludes: ["--all-suites", "--owner"]
        ) { $0.apply.elements.append(($1.argument, effect)) }
    }
}

final class ApplyOptions {
    /// The path of the seed whose values are secret.
    fileprivate(set) var secretsPath: String?
    /// The paths of the seeds with elements of arrays.
    fileprivate(set) var elements: [(path: String, effect: Seed.Effect)] = []
    fileprivate(set) var skipsSetKeys = false
    /// Whether dictionaries are merged, rather than replaced.
    fileprivate(set) var merges = false
    /// Whether to remove the keys that no seed contains.
    fileprivate(set) var prunes = false
    /// The name for which the seeds are applied; nil for none.
    fileprivate(set) var owner: String?
    /// Whether all settings of the owner are taken back.
    fileprivate(set) var withdraws = false
    /// Whether settings of other owners are taken over.
    fileprivate(set) var takesOver = false
    /// The paths of the seeds that options name.
    fileprivate var paths: [String] { elements.map(\.path) + [secretsPath].compactMap(\.self) }
    /// The form of a report; nil if the changes are printed.
    fileprivate(set) var report: DriftReport.Form?
}

extension Options {
    var apply: ApplyOptions { own(ApplyOptions.init) }
}

extension VerbRun {
    fileprivate func apply() throws -> ExitCode {
        try options.checkStandardInput(operands + options.apply.paths)
        if let owner = options.apply.owner, owner.isEmpty || owner.unicodeScalars.contains(where: \.isControl) {
            throw CommandError.invalidOwner(owner)
        }
        if let form = options.apply.report { return try report(as: form) }
        let suites = try seededSuites()
        if options.selection.keepsGoing {
            return try outcome(of: reader.forEach(suites) { suite in try apply(suite) })
        }
        // The transaction of a suite checks its change, but no suite is written before all are checked.
        let planned = suites.count == 1 ? [] : try rehearse(suites)
        let count = planned.count(where: \.hasChanges)
        var applied: [AppliedSeeds] = []
        if !planned.isEmpty {
            writer.holdTermination()
        }
        do {
            for (position, suite) in suites.enumerated() {
                messages.progressLine.show(position, of: suites.count)
                if position < planned.count, planned[position].hasChanges, CallingProcess.hasPendingTermination {
                    throw PreferenceStoreError.interrupted(path: suite.selection.file.path)
                }
                let number = applied.count(where: \.isWritten) + 1
                applied.append(try apply(suite, as: count > 1 ? .partOfRun(number: number, count: count) : .change))
            }
        } catch  where !planned.isEmpty {
            let error = CommandError(error)
            let rest = planned[applied.count...]
            let unwritten = rest.prefix(1) + rest.dropFirst().filter(\.hasChanges)
            messages.complain(
                error.stopped(
                    written: applied.filter(\.isWritten).map(\.name),
                    unwritten: unwritten.map(\.name)
                )
            )
            try write(applied)
            return error.exitCode
        }
        return try outcome(of: applied)
    }

    private func outcome(of applied: [AppliedSeeds]) throws -> ExitCode {
        try write(applied)
        let isDrift = options.writing.isCheck && applied.contains(where: \.hasChanges)
        return max(reader.exitCodeOfSkipped, isDrift ? .absent : .done)
    }

    /// Returns what applying the seeds of all suites would do.
    ///
    /// - Throws: The errors of all suites.
    private func rehearse(_ suites: [SeededSuite]) throws -> [AppliedSeeds] {
        var planned: [AppliedSeeds] = []
        var errors: [CommandError] = []
        for suite in suites {
            do {
                planned.append(try writer.planning { try apply(suite) })
            } catch {
                errors.append(CommandError(error))
            }
        }
        if let error = CommandError(errors) { throw error }
        return planned
    }

    /// Applies the seeds of a suite in one transaction.
    ///
    /// - Parameter role: What the history is told of the change.
    func apply(
        _ suite: SeededSuite,
        as role: HistoryRecord.Role = .change
    ) throws -> AppliedSeeds {
        let (selection, seeds) = (suite.selection, suite.seeds)
        let isPartial = try !options.apply.prunes && selection.rules.schema() == nil && options.apply.owner == nil
        let keys = isPartial ? seeds.flatMap(\.contents.keys) : nil
        let keysOfElements = seeds.filter { $0.effect != .set }.flatMap(\.contents.keys)
        var layers = try OtherLayers(of: keysOfElements, in: selection)
        let change: SuiteChange<(changes: SuiteChanges, records: String, applied: AppliedContents)>
        do {
            change = try writer.change(selection, keys: keys, as: role) { transaction in
                let managed = options.apply.prunes ? try transaction.root.keys.filter(selection.rules.isManaged) : []
                var applied =
                    try options.apply.owner.map { try apply(suite, for: $0, to: &transaction) }
                    ?? seeds.apply(
                        to: &transaction.root,
                        by: selection.rules,
                        options,
                        startingFrom: { try layers.start(of: $0, stored: $1) },
                        keeping: suite.leavesAlone
                    )
                applied.managed += managed
                applied.leftAlone += suite.volatile.filter { transaction.old[$0.key] != $0.value }.map(\.key)
                let changes = SuiteChanges(
                    suite: options.selection.isOfAllSuites ? selection.suite : nil,
                    changes: (suite.drift + transaction.changes).sorted(byBytesOf: \.key),
                    rules: selection.rules,
                    changedSince: applied.withdrawn.changedSince
                )
                return (changes, records: try printer.changes.records(of: [changes]), applied)
            }
        } catch {
            // If two seeds set the same key, the later one is used.
            throw CommandError(error).located { path in
                let seeds = seeds.filter { $0.contents[path[0]] != nil }
                return (seeds.last { $0.effect == .set } ?? seeds.last)?.document
            }
        }
        if !writer.isPlanning {
            messages.warn(layers.warnings)
            for key in keysOfElements where change.changes.contains(where: { $0.key.hasSameBytes(as: key) }) {
                if let entry = try layers.hiding(key) {
                    messages.note(.hidden(ValuePointer(key), by: entry), of: selection)
                }
            }
            note(change.value.applied, in: selection)
        }
        return AppliedSeeds(
            selection: selection,
            changes: change.value.changes,
            records: change.value.records,
            isWritten: change.outcome != .unchanged
        )
    }

    /// Prints notes about what applying seeds has left alone, or done beside setting values.
    private func note(_ applied: AppliedContents, in selection: Selection) {
        if !applied.leftAlone.isEmpty { messages.note(.volatile(applied.leftAlone), of: selection) }
        if !applied.managed.isEmpty { messages.note(.managedStay(applied.managed), of: selection) }
        if !applied.rounded.isEmpty { messages.note(.keptExact(applied.rounded), of: selection) }
        if !applied.retyped.isEmpty { messages.note(.retyped(applied.retyped), of: selection) }
        for note in options.apply.owner.map(applied.withdrawn.notes) ?? [] { messages.note(note, of: selection) }
    }

    /// Writes the records of the changes, and a line with their number for each suite.
    private func write(_ applied: [AppliedSeeds]) throws {
        var text =
            try printer.changes.isOneDocument
            ? printer.changes.records(of: applied.map(\.changes)) : applied.map(\.records).joined()
        if printer.changes.showsChanges, printer.changes.showsSummary {
            let verb = options.writing.isRehearsal ? "would change" : "changed"
            for suite in applied {
                let name = suite.changes.suite.map { printer.changes.field($0.rawValue) + ": " } ?? ""
                text += try printer.terminated("\(name)\(suite.changes.changes.count) \(verb)")
            }
        }
        printer.changes.noteSeed(of: applied.map(\.changes))
        let written = applied.filter(\.isWritten)
        guard !written.isEmpty else {
            printer.write(text.utf8)
            return messages.report(.nothingWritten)
        }
        printer.write(ofChange: text)
        for suite in written {
            messages.report(.wrote(path: suite.selection.file.path))
        }
    }
}

/// The outcome of applying seeds to a suite.
struct AppliedSeeds {
    let selection: Selection
    let changes: SuiteChanges
    /// The changes in the requested form.
    let records: String
    let isWritten: Bool

    var name: String { selection.name }
    var hasChanges: Bool { !changes.changes.isEmpty }
}

extension Placeholder {
    fileprivate static var reportForm: Placeholder {
        Placeholder("FORMAT", "the name of a form of reports") { Choices(DriftReport.Form.names) }
    }
}
