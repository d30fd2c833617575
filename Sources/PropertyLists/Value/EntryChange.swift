/// One of the steps that turn the entries of a dictionary into those of another.
enum EntryChange {
    /// The old entry at a position stays as it is.
    case keep(Int)
    /// The old entry at a position gets another value.
    case replaceValue(Int, PropertyList)
    /// The old entry at a position gets another key.
    case rename(Int, String)
    /// The old entry at a position goes.
    case remove(Int)
    /// A new entry comes behind the one that the step before it kept or put there; without one, in front of all.
    case insert(PropertyListDictionary.Entry)
}

extension PropertyListDictionary {
    /// The steps, in the order of both, that turn the entries of another dictionary into these.
    ///
    /// The new entries come before the removal of old ones in the same place.
    ///
    /// - Returns: nil where keys of both stand in another order, so that no such steps do.
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
}
