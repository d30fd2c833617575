/// A step in turning the entries of one container into those of another: of a dictionary, or of an array, whose entries
/// have no keys.
enum EntryChange {
    /// The old entry at a position is unchanged.
    case keep(Int)
    /// The old entry at a position gets another value in place of its own.
    case replaceValue(Int, PropertyList, with: PropertyList)
    /// The old entry at a position gets another key.
    case rename(Int, String)
    /// The old entry at a position is removed.
    case remove(Int)
    /// A new entry follows the latest one that a step before it kept or inserted; without such a step, it is the first.
    case insert(key: String?, PropertyList)

    /// The position of the old entry; nil if the entry is new.
    var oldPosition: Int? {
        switch self {
        case .keep(let old), .replaceValue(let old, _, _), .rename(let old, _), .remove(let old): old
        case .insert: nil
        }
    }

    var isRemoval: Bool {
        if case .remove = self { true } else { false }
    }

    /// The key that a dictionary gets; nil if its keys stay, or if it loses one.
    var newKey: String? {
        switch self {
        case .rename(_, let key): key
        case .insert(let key, _): key
        case .keep, .replaceValue, .remove: nil
        }
    }

    /// Returns the same change at the position that a closure computes from this one's.
    func moved(_ position: (Int) -> Int) -> EntryChange {
        switch self {
        case .keep(let old): .keep(position(old))
        case .replaceValue(let old, let oldValue, let value): .replaceValue(position(old), oldValue, with: value)
        case .rename(let old, let key): .rename(position(old), key)
        case .remove(let old): .remove(position(old))
        case .insert: self
        }
    }
}

extension PropertyList {
    /// Returns the steps, in the order of both, that turn a container within another into this one.
    ///
    /// Returns nil unless both are arrays or both are dictionaries. Keys that both dictionaries have keep their order,
    /// which does not distinguish two values.
    func changes(fromNested old: PropertyList) -> [EntryChange]? {
        switch (self, old) {
        case (.array(let new), .array(let old)): new.changes(from: old)
        case (.dictionary(let new), .dictionary(let old)):
            new.changes(from: old) ?? new.inOrder(of: old).changes(from: old)
        default: nil
        }
    }

    /// Returns the step that puts this value in place of an old one at a position.
    fileprivate func change(from old: PropertyList, at position: Int) -> EntryChange {
        self == old ? .keep(position) : .replaceValue(position, old, with: self)
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
                    changes.append(.insert(key: entry.key, entry.value))
                }
                continue
            }
            guard oldPosition >= position else { return nil }
            changes += (position..<oldPosition).map(EntryChange.remove)
            changes.append(entry.value.change(from: old[oldPosition].value, at: oldPosition))
            position = oldPosition + 1
        }
        return changes + (position..<old.count).map(EntryChange.remove)
    }

    /// Returns the same entries, those with a key of an old dictionary first, in its order.
    fileprivate func inOrder(of old: PropertyListDictionary) -> PropertyListDictionary {
        let common = old.compactMap { entry in position(of: entry.key).map { self[$0] } }
        return PropertyListDictionary(uniqueEntries: common + positionsOfKeys(missingIn: old).map { self[$0] })
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

extension [PropertyList] {
    /// Returns the steps, in the order of both, that turn the elements of another array into these.
    ///
    /// As few elements as possible are removed and inserted, unless very many differ. New elements take the places of
    /// removed ones, one by one.
    func changes(from old: [PropertyList]) -> [EntryChange] {
        var changes: [EntryChange] = []
        changes.reserveCapacity(Swift.max(count, old.count))
        var end = 0
        for hunk in SequenceDifference(from: old, to: self).hunks {
            changes += (end..<hunk.old.lowerBound).map(EntryChange.keep)
            changes += zip(hunk.old, hunk.new).map { .replaceValue($0, old[$0], with: self[$1]) }
            changes += hunk.new.dropFirst(hunk.old.count).map { .insert(key: nil, self[$0]) }
            changes += hunk.old.dropFirst(hunk.new.count).map(EntryChange.remove)
            end = hunk.old.upperBound
        }
        return changes + (end..<old.count).map(EntryChange.keep)
    }
}

extension DuplicateKeys {
    /// Returns the steps that change the entries that count, as steps in the document.
    ///
    /// A key that changes loses its other entries; a key that stays keeps them.
    ///
    /// - Parameter changes: the steps at the positions of a dictionary that has only the entries that count.
    /// - Parameter removed: gets each key that loses entries.
    func spread(_ changes: [EntryChange], removing removed: inout [String]) -> [EntryChange] {
        let moved = changes.map { change in change.moved { positions[$0] } }
        var others: [(position: Int, change: EntryChange)] = []
        for change in moved {
            guard let (key, positions) = change.oldPosition.flatMap({ ignored[$0] }) else { continue }
            if case .keep = change {
                others += positions.map { ($0, .keep($0)) }
            } else {
                others += positions.map { ($0, .remove($0)) }
                removed.append(key)
            }
        }
        others.sort { $0.position < $1.position }
        var next = others[...]
        var result: [EntryChange] = []
        for change in moved {
            while let position = change.oldPosition, let other = next.first, other.position < position {
                result.append(next.removeFirst().change)
            }
            result.append(change)
        }
        return result + next.map(\.change)
    }
}
