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
            """,
        operands: [Operand(.document, "A seed; '-' is standard input", .oneOrMore)],
        groups: [
            .writtenFile,
            OptionGroup(
                "Changes",
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
        let selection = try selection()
        try checkStandardInput()
        let seeds = try arguments.operands.map { path throws(CommandError) in
            let document = try document(path)
            return Seed(contents: try document.seed, document: document)
        }
        let schema = try schema(of: selection)
        let keys = arguments.has(.prune) || schema != nil ? nil : seeds.flatMap(\.contents.keys)
        let change: SuiteChange<(count: Int, text: String)>
        do throws(CommandError) {
            change = try self.change(selection, keys: keys, by: schema, requiresKeys: true) {
                transaction throws(CommandError) in
                let before = transaction.contents
                apply(seeds, to: &transaction.contents, schema)
                let changes = before.keyChanges(to: transaction.storedContents)
                return (count: changes.count, text: try records(of: changes, hiding: schema))
            }
        } catch {
            // If two seeds have the same key, the later one is used.
            throw error.located { path in seeds.last { $0.contents[path[0]] != nil }?.document }
        }
        let (count, text) = change.value
        let summary = jsonStyle == nil && !arguments.has(.namesOnly) ? try verbatimRecord("\(count) changed") : ""
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

private struct Seed {
    let contents: PropertyListDictionary
    let document: NamedDocument
}

extension NamedDocument {
    /// The document as the contents of a suite, without the name of the schema in JSON.
    var seed: PropertyListDictionary {
        get throws(CommandError) {
            var contents = try dictionary
            if format == .json, case .string = contents["$schema"] {
                contents["$schema"] = nil
            }
            return contents
        }
    }
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
