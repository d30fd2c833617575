import PropertyLists

/// What a transaction makes of the suite that it has read.
struct EditedSuite {
    /// The new suite; if only some entries were read, the new state of those.
    let root: PropertyListDictionary
    /// The changes of the file that lead to it.
    let changes: [PreferenceChange]
    /// The changes among them that only restore what another program had reverted.
    let restored: [PreferenceChange]
    /// The new file; nil if the file stays as it is.
    let document: SplicedDocument?

    /// The changes that are not made only because another program had reverted them.
    var ownChanges: [PreferenceChange] {
        guard !restored.isEmpty else { return changes }
        let keys = Set(restored.map { ByteKey($0.key) })
        return changes.filter { !keys.contains(ByteKey($0.key)) }
    }

    /// Warnings about what the new file no longer has as it was, and what it has again.
    func warnings(at path: String) -> [SuiteWarning] {
        let restored = restored.isEmpty ? [] : [SuiteWarning.changesRestored(path: path, keys: restored.map(\.key))]
        return restored + (document?.warnings(at: path) ?? [])
    }
}
