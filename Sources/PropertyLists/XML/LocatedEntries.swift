/// Entries of an XML document's root dictionary with where all of them stand: what a change of some takes.
///
/// No tree is made of the other entries, but the whole document is checked, with the errors that a reader has.
package struct LocatedEntries: Sendable {
    /// The entries of the keys that were sought, in the order of the document.
    package let root: PropertyListDictionary
    /// The keys that were sought.
    let keys: KeyPositions
    /// Where every entry of the document stands.
    let layout: XMLLayout
    /// Where each entry of `root` stands among all.
    let positions: [Int]

    /// Finds the entries of some keys.
    ///
    /// - Returns: nil where a change takes the whole tree: the document is in another format or encoding, or its root is
    ///   no dictionary.
    /// - Throws: what is wrong with the document, with its line and column.
    package init?(of keys: [String], in document: Span<UInt8>) throws(PropertyListError) {
        let located = try document.withByteView { bytes throws(PropertyListError) in
            try LocatedEntries(of: keys, in: bytes)
        }
        guard let located else { return nil }
        self = located
    }

    private init?(of keys: [String], in bytes: ByteView) throws(PropertyListError) {
        guard var scanner = try XMLScanner(inRootDictionaryOf: bytes) else { return nil }
        var layout = XMLLayout(rootTag: scanner.eventOffset..<scanner.offset)
        var positions: [Int] = []
        root = try scanner.entries(of: SoughtKeys(keys)) { entry, isSought in
            if isSought {
                positions.append(layout.entries.count)
            }
            layout.append(entry)
        }
        layout.end(at: scanner.eventOffset, before: scanner.offset)
        try scanner.skipToEnd()
        self.keys = KeyPositions(keys)
        self.layout = layout
        self.positions = positions
    }

    /// The document with other entries in place of the located ones, as ``PropertyListDictionary`` writes it.
    ///
    /// - Parameters:
    ///   - document: the one in which they were located.
    ///   - new: entries of the keys that were sought.
    /// - Returns: nil where keys of both stand in another order.
    /// - Throws: `PropertyListError` where XML cannot hold a value, or containers nest too deep.
    package func document(
        _ document: [UInt8],
        changedTo new: PropertyListDictionary
    ) throws(PropertyListError) -> SplicedDocument? {
        let splice = try document.span.withByteView { bytes throws(PropertyListError) -> Splice? in
            guard let changes = try changes(to: new, in: bytes) else { return nil }
            let isEmptyAfter = layout.entries.count - root.count + new.count == 0
            return try XMLEditor.splice(bytes, layout, changes, isEmptyAfter: isEmptyAfter)
        }
        return splice.map { SplicedDocument(of: document, $0) }
    }
}

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
