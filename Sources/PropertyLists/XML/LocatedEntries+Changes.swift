extension LocatedEntries {
    /// The steps, in the order of the document, that turn the located entries into others.
    ///
    /// A new key goes to its place where the keys of the document are sorted as `UserDefaults` writes them, else to the end.
    ///
    /// - Returns: nil where keys of both stand in another order, and where a key is new that was not sought: it may stand
    ///   in the document.
    func changes(to new: PropertyListDictionary, in bytes: ByteView) throws(PropertyListError) -> [EntryChange]? {
        guard new.allSatisfy({ keys.position(of: $0.key) != nil }), let steps = new.changes(from: root) else {
            return nil
        }
        var changes: [(position: Int, change: EntryChange)] = []
        var added: [PropertyListDictionary.Entry] = []
        for step in steps {
            switch step {
            case .keep: break
            case .replaceValue(let place, let value):
                changes.append((positions[place], .replaceValue(positions[place], value)))
            case .rename(let place, let key):
                changes.append((positions[place], .rename(positions[place], key)))
            case .remove(let place):
                changes.append((positions[place], .remove(positions[place])))
            case .insert(let entry):
                added.append(entry)
            }
        }
        let renames = changes.contains { if case .rename = $0.change { true } else { false } }
        guard renames || !added.isEmpty else { return changes.map(\.change) }
        let isSorted = try layout.isSorted(in: bytes)
        if isSorted {
            try moveRenamedKeys(of: &changes, to: &added, in: bytes)
            added.sort { $0.key.precedesInUserDefaultsOrder($1.key) }
        }
        return try inOrder(changes, adding: added, isSorted: isSorted, in: bytes)
    }

    /// Makes a new entry of each that would not keep the order of the keys under its new one.
    private func moveRenamedKeys(
        of changes: inout [(position: Int, change: EntryChange)],
        to added: inout [PropertyListDictionary.Entry],
        in bytes: ByteView
    ) throws(PropertyListError) {
        for index in changes.indices {
            let position = changes[index].position
            guard case .rename(_, let key) = changes[index].change,
                case let newPosition = try layout.position(ofNewKey: key, in: bytes),
                newPosition != position, newPosition != position + 1,
                let place = positions.firstIndex(of: position)
            else { continue }
            changes[index].change = .remove(position)
            added.append(PropertyListDictionary.Entry(key: key, value: root[place].value))
        }
    }

    /// Changes and new entries in the order of the document.
    private func inOrder(
        _ changes: [(position: Int, change: EntryChange)],
        adding added: [PropertyListDictionary.Entry],
        isSorted: Bool,
        in bytes: ByteView
    ) throws(PropertyListError) -> [EntryChange] {
        let removed = Set(changes.compactMap { if case .remove(let position) = $0.change { position } else { nil } })
        var steps: [EntryChange] = []
        var rest = changes[...]
        var end = 0
        /// The latest entry before the end that stays: new ones go behind it.
        var predecessor = -1
        for entry in added {
            let start = end
            end = isSorted ? try layout.position(ofNewKey: entry.key, in: bytes) : layout.entries.count
            predecessor = (start..<end).last { !removed.contains($0) } ?? predecessor
            let before = rest.prefix { $0.position < predecessor }
            rest = rest.dropFirst(before.count)
            steps += before.map(\.change)
            if let next = rest.first, next.position == predecessor {
                steps.append(next.change)
                rest.removeFirst()
            } else if predecessor >= 0 {
                steps.append(.keep(predecessor))
            }
            steps.append(.insert(entry))
        }
        return steps + rest.map(\.change)
    }
}
