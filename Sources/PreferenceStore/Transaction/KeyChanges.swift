import PropertyLists

/// What turns one suite into another, key by key.
struct KeyChanges {
    /// The keys that are new or have a new value, with that.
    private let set: [PropertyListDictionary.Entry]
    private let removed: Set<ByteKey>

    /// The changes in the form in which a file holds them: an XML file has no fractions of a second, for one.
    ///
    /// - Parameter suite: what the file that they were written to holds.
    func asStored(in suite: PropertyListDictionary) -> KeyChanges {
        KeyChanges(
            set: set.map { PropertyListDictionary.Entry(key: $0.key, value: suite[$0.key] ?? $0.value) },
            removed: removed
        )
    }

    private init(set: [PropertyListDictionary.Entry], removed: Set<ByteKey>) {
        self.set = set
        self.removed = removed
    }

    /// The changes that lead from an old suite to a new one.
    init(from old: PropertyListDictionary, to new: PropertyListDictionary) {
        set = new.filter { old[$0.key] != $0.value }
        removed = Set(old.lazy.map(\.key).filter { new.position(of: $0) == nil }.map { ByteKey($0) })
    }

    /// Each change by itself, but for some keys, as a file remembers them.
    func recorded(except keys: [String]) -> [RecentCommits.Change] {
        let changes =
            set.map { RecentCommits.Change(key: $0.key, value: $0.value) }
            + removed.map { RecentCommits.Change(key: $0.string, value: nil) }
        return changes.filter { change in !keys.contains { $0.hasSameBytes(as: change.key) } }
    }

    /// Makes the changes to a suite, those of the keys that a condition holds for.
    func apply(to suite: inout PropertyListDictionary, where condition: (String) -> Bool = { _ in true }) {
        suite.removeAll { removed.contains(ByteKey($0.key)) && condition($0.key) }
        for entry in set where condition(entry.key) {
            suite[entry.key] = entry.value
        }
    }
}
