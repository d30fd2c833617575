import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let apply = Verb(
        "apply",
        aliases: ["import"],
        summary: "make a suite hold what files say",
        discussion: """
            Each FILE is a seed: JSON, plain or typed, or a property list in any format. All are read and checked first;
            then what differs is set in one transaction. Of a key in several the last FILE counts. A second run changes
            nothing.

            Prints a line for each change, with values as typed JSON: '+ KEY NEW' for a new key, '~ KEY OLD -> NEW', '-
            KEY OLD'; then 'N changed'. --dry-run and --check print the same, and write nothing.

            A seed sets the types that it names. A JSON number without a fraction names none: where a float is stored it
            is one, so that 1 and 1.0 are the same there.
            """,
        operands: [Operand(.document, "a seed; '-' is standard input", .oneOrMore)],
        groups: [
            .writtenFile,
            OptionGroup(
                "What is set, and when",
                Option(.ifUnset, ["--if-unset"], "leave keys that are set as they are"),
                Option(.prune, ["--prune"], "remove the keys that no FILE holds"),
                .dryRun,
                Option(
                    .check,
                    ["--check"],
                    "write nothing, and exit with 1 if something would change",
                    excludes: [.dryRun, .replaceCorrupt]
                )
            ),
            .output(.jsonOfChanges, .typed, .null),
            .change,
            .messages,
        ],
        examples: [
            "apply -s editor seed.json": "set what seed.json holds",
            "apply base.plist ci.json --prune": "have two seeds, the second over the first, and nothing else",
            "apply seed.json --check": "fail if the suite has drifted from its seed",
            "apply - --if-unset": "set defaults from standard input",
        ],
        exits: .changing([
            .absent: "something would change, and --check is given",
            .invalidValue: "the file's format cannot hold a value; nothing is written",
            .unreadableFile: "a FILE, or the file to write, cannot be read; nothing is written",
        ]),
        run: CommandContext.apply
    )
}

extension CommandContext {
    fileprivate func apply() throws(CommandError) -> ExitCode {
        let selection = try selection()
        try checkStandardInput()
        let seeds = try arguments.operands.map { path throws(CommandError) in
            let document = try document(path)
            return Seed(contents: try document.dictionary, document: document)
        }
        let schema = try schemaOfChange(to: selection)
        let keys = arguments.has(.prune) || schema != nil ? nil : seeds.flatMap(\.contents.keys)
        let change: SuiteChange<(count: Int, text: String)>
        do throws(CommandError) {
            change = try self.change(selection, keys: keys, by: schema, requiresKeys: true) {
                transaction throws(CommandError) in
                let before = transaction.contents
                apply(seeds, to: &transaction.contents, schema)
                let changes = before.keyChanges(to: transaction.storedContents)
                return (count: changes.count, text: try records(of: changes))
            }
        } catch {
            // If two seeds have the same key, the later one is used.
            let seed = seeds.last { seed in error.refusedPath.map { seed.contents[$0[0]] != nil } ?? false }
            throw seed.map { error.located(in: $0.document) } ?? error
        }
        let (count, text) = change.value
        let summary = jsonStyle == nil ? try verbatimRecord("\(count) changed") : ""
        if change.outcome == .unchanged {
            write((text + summary).utf8)
        } else {
            write(ofChange: text + summary)
        }
        report(change.outcome == .unchanged ? .nothingWritten : .wrote(path: selection.file.path))
        return arguments.has(.check) && count > 0 ? .absent : .done
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
    /// The schema determines the type. If it names none, an integer that replaces a float becomes a float.
    private func value(
        ofJSON entry: PropertyListDictionary.Entry,
        replacing old: PropertyList?,
        _ schema: PreferenceSchema?
    ) -> PropertyList {
        guard let schema, let rule = schema.rule(for: entry.key) else { return entry.value.keepingFloats(of: old) }
        let value = schema.storedForm(of: entry.value, by: rule)
        return rule.types.isEmpty ? value.keepingFloats(of: old) : value
    }
}

private struct Seed {
    let contents: PropertyListDictionary
    let document: NamedDocument
}

extension PropertyList {
    /// Returns this value of a JSON document, with each integer that replaces a stored float converted to a float.
    ///
    /// Many programs write the number 1.0 as `1`. A JSON number without a fraction therefore does not name a type, and
    /// only a named type changes the stored one. An integer that a float cannot represent exactly stays an integer.
    func keepingFloats(of stored: PropertyList?) -> PropertyList {
        switch (self, stored) {
        case (.integer(let integer), .real):
            return Double(exactly: integer).map(PropertyList.real) ?? self
        case (.array(let elements), .array(let stored)):
            return .array(elements.indices.map { elements[$0].keepingFloats(of: $0 < stored.count ? stored[$0] : nil) })
        case (.dictionary(var dictionary), .dictionary(let stored)):
            for entry in dictionary {
                dictionary[entry.key] = entry.value.keepingFloats(of: stored[entry.key])
            }
            return .dictionary(dictionary)
        default:
            return self
        }
    }
}
