import PropertyLists

extension PropertyListDictionary {
    /// Moves the keys that an old suite lacks to their sorted place, where the old suite's keys are sorted.
    ///
    /// Otherwise somebody keeps the order by hand, and new keys stay at the end.
    mutating func sortNewKeys(of old: PropertyListDictionary) {
        var newPositions = positionsOfKeys(missingIn: old)[...]
        guard !newPositions.isEmpty, old.isSortedAsUserDefaultsWrites else { return }
        var newEntries = newPositions.map { self[$0] }
            .sorted { $0.key.precedesInUserDefaultsOrder($1.key) }[...]
        var entries: [Entry] = []
        entries.reserveCapacity(count)
        for (position, entry) in enumerated() {
            if position == newPositions.first {
                newPositions.removeFirst()
                continue
            }
            while let new = newEntries.first, new.key.precedesInUserDefaultsOrder(entry.key) {
                entries.append(new)
                newEntries.removeFirst()
            }
            entries.append(entry)
        }
        self = PropertyListDictionary(uniqueEntries: entries + newEntries)
    }

    /// The positions of the keys that an old suite lacks, ascending.
    private func positionsOfKeys(missingIn old: PropertyListDictionary) -> [Int] {
        var next = old.startIndex
        return indices.filter { position in
            guard let oldPosition = old.position(of: self[position].key, expectedAt: next) else { return true }
            next = oldPosition + 1
            return false
        }
    }

    private var isSortedAsUserDefaultsWrites: Bool {
        zip(self, dropFirst()).allSatisfy { $0.key.precedesInUserDefaultsOrder($1.key) }
    }
}
