import PreferenceCore
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
            OLD' a removed key, and '~ KEY OLD -> NEW' a new value. --dry-run and --check print the same lines, and
            write nothing.

            A seed sets the types that it names. In plain JSON, a number without a fraction names no type: if the stored
            value is a float, it becomes a float. A string becomes a date or data if the stored value is one and the
            string spells one, so that 'prefs dump --json' can be applied again. The name '$schema' at the top of a
            JSON seed names its schema for editors; it is no key.

            The values of a seed of --secrets are printed as '(secret)', are not recorded in the history, and replace those
            of the other seeds. These may then have no value that the schema calls secret: what they contain may be
            stored and logged in clear.

            With --all-suites, there is one seed for each suite: in a dictionary of suites by name, as 'prefs dump
            --all-suites' prints it, or in a file SUITE.json or SUITE.plist of a directory. prefs checks all of them
            before it writes the first suite, each in one transaction. If a write fails, prefs reports which suites it
            has written, and the same command writes the rest. A suite without a seed stays as it is.

            A change line then begins with the suite and a tab. At the end, a line 'SUITE: N changed' follows for each
            suite. --json prints an object with an array of changes for each suite.
            """,
        operands: [Operand(.document, "A seed; '-' is standard input", .oneOrMore)],
        groups: [
            .writtenFile,
            OptionGroup("Suites", .allSuites("Apply a seed to each suite that has one", operands: [.configuration])),
            OptionGroup(
                "Changes",
                Option(
                    .secrets,
                    ["--secrets"],
                    "Apply also the seed in FILE, whose values are secret",
                    takes: [.word(.document)],
                    operands: [Operand(.document, "A seed without secrets; '-' is standard input", .zeroOrMore)],
                    excludes: [.allSuites]
                ),
                Option(.ifUnset, ["--if-unset"], "Skip keys that are already set"),
                Option(.prune, ["--prune"], "Remove the keys that no FILE contains"),
                Option(
                    .check,
                    ["--check"],
                    "Write nothing; exit with 1 if something would change",
                    excludes: [.dryRun, .replaceCorrupt]
                )
            ),
            .changes,
            .change,
            .messages,
        ],
        examples: [
            "apply -s editor seed.json": "Set the values in seed.json",
            "apply base.plist ci.json --prune": "Apply two seeds, the second over the first; remove all other keys",
            "apply seed.json --check": "Fail if the suite has drifted from its seed",
            "apply - --if-unset": "Set only the keys that are not set, from standard input",
            "apply seed.json --secrets secrets.json": "Set secrets too, and print (secret) in place of their values",
            "apply --all-suites backup.json --prune": "Restore the suites in a backup",
        ],
        exits: .changing([
            .absent: "something would change, and --check is given",
            .invalidValue: "a value breaks the schema, or the file's format cannot represent it; nothing is written",
            .unreadableFile: "a FILE, or the file to write, cannot be read; nothing is written",
        ]),
        run: CommandContext.apply
    )
}

extension CommandContext {
    fileprivate func apply() throws(CommandError) -> ExitCode {
        try checkStandardInput()
        let suites = try seededSuites()
        // The transaction of a suite checks its change, but no suite is written before all are checked.
        let planned = suites.count == 1 ? [] : try rehearse(suites)
        let count = planned.count(where: \.hasChanges)
        var applied: [AppliedSeeds] = []
        do throws(CommandError) {
            for (position, suite) in suites.enumerated() {
                progressLine.show(position, of: suites.count)
                applied.append(try apply(suite, as: count > 1 ? .partOfRun(count: count) : .change))
            }
        } catch  where !planned.isEmpty {
            let rest = planned[applied.count...]
            let unwritten = rest.prefix(1) + rest.dropFirst().filter(\.hasChanges)
            complain(
                .stopped(error, written: applied.filter(\.isWritten).map(\.name), unwritten: unwritten.map(\.name))
            )
            try write(applied)
            return error.exitCode
        }
        try write(applied)
        return arguments.has(.check) && applied.contains(where: \.hasChanges) ? .absent : .done
    }

    /// Reads the seeds: of the selected suite, or with `--all-suites` of each suite in a whole configuration.
    private func seededSuites() throws(CommandError) -> [SeededSuite] {
        guard arguments.has(.allSuites) else {
            let selection = try selection()
            let seeds = try arguments.operands.map { path throws(CommandError) in try Seed(document(path)) }
            let suite = SeededSuite(selection: selection, seeds: seeds, secrets: try schemaOfSecrets(in: selection))
            guard let path = arguments.argument(of: .secrets) else { return [suite] }
            return [try suite.adding(secrets: secretSeed(at: path))]
        }
        let directories = try directories()
        return try configuration(arguments.operands[0]).map { suite, document throws(CommandError) in
            let selection = Selection(of: suite, in: directories)
            let secrets = try schemaOfSecrets(in: selection)
            return SeededSuite(selection: selection, seeds: [try Seed(document)], secrets: secrets)
        }
    }

    /// Returns what applying the seeds of all suites would do.
    ///
    /// - Throws: The errors of all suites.
    private func rehearse(_ suites: [SeededSuite]) throws(CommandError) -> [AppliedSeeds] {
        var planned: [AppliedSeeds] = []
        var errors: [CommandError] = []
        for suite in suites {
            do throws(CommandError) {
                planned.append(try apply(suite, isRehearsal: true))
            } catch {
                errors.append(error)
            }
        }
        guard let first = errors.first else { return planned }
        throw .several(first, Array(errors.dropFirst()))
    }

    /// Applies the seeds of a suite in one transaction.
    ///
    /// - Parameters:
    ///   - role: What the history is told of the change.
    ///   - isRehearsal: Whether only to check the change, which follows.
    private func apply(
        _ suite: SeededSuite,
        as role: HistoryRecord.Role = .change,
        isRehearsal: Bool = false
    ) throws(CommandError) -> AppliedSeeds {
        let (selection, seeds) = (suite.selection, suite.seeds)
        let schema = arguments.has(.noSchema) ? nil : suite.secrets
        let keys = arguments.has(.prune) || schema != nil ? nil : seeds.flatMap(\.contents.keys)
        let change: SuiteChange<(changes: SuiteChanges, records: String)>
        do throws(CommandError) {
            change = try self.change(
                selection,
                keys: keys,
                by: schema,
                hiding: suite.secrets,
                requiresKeys: true,
                as: role,
                isRehearsal: isRehearsal
            ) { transaction throws(CommandError) in
                let before = transaction.contents
                apply(seeds, to: &transaction.contents, schema)
                let changes = SuiteChanges(
                    suite: arguments.has(.allSuites) ? selection.suite : nil,
                    changes: before.keyChanges(to: transaction.storedContents),
                    schema: suite.secrets
                )
                return (changes, records: try records(of: [changes]))
            }
        } catch {
            // If two seeds have the same key, the later one is used.
            throw error.located { path in seeds.last { $0.contents[path[0]] != nil }?.document }
        }
        return AppliedSeeds(
            selection: selection,
            changes: change.value.changes,
            records: change.value.records,
            isWritten: change.outcome != .unchanged
        )
    }

    /// Writes the records of the changes, and a line with their number for each suite.
    private func write(_ applied: [AppliedSeeds]) throws(CommandError) {
        // JSON is one document.
        var text = try jsonStyle == nil ? applied.map(\.records).joined() : records(of: applied.map(\.changes))
        if jsonStyle == nil, !arguments.has(.namesOnly) {
            for suite in applied {
                let name = suite.changes.suite.map { field($0.rawValue) + ": " } ?? ""
                text += try terminated("\(name)\(suite.changes.changes.count) changed")
            }
        }
        let written = applied.filter(\.isWritten)
        guard !written.isEmpty else {
            write(text.utf8)
            return report(.nothingWritten)
        }
        write(ofChange: text)
        for suite in written {
            report(.wrote(path: suite.selection.file.path))
        }
    }

    /// Sets the entries of the seeds, later ones over earlier ones, and removes the values under former names of those
    /// keys.
    private func apply(_ seeds: [Seed], to contents: inout PropertyListDictionary, _ schema: SuiteSchema?) {
        let before = contents
        for seed in seeds {
            for entry in seed.contents {
                let formerNames = schema?.formerNames(of: entry.key) ?? []
                let old = before[entry.key] ?? formerNames.lazy.compactMap { before[$0] }.first
                if arguments.has(.ifUnset), old != nil { continue }
                let isJSON = seed.document.format == .json
                contents[entry.key] = isJSON ? value(ofJSON: entry, replacing: old, schema?.schema) : entry.value
                for name in formerNames {
                    contents[name] = nil
                }
            }
        }
        if arguments.has(.prune) {
            let kept = Set(seeds.flatMap { $0.contents.map { ByteKey($0.key) } })
            contents.removeAll { !kept.contains(ByteKey($0.key)) }
        }
    }

    /// Returns the value to store for an entry of JSON, which has fewer types.
    ///
    /// The schema determines the type. If it names none, the value keeps the type of the one that it replaces.
    private func value(
        ofJSON entry: PropertyListDictionary.Entry,
        replacing old: PropertyList?,
        _ schema: PreferenceSchema?
    ) -> PropertyList {
        guard let schema, let rule = schema.rule(for: entry.key) else { return entry.value.keepingTypes(of: old) }
        let value = schema.storedForm(of: entry.value, by: rule)
        return rule.types.isEmpty ? value.keepingTypes(of: old) : value
    }
}

/// The outcome of applying seeds to a suite.
private struct AppliedSeeds {
    let selection: Selection
    let changes: SuiteChanges
    /// The changes in the requested form.
    let records: String
    let isWritten: Bool

    var name: String { selection.name }
    var hasChanges: Bool { !changes.changes.isEmpty }
}

extension PropertyList {
    /// Returns this value of a JSON document with the types of the stored one, for what plain JSON cannot distinguish.
    ///
    /// Many programs write the number 1.0 as `1`, and dates and data are strings in plain JSON. An integer that a float
    /// cannot represent exactly stays an integer, and a string that does not spell the stored type stays a string.
    func keepingTypes(of stored: PropertyList?) -> PropertyList {
        switch (self, stored) {
        case (.integer(let integer), .real):
            return Double(exactly: integer).map(PropertyList.real) ?? self
        case (.string(let text), .date(let date)):
            // Plain JSON has an extreme date without its fraction of a second.
            return (try? stored?.json(.plain)) == (try? json(.plain))
                ? .date(date) : PropertyListDate(rfc3339: text).map(PropertyList.date) ?? self
        case (.string(let text), .data):
            return [UInt8](base64: text).map(PropertyList.data) ?? self
        case (.array(let elements), .array(let stored)):
            return .array(elements.indices.map { elements[$0].keepingTypes(of: $0 < stored.count ? stored[$0] : nil) })
        case (.dictionary(var dictionary), .dictionary(let stored)):
            for entry in dictionary {
                dictionary[entry.key] = entry.value.keepingTypes(of: stored[entry.key])
            }
            return .dictionary(dictionary)
        default:
            return self
        }
    }
}
