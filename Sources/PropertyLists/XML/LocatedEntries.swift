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
