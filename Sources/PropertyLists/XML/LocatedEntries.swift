/// Entries of an XML document's root dictionary with where all of them stand: what a change of some takes.
///
/// No tree is made of the other entries, but the whole document is checked, with the errors that a reader has.
package struct LocatedEntries: Sendable {
    /// The entries of the keys that were sought, in the order of the document.
    package let root: PropertyListDictionary
    private let keys: KeySelection
    /// Where every entry of the document stands.
    let layout: XMLLayout
    /// Where each entry of `root` stands among all.
    let positions: [Int]

    /// Finds the entries of some keys; nil if a change takes the whole tree: the document is in another format or
    /// encoding, or its root is no dictionary.
    ///
    /// - Throws: what is wrong with the document, with its line and column.
    package init?(of keys: [String], in document: Span<UInt8>) throws(PropertyListError) {
        let located = try document.withByteView { bytes throws(PropertyListError) -> LocatedEntries? in
            guard var scanner = try XMLScanner(inRootDictionaryOf: bytes) else { return nil }
            return try LocatedEntries(of: .named(keys), inRootDictionaryOf: &scanner)
        }
        guard let located else { return nil }
        self = located
    }

    /// Finds the entries of some keys, in a root dictionary that has just begun, and checks the rest of the document.
    init(of keys: KeySelection, inRootDictionaryOf scanner: inout XMLScanner) throws(PropertyListError) {
        let rootTag = scanner.eventOffset..<scanner.offset
        var entries: [XMLLayout.Entry] = []
        var positions: [Int] = []
        root = try scanner.entries(of: keys) { entry, isSought in
            if isSought {
                positions.append(entries.count)
            }
            entries.append(entry)
        }
        layout = XMLLayout(rootTag: rootTag, entries: entries, endTag: scanner.eventOffset..<scanner.offset)
        try scanner.skipToEnd()
        self.keys = keys
        self.positions = positions
    }

    /// The document with other entries in place of the located ones, as ``PropertyListDictionary`` writes it.
    ///
    /// A new key goes to its place if the keys of the document are sorted as `UserDefaults` writes them, else to the
    /// end.
    ///
    /// - Parameters:
    ///   - document: the one in which they were located.
    ///   - new: entries of the keys that were sought.
    /// - Returns: nil if keys of both are in another order.
    /// - Throws: `PropertyListError` if XML cannot hold a value, or containers nest too deep.
    package func document(
        _ document: [UInt8],
        changedTo new: PropertyListDictionary
    ) throws(PropertyListError) -> SplicedDocument? {
        let splice = try document.span.withByteView { bytes throws(PropertyListError) -> Splice? in
            guard let changes = try changes(to: new, in: bytes) else { return nil }
            return try XMLEditor.splice(bytes, layout, changes)
        }
        return splice.map { SplicedDocument(of: document, $0) }
    }

    /// The steps, in the order of the document, that turn the located entries into others; nil if keys of both are in
    /// another order, or a key is new that was not sought: it may be in the document.
    private func changes(
        to new: PropertyListDictionary,
        in bytes: ByteView
    ) throws(PropertyListError) -> [EntryChange]? {
        guard new.allSatisfy({ keys.contains($0.key) }), let steps = new.changes(from: root) else { return nil }
        let keepsKeys = steps.allSatisfy { step in
            switch step {
            case .keep, .replaceValue, .remove: true
            case .rename, .insert: false
            }
        }
        if keepsKeys {
            return steps.map { $0.moved { positions[$0] } }
        }
        // The place of a new key is one among all keys; the values that were not sought do not matter.
        var old = try layout.keys(in: bytes).map { PropertyListDictionary.Entry(key: $0, value: .boolean(false)) }
        for (place, entry) in root.enumerated() {
            old[positions[place]] = entry
        }
        var entries: [PropertyListDictionary.Entry?] = old
        for step in steps {
            switch step {
            case .keep: break
            case .replaceValue(let place, let value): entries[positions[place]]?.value = value
            case .rename(let place, let key): entries[positions[place]] = .init(key: key, value: root[place].value)
            case .remove(let place): entries[positions[place]] = nil
            case .insert(let entry): entries.append(entry)
            }
        }
        let oldRoot = PropertyListDictionary(uniqueEntries: old)
        var newRoot = PropertyListDictionary(uniqueEntries: entries.compactMap(\.self))
        newRoot.sortNewKeys(of: oldRoot)
        return newRoot.changes(from: oldRoot)
    }
}
