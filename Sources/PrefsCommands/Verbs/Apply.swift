import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs apply`: makes a suite hold what seeds say, in one transaction, and prints what that changes.
    mutating func apply() throws(CommandError) -> ExitCode {
        let selection = try selection()
        try checkStandardInput()
        var seeds: [Seed] = []
        for path in arguments.operands {
            let document = try document(path)
            seeds.append(Seed(contents: try document.dictionary, document: document))
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
            // Of two seeds with the same key, the later counts.
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
        report(change.outcome == .unchanged ? "nothing is written" : "wrote \(selection.file.path)")
        return arguments.has(.check) && count > 0 ? .absent : .done
    }

    /// Sets what the seeds hold, the later over the earlier, and leaves no value under a former name of a key that is set.
    private func apply(_ seeds: [Seed], to contents: inout PropertyListDictionary, _ schema: SuiteSchema?) {
        let before = contents
        for seed in seeds {
            for entry in seed.contents {
                let formerNames = schema?.formerNames(of: entry.key) ?? []
                let old = before[entry.key] ?? formerNames.lazy.compactMap { before[$0] }.first
                if arguments.has(.ifUnset), old != nil { continue }
                contents[entry.key] = seed.isJSON ? value(ofJSON: entry, replacing: old, schema?.schema) : entry.value
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

    /// What a suite holds for an entry of JSON, which has fewer types: what the schema says, else as what it replaces.
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

/// What a suite is to hold.
private struct Seed {
    let contents: PropertyListDictionary
    /// Where that stands.
    let document: NamedDocument

    /// Whether the numbers are those of JSON, which has one type for all.
    var isJSON: Bool { document.format == .json }
}

extension PropertyList {
    /// This value of a JSON document, where an integer stands in the place of a stored float: that float's type.
    ///
    /// Many a program writes the number 1.0 as `1`. A JSON number without a fraction names no type, then, and a type
    /// changes only when one is named. What a float cannot hold to the last digit stays an integer.
    func keepingFloats(of stored: PropertyList?) -> PropertyList {
        switch (self, stored) {
        case (.integer(let integer), .real):
            return Double(exactly: integer).map(PropertyList.real) ?? self
        case (.array(let elements), .array(let stored)):
            return .array(
                elements.indices.map { elements[$0].keepingFloats(of: $0 < stored.count ? stored[$0] : nil) }
            )
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
