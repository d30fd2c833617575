import PropertyLists

/// What happens to one key from a suite to another.
struct KeyChange {
    /// The key.
    let key: String
    /// Its value before; nil where it is new.
    let old: PropertyList?
    /// Its value after; nil where it is gone.
    let new: PropertyList?

    /// What turns a suite into another, in the byte order of the keys.
    static func changes(from old: PropertyListDictionary, to new: PropertyListDictionary) -> [KeyChange] {
        let keys = new.filter { old[$0.key] != $0.value }.map(\.key) + old.keys.filter { new.position(of: $0) == nil }
        return keys.sorted { $0.precedesInByteOrder($1) }.map { KeyChange(key: $0, old: old[$0], new: new[$0]) }
    }
}
