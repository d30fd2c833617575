/// Entries of an XML document's root dictionary, with the places of all entries, as a change of some needs them.
///
/// No tree is built of the other entries, but the whole document is checked, with the errors of a reader.
package struct LocatedEntries: Sendable {
    /// The entries of the requested keys, in the order of the document.
    package let root: PropertyListDictionary
    private let keys: KeySelection
    /// The places of all entries of the document.
    let layout: XMLLayout
    /// The position among all entries of each entry with a requested key.
    let positions: [Int]
    /// The requested keys that the document repeats; nil if each entry counts.
    private let duplicates: DuplicateKeys?
    /// As ``XMLKeys/areAscending``, of the root dictionary.
    private let areAscending: Bool

    /// Finds the entries of some keys of an XML document in UTF-8; returns nil if its root is not a dictionary, or its
    /// declaration limits it to ASCII.
    init?(of keys: KeySelection, in bytes: ByteView) throws(PropertyListError) {
        try bytes.checkDeclaredEncoding(nil)
        guard !bytes.declaresASCII else { return nil }
        var scanner = try XMLScanner(bytes)
        guard case .begin(.dictionary)? = try scanner.next() else { return nil }
        try self.init(of: keys, inRootDictionaryOf: &scanner)
    }

    /// Finds the entries of some keys in a root dictionary that has just begun, and checks the rest of the document.
    init(of keys: KeySelection, inRootDictionaryOf scanner: inout XMLScanner) throws(PropertyListError) {
        let startTag = scanner.eventOffset..<scanner.offset
        var selection = XMLSelection(of: keys)
        areAscending = try scanner.readEntries(into: &selection)
        let endTag = scanner.eventOffset..<scanner.offset
        layout = XMLLayout(.dictionary, startTag: startTag, starts: scanner.nesting.keys.rootStarts, endTag: endTag)
        try scanner.skipToEnd()
        self.keys = keys
        positions = selection.positions
        let entries = selection.entries()
        duplicates = DuplicateKeys(in: entries.map(\.key), counting: .last)
        root = PropertyListDictionary(uniqueEntries: duplicates?.positions.map { entries[$0] } ?? entries)
    }

    /// Returns the document with other entries in place of the located ones, as ``PropertyListDictionary`` writes it.
    ///
    /// A new key goes to its sorted place if the document's keys are sorted as `UserDefaults` writes them, otherwise to
    /// the end.
    ///
    /// - Parameters:
    ///   - document: the document in which the entries were located.
    ///   - new: entries of the requested keys.
    /// - Returns: nil if keys of both are in different orders, or a new key was not requested.
    /// - Throws: `PropertyListError` if XML cannot represent a value, or containers nest too deep.
    package func document(
        _ document: [UInt8],
        changedTo new: PropertyListDictionary
    ) throws(PropertyListError) -> SplicedDocument? {
        let splice = try document.span.withByteView { bytes throws(PropertyListError) -> Splice? in
            var removed: [String] = []
            guard let changes = try changes(to: new, in: bytes, removing: &removed) else { return nil }
            var splice = try EntryEditor<XMLLayout>.splice(bytes, layout, changes)
            splice.duplicates += removed
            return splice
        }
        return splice.map { SplicedDocument(of: document, $0) }
    }

    /// Returns whether the values of keys are as they would be written: an undo that gives them back needs no text.
    package func areAsWritten(_ keys: [String], in document: [UInt8]) -> Bool {
        let areAsWritten = try? document.span.withByteView { bytes throws(PropertyListError) in
            var style = layout.style(in: bytes, within: XMLWriter(), depth: 1)
            for (entry, position) in zip(root, positions) where keys.contains(where: { $0.hasSameBytes(as: entry.key) })
            {
                let place = try layout.entry(at: position, in: bytes)
                guard let value = place.value,
                    bytes[value].hasSameBytes(as: try style.text(of: entry.value, depth: 1, like: nil))
                else { return false }
            }
            return duplicates == nil
        }
        return areAsWritten ?? false
    }

    /// Returns the steps, in the order of the document, that turn the located entries into others.
    ///
    /// Returns nil if keys of both are in different orders, or a new key was not requested: the document may contain
    /// it.
    ///
    /// - Parameter removed: gets each duplicate key that changes, and loses its other entries.
    private func changes(
        to new: PropertyListDictionary,
        in bytes: ByteView,
        removing removed: inout [String]
    ) throws(PropertyListError) -> [EntryChange]? {
        guard let steps = new.changes(from: root) else { return nil }
        let newKeys = steps.compactMap(\.newKey)
        guard newKeys.allSatisfy(keys.contains) else { return nil }
        if newKeys.isEmpty {
            let steps = duplicates?.spread(steps, removing: &removed) ?? steps
            let areAllRequested = positions.count == layout.starts.count
            return areAllRequested ? steps : steps.map { $0.moved { positions[$0] } }
        }
        if areAscending, layout.keysAreASCII(in: bytes), let changes = try changesWithSortedPlaces(of: steps, in: bytes)
        {
            return changes
        }
        // The place of a new key depends on all keys, but not on the values that were not requested.
        let allKeys = try layout.keys(in: bytes)
        guard allKeys.duplicate == nil else { return nil }
        var old = allKeys.map { PropertyListDictionary.Entry(key: $0, value: .boolean(false)) }
        for (place, entry) in root.enumerated() {
            old[positions[place]] = entry
        }
        var entries: [PropertyListDictionary.Entry?] = old
        for step in steps {
            switch step {
            case .keep, .insert(nil, _): break
            case .replaceValue(let place, _, let value): entries[positions[place]]?.value = value
            case .rename(let place, let key): entries[positions[place]] = .init(key: key, value: root[place].value)
            case .remove(let place): entries[positions[place]] = nil
            case .insert(let key?, let value): entries.append(.init(key: key, value: value))
            }
        }
        let oldRoot = PropertyListDictionary(uniqueEntries: old)
        var newRoot = PropertyListDictionary(uniqueEntries: entries.compactMap(\.self))
        newRoot.sortNewKeys(of: oldRoot)
        return newRoot.changes(from: oldRoot)
    }

    /// Returns steps that change located entries, with the places of new ones in a document whose keys are sorted.
    ///
    /// Returns nil if a step removes or renames an entry, next to which a new one may belong.
    private func changesWithSortedPlaces(
        of steps: [EntryChange],
        in bytes: ByteView
    ) throws(PropertyListError) -> [EntryChange]? {
        var old: [(position: Int, change: EntryChange)] = []
        var new: [PropertyListDictionary.Entry] = []
        for step in steps {
            switch step {
            case .keep(let place), .replaceValue(let place, _, _):
                old.append((positions[place], step.moved { positions[$0] }))
            case .insert(let key?, let value): new.append(.init(key: key, value: value))
            case .remove, .rename, .insert(nil, _): return nil
            }
        }
        new.sort { $0.key.precedesInUserDefaultsOrder($1.key) }
        var changes: [EntryChange] = []
        var next = 0
        for entry in new {
            let position = try layout.sortedPosition(of: entry.key, in: bytes)
            while next < old.count, old[next].position < position {
                changes.append(old[next].change)
                next += 1
            }
            if position > 0 {
                changes.append(.keep(position - 1))
            }
            changes.append(.insert(key: entry.key, entry.value))
        }
        return changes + old[next...].map(\.change)
    }
}
