/// A step in turning the entries of one dictionary into those of another.
enum EntryChange {
    /// The old entry at a position is unchanged.
    case keep(Int)
    /// The old entry at a position gets another value.
    case replaceValue(Int, PropertyList)
    /// The old entry at a position gets another key.
    case rename(Int, String)
    /// The old entry at a position is removed.
    case remove(Int)
    /// A new entry follows the latest one that a step before it kept or inserted; without such a step, it is the first.
    case insert(PropertyListDictionary.Entry)

    /// Returns the same change at the position that a closure computes from this one's.
    func moved(_ position: (Int) -> Int) -> EntryChange {
        switch self {
        case .keep(let old): .keep(position(old))
        case .replaceValue(let old, let value): .replaceValue(position(old), value)
        case .rename(let old, let key): .rename(position(old), key)
        case .remove(let old): .remove(position(old))
        case .insert: self
        }
    }
}

extension PropertyListDictionary {
    /// Returns the steps, in the order of both, that turn the entries of another dictionary into these.
    ///
    /// Returns nil if keys of both are in different orders. New entries precede the removal of old ones in the same
    /// place.
    func changes(from old: PropertyListDictionary) -> [EntryChange]? {
        var changes: [EntryChange] = []
        var position = 0
        for entry in self {
            guard let oldPosition = old.position(of: entry.key, expectedAt: position) else {
                if position < old.count, old[position].value == entry.value, self.position(of: old[position].key) == nil
                {
                    changes.append(.rename(position, entry.key))
                    position += 1
                } else {
                    changes.append(.insert(entry))
                }
                continue
            }
            guard oldPosition >= position else { return nil }
            changes += (position..<oldPosition).map(EntryChange.remove)
            let isSame = old[oldPosition].value == entry.value
            changes.append(isSame ? .keep(oldPosition) : .replaceValue(oldPosition, entry.value))
            position = oldPosition + 1
        }
        return changes + (position..<old.count).map(EntryChange.remove)
    }

    /// Moves the keys that an old dictionary lacks to their sorted places, if the old keys are sorted as `UserDefaults`
    /// writes them.
    ///
    /// Otherwise somebody maintains the order by hand, and new keys stay at the end.
    package mutating func sortNewKeys(of old: PropertyListDictionary) {
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

    /// Returns the ascending positions of the keys that an old dictionary lacks.
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
