import PropertyLists

/// What a transaction makes of the suite that it has read.
struct EditedSuite {
    /// The changes of the file.
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

    /// The warning that the file at a path has changes again which another program had reverted; none if it has none.
    func restoration(at path: String) -> [SuiteWarning] {
        restored.isEmpty ? [] : [.changesRestored(path: path, keys: restored.map(\.key))]
    }
}
