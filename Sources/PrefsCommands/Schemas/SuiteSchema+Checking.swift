import PreferenceCore
import PropertyLists

extension SuiteSchema {
    /// Checks what a change makes of a suite.
    ///
    /// What was wrong before is no reason to refuse a change, as long as it does not make it worse.
    ///
    /// - Parameters:
    ///   - changedKeys: the keys that have another value now.
    ///   - requiresKeys: whether every key has to be there that the schema requires.
    /// - Throws: `violation`, `unknownKey` or `readOnly`.
    func check(
        _ changedKeys: [String],
        of new: PropertyListDictionary,
        since old: PropertyListDictionary,
        requiresKeys: Bool
    ) throws(CommandError) {
        var found: [SchemaViolation] = []
        for key in changedKeys {
            if let place = schema.readOnlyPlace(changedFrom: old[key], to: new[key], of: key) {
                throw .readOnly(place, path: path)
            }
            found += newViolations(of: key, from: old[key], to: new[key])
        }
        if requiresKeys {
            found += schema.violationsOfWhole(new)
        }
        guard let first = found.first else { return }
        if first.isUnknownKey, first.path.count == 1 {
            throw .unknownKey(first.path[0], try suggestion(for: first.path[0]), path: path)
        }
        throw .violation(first, others: found.count - 1, path: path)
    }

    private func newViolations(of key: String, from old: PropertyList?, to new: PropertyList?) -> [SchemaViolation] {
        guard let new else { return [] }
        var present = old.map { schema.violations(in: $0, of: key) } ?? []
        return schema.violations(in: new, of: key).filter { violation in
            guard let position = present.firstIndex(where: { violation.isNoWorse(than: $0) }) else { return true }
            present.remove(at: position)
            return false
        }
    }
}
