public import PropertyLists

/// A change of one key, whoever made it.
public struct PreferenceChange: Hashable, Sendable {
    /// The key, as the files have it.
    public let key: String
    /// What the files held before; nil where none held the key.
    public let old: PropertyList?
    /// What they hold now; nil where none holds it any more.
    public let new: PropertyList?
}

extension PreferenceChange {
    /// The changes that lead from a snapshot to a newer one, in the byte order of keys.
    static func changes(from old: PreferenceSnapshot, to new: PreferenceSnapshot) -> [PreferenceChange] {
        let before = old.values
        let after = new.values
        let keys = Set(before.keys).union(after.keys)
        return keys.sorted { $0.string.precedesInByteOrder($1.string) }
            .filter { before[$0] != after[$0] }
            .map { PreferenceChange(key: $0.string, old: before[$0], new: after[$0]) }
    }
}
