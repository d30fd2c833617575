import CommandErrors
import PreferenceSchemas
import PreferenceCore
import PreferenceStore
import PropertyLists
import ValueDifferences

extension [Seed] {
    /// Sets the entries of the seeds, later ones over earlier ones, and removes the values under former names of those
    /// keys.
    ///
    /// Then changes the elements of arrays, as the seeds for these say.
    ///
    /// - Parameters:
    ///   - start: Returns the value of which elements change, for the stored one.
    ///   - leavesAlone: Whether a key stays although no seed has it.
    /// - Returns: The pointers to the values whose types change, as the seeds say, and to those that stay.
    /// - Throws: The changes of types that no seed and no schema names; with `--check`, they are only returned.
    func apply(
        to contents: inout PropertyListDictionary,
        by rules: SuiteRules,
        _ options: Options,
        startingFrom start: (String, PropertyList?) throws -> PropertyList? = { $1 },
        keeping leavesAlone: (String) throws -> Bool = { _ in false }
    ) throws -> AppliedContents {
        let before = contents
        let schema = try rules.schema(of: flatMap(\.contents.keys))?.schema
        var refused: [TypeChange] = []
        var applied = AppliedContents()
        for (position, seed) in enumerated() where seed.effect == .set {
            var types = seed.document.typeMatching(by: schema, changesTypes: options.writing.changesTypes)
            for entry in seed.contents {
                let names = try rules.names(of: entry.key)
                let old = before[named: names]
                if options.apply.skipsSetKeys, old != nil, !options.apply.merges { continue }
                guard let new = try seed.value(of: entry, replacing: old, &types) else { continue }
                let present = contents[entry.key] ?? old
                try seed.checkElements(of: entry.key, new, in: present)
                contents[named: names] = new.merged(
                    into: present,
                    keepingOld: options.apply.skipsSetKeys,
                    // What an earlier seed has set stays.
                    pruning: !options.apply.merges
                        || options.apply.prunes && !self[..<position].contains(key: entry.key)
                )
            }
            // A later seed replaces what an earlier one has.
            refused = refused.filter { seed.contents[$0.pointer.key] == nil } + types.refused
            applied.retyped = applied.retyped.filter { seed.contents[$0.key] == nil } + types.named
            applied.rounded = applied.rounded.filter { seed.contents[$0.key] == nil } + types.rounded
        }
        applied.refusal = CommandError(refusing: refused, in: "the seed")
        if !options.writing.isCheck, let error = applied.refusal { throw error }
        for seed in self where seed.effect != .set {
            var types = seed.document.typeMatching(by: schema)
            for entry in seed.contents {
                let names = try rules.names(of: entry.key)
                if options.apply.skipsSetKeys, before[named: names] != nil { continue }
                if let new = try seed.value(of: entry, replacing: start(entry.key, contents[named: names]), &types) {
                    contents[named: names] = new
                }
            }
        }
        if options.apply.prunes {
            let removed = try contents.keys.filter { key in
                try !contains(key: key) && key != PreferenceMigration.versionKey && !leavesAlone(key)
            }
            contents.removeAll(named: removed)
        }
        return applied
    }
}

extension Collection<Seed> {
    /// Returns whether a seed has a value for a key, or removes it.
    fileprivate func contains(key: String) -> Bool {
        contains { $0.contents.position(of: key) != nil }
    }
}
