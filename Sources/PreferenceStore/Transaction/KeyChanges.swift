import PropertyLists

/// What turns one suite into another, key by key.
struct KeyChanges {
    /// A key and its new value; nil removes it.
    private let changes: [(key: String, value: PropertyList?)]

    /// The changes that lead from an old suite to a new one.
    init(from old: PropertyListDictionary, to new: PropertyListDictionary) {
        let set = new.filter { old[$0.key] != $0.value }.map { (key: $0.key, value: Optional($0.value)) }
        let removed = old.filter { new[$0.key] == nil }.map { (key: $0.key, value: PropertyList?.none) }
        changes = set + removed
    }

    /// Makes the changes to a suite, those of the keys that a condition holds for.
    func apply(to suite: inout PropertyListDictionary, where condition: (String) -> Bool = { _ in true }) {
        for (key, value) in changes where condition(key) {
            suite[key] = value
        }
    }
}
