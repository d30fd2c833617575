import CommandErrors
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
            Each FILE is a seed: see 'prefs help seeds'. prefs checks all of them, then sets the values that differ, in
            one transaction. It prints a line per change, with values as typed JSON, then 'N changed': '+ KEY NEW' for a
            new key, '- KEY OLD' for a removed one, '~ KEY OLD -> NEW' for a new value. --dry-run and --check print the
            same lines and 'N would change'.

            --append and --drop change elements of arrays, after the other seeds and in the order of the line. An unset
            key starts as in 'prefs append'.

            With --all-suites, there is one seed for each suite: in a dictionary of suites by name, as 'prefs dump
            --all-suites' prints it, or in a file SUITE.json or SUITE.plist of a directory. prefs checks all of them
            before it writes the first suite. If a write fails, the same command writes the rest. A change line begins
            with the suite and a tab.

            --report prints what has drifted, by suite, with the home directory: typed JSON without secrets, or metrics
            for Prometheus. Errors are in the report too; the exit code is that of the worst one.
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
                Option(["--merge"], "Set only the entries that dictionaries of seeds have") { $0.apply.merges = true },
                Option(["--prune"], "Remove keys that no FILE has, with --merge at every depth") {
                    $0.apply.prunes = true
                },
                Option(["--if-unset"], "Skip keys that are already set") { $0.apply.skipsSetKeys = true },
                .elements("--append", "Add the elements in FILE to arrays that lack them", .append),
                .elements("--drop", "Remove the elements in FILE from arrays", .drop),
                .ignore,
                .volatile,
                .changeTypes,
                .force(summary: "Replace a secret that --owner could not give back"),
                Option(
                    ["--check"],
                    "Write nothing; exit with 1 if something would change",
                    excludes: ["--dry-run", "--replace-corrupt"]
                ) { $0.writing.isCheck = true }
            ),
            .ownedSettings,
            .secretSeed,
            OptionGroup(
                "Report",
                Option(
                    ["--report"],
                    "With --check --all-suites, print a report as json or prometheus",
                    takes: [.word(.reportForm)],
                    excludes: ["--format", "--names-only", "--null", "--owner", "--keep-going"],
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
            "apply seed.json --dry-run --format commands": "Print the commands that would do the same",
            "apply seed.json --check": "Fail if the suite has drifted from its seed",
            "apply - --if-unset": "Set only the keys that are not set, from standard input",
            "apply --all-suites all.json --prune --change-types": "Restore the suites in a backup",
            "apply --check --all-suites seeds --report json": "Report on the drift of all suites",
        ],
        exits: .changing([
            .absent: "something would change, and --check is given",
            .invalidValue: "a value breaks the schema, changes a type, or does not fit the format",
            .unreadableFile: "a FILE, or the file to write, cannot be read",
            .preconditionFailed:
                "another owner has a value of the seed, or a secret would be lost",
        ]),
        action: VerbAction(VerbRun.apply, firstOperand: .document)
    )
}

extension OptionGroup {
    static let ownedSettings = OptionGroup(
        "Owned settings",
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
        ) { $0.apply.takesOver = true }
    )

    static let secretSeed = OptionGroup(
        "Secrets",
        Option(
            ["--secrets"],
            "Apply also the seed in FILE, whose values are secret",
            takes: [.word(.document)],
            operands: [Operand(.document, "A seed without secrets; '-' is standard input", .zeroOrMore)],
            excludes: ["--all-suites"]
        ) { $0.apply.secretsPath = $1.argument }
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
        let refusals = applied.compactMap(\.refusal)
        refusals.forEach { messages.complain($0) }
        let isDrift = options.writing.isCheck && applied.contains(where: \.hasChanges)
        return ([reader.exitCodeOfSkipped, isDrift ? .absent : .done] + refusals.map(\.exitCode)).max() ?? .done
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
            throw CommandError(error).located(in: seeds)
        }
        if !writer.isPlanning {
            if writer.isNew(selection, after: change), let remark = suggestions.remark(onNew: selection) {
                messages.answer(Message(remark))
            }
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
            isWritten: change.outcome != .unchanged,
            refusal: change.value.applied.refusal?.located(in: seeds)
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
            printer.write(ofChange: text, isMade: false)
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
    /// What `--check` has found that would prevent the change; nil if nothing would.
    let refusal: CommandError?

    var name: String { selection.name }
    var hasChanges: Bool { !changes.changes.isEmpty }
}

extension CommandError {
    /// Returns the error with the position of its value in a seed; of two that set the same key, in the later one.
    fileprivate func located(in seeds: [Seed]) -> CommandError {
        located { path in
            let seeds = seeds.filter { $0.contents[path[0]] != nil }
            return (seeds.last { $0.effect == .set } ?? seeds.last)?.document
        }
    }
}

extension Placeholder {
    fileprivate static var reportForm: Placeholder {
        Placeholder("FORMAT", "the name of a form of reports") { Choices(DriftReport.Form.names) }
    }
}
