/// Changes entries of an XML property list in its bytes.
///
/// Every byte that was not asked to change stays: comments, order and indentation.
struct XMLEditor {
    private let bytes: ByteView
    private let layout: XMLLayout
    /// What stands before each entry; nil where the first does not begin its line.
    private let indentation: XMLIndentation?
    private var writer: XMLWriter
    /// The bytes before this offset are in the output, or were left out of it.
    private var offset = 0
    /// The latest entry that stays, perhaps with another value.
    private var predecessor: XMLLayout.Entry?
    private var output = Splice()

    private init(_ bytes: ByteView, _ layout: XMLLayout) {
        self.bytes = bytes
        self.layout = layout
        indentation = layout.indentation(in: bytes)
        writer = XMLWriter(indentation: indentation ?? XMLIndentation(lineEnd: layout.lineEnd(in: bytes)))
    }

    /// What another root dictionary makes of a document.
    ///
    /// - Parameters:
    ///   - bytes: a document that has been read.
    ///   - old: the root dictionary that it holds.
    ///   - new: the root dictionary that it is to hold.
    /// - Returns: nil where keys of both stand in another order: the document has to be written anew.
    /// - Throws: what is wrong with the document; `tooDeep` and `dateOutOfRange` for a value.
    static func splice(
        _ bytes: ByteView,
        changing old: PropertyListDictionary,
        to new: PropertyListDictionary
    ) throws(PropertyListError) -> Splice? {
        var scanner = try XMLScanner(bytes)
        guard case .beginDictionary? = try scanner.next() else { return nil }
        let layout = try LocatedEntries(of: .named([]), inRootDictionaryOf: &scanner).layout
        guard layout.entries.count == old.count, let changes = new.changes(from: old) else { return nil }
        return try splice(bytes, layout, changes)
    }

    /// What changes of entries make of a document.
    ///
    /// - Parameters:
    ///   - layout: where the entries stand.
    ///   - changes: what is to change of them, in their order; an entry that stays needs no change.
    /// - Throws: `tooDeep` and `dateOutOfRange` for a value.
    static func splice(
        _ bytes: ByteView,
        _ layout: XMLLayout,
        _ changes: [EntryChange]
    ) throws(PropertyListError) -> Splice {
        var editor = XMLEditor(bytes, layout)
        let added = changes.compactMap { if case .insert(let entry) = $0 { entry } else { nil } }
        let removedCount = changes.count { if case .remove = $0 { true } else { false } }
        let isEmptyAfter = layout.entries.count + added.count == removedCount
        if layout.entries.isEmpty != isEmptyAfter, layout.holdsOnlyEntries(bytes) {
            try editor.replaceRoot(by: PropertyListDictionary(uniqueEntries: added))
        } else {
            for change in changes {
                try editor.apply(change)
            }
        }
        editor.copy(upTo: bytes.count)
        return editor.output
    }

    // MARK: Changes, in the order of the document

    private mutating func replaceRoot(by new: PropertyListDictionary) throws(PropertyListError) {
        copy(upTo: layout.root.lowerBound)
        try writer.append(.dictionary(new), depth: 0, to: &output.end)
        offset = layout.root.upperBound
    }

    private mutating func apply(_ change: EntryChange) throws(PropertyListError) {
        switch change {
        case .keep(let position):
            predecessor = layout.entries[position]
        case .replaceValue(let position, let value):
            predecessor = layout.entries[position]
            try replaceValue(of: layout.entries[position], by: value)
        case .rename(let position, let key):
            predecessor = layout.entries[position]
            replaceKey(of: layout.entries[position], by: key)
        case .remove(let position):
            remove(layout.entries[position])
        case .insert(let entry):
            try insert(entry)
        }
    }

    private mutating func remove(_ entry: XMLLayout.Entry) {
        let lines = layout.lines(of: entry, in: bytes)
        copy(upTo: lines.lowerBound)
        offset = lines.upperBound
    }

    private mutating func replaceKey(of entry: XMLLayout.Entry, by key: String) {
        copy(upTo: entry.key.lowerBound)
        writer.append(key: key, to: &output.end)
        offset = entry.key.upperBound
    }

    private mutating func replaceValue(
        of entry: XMLLayout.Entry,
        by value: PropertyList
    ) throws(PropertyListError) {
        copy(upTo: entry.value.lowerBound)
        try writer.append(value, depth: 1, to: &output.end)
        offset = entry.value.upperBound
    }

    /// Puts an entry behind the latest that stays, or in front of all, on lines of its own where the others have such.
    private mutating func insert(_ entry: PropertyListDictionary.Entry) throws(PropertyListError) {
        let end = layout.endOfComments(after: predecessor?.value.upperBound ?? layout.body.lowerBound, in: bytes)
        let nextLine = layout.endOfLine(after: end, in: bytes)
        copy(upTo: nextLine ?? end)
        if nextLine == nil, let indentation {
            output.end += indentation.lineEnd
        }
        output.end += indentation?.ofEntries ?? []
        try writer.append(entry, depth: 1, to: &output.end)
        if nextLine != nil {
            output.end += writer.indentation.lineEnd
        }
    }

    // MARK: Output

    /// Copies the bytes before an offset, but for those that were copied or left out before.
    private mutating func copy(upTo end: Int) {
        guard end > offset else { return }
        output.keep(offset..<end, of: bytes)
        offset = end
    }
}
