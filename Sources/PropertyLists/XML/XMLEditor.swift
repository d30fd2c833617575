/// An editor that changes entries of an XML property list, and keeps every byte outside the changes.
///
/// It goes down into dictionaries and arrays, so that their comments and layout stay too.
struct XMLEditor {
    private let bytes: ByteView
    private let layout: XMLLayout
    /// The number of containers around an entry.
    private let depth: Int
    private var writer: XMLWriter
    /// The bytes before this offset are in the output, or were omitted.
    private var offset = 0
    /// The position of the latest entry that stays, possibly with another key or value.
    private var predecessor: Int? { didSet { place = nil } }
    /// The offset of entries that are inserted after that one, and whether they begin a line; nil until the first one.
    private var place: (offset: Int, isNextLine: Bool)?
    private var output = Splice()
    /// The number of bytes that may still be scanned again, for the places of entries in containers.
    ///
    /// Each level is scanned again, so that the time would grow with the depth of a hostile document. Then a changed
    /// container is written anew.
    private var scanLimit: Int

    private init(_ bytes: ByteView, _ layout: XMLLayout, depth: Int, within outer: XMLIndentation, scanLimit: Int) {
        self.bytes = bytes
        self.layout = layout
        self.depth = depth
        self.scanLimit = scanLimit
        writer = XMLWriter(indentation: layout.indentation(in: bytes, within: outer, depth: depth))
    }

    /// Returns a parsed document with another root dictionary in place of its own.
    ///
    /// Returns nil if keys of both are in different orders: the document must be rewritten.
    ///
    /// - Throws: a problem with the document; `tooDeep`, `dateOutOfRange` and `dictionaryReadsAsUID` for a value.
    static func splice(
        _ bytes: ByteView,
        changing old: PropertyListDictionary,
        to new: PropertyListDictionary
    ) throws(PropertyListError) -> Splice? {
        var scanner = try XMLScanner(bytes)
        guard case .begin(.dictionary)? = try scanner.next() else { return nil }
        let layout = try LocatedEntries(of: .named([]), inRootDictionaryOf: &scanner).layout
        var removed: [String] = []
        guard let changes = new.changes(from: old),
            let located = try layout.located(changes, in: bytes, removing: &removed)
        else { return nil }
        var splice = try splice(bytes, layout, located)
        splice.duplicates += removed
        return splice
    }

    /// Returns a document with changes of its entries, in their order; an entry without a change stays.
    ///
    /// Throws `tooDeep`, `dateOutOfRange` and `dictionaryReadsAsUID`.
    static func splice(
        _ bytes: ByteView,
        _ layout: XMLLayout,
        _ changes: [EntryChange]
    ) throws(PropertyListError) -> Splice {
        let root = layout.indentationOfRoot(in: bytes)
        let scanLimit = max(16 * bytes.count, 16 << 20)
        var editor = XMLEditor(bytes, layout, depth: 1, within: root, scanLimit: scanLimit)
        if try layout.isFilledOrEmptied(by: changes, in: bytes) {
            var added: [PropertyListDictionary.Entry] = []
            for case .insert(let key?, let value) in changes {
                added.append(.init(key: key, value: value))
            }
            try editor.replace(layout.element, by: .dictionary(.init(uniqueEntries: added)), depth: 0)
        } else {
            try editor.apply(changes)
        }
        editor.copy(upTo: bytes.count)
        return editor.output
    }

    // MARK: Changes, in the order of the document

    private mutating func apply(_ changes: [EntryChange]) throws(PropertyListError) {
        for change in changes {
            try apply(change)
        }
    }

    private mutating func apply(_ change: EntryChange) throws(PropertyListError) {
        switch change {
        case .keep(let position):
            predecessor = position
        case .replaceValue(let position, let old, let value):
            predecessor = position
            try changeValue(in: layout.entry(at: position, in: bytes).value, from: old, to: value)
        case .rename(let position, let key):
            predecessor = position
            leaveOut(try layout.entry(at: position, in: bytes).key)
            writer.append(key: key, to: &output.end)
        case .remove(let position):
            leaveOut(layout.lines(of: try layout.entry(at: position, in: bytes), in: bytes))
        case .insert(let key, let value):
            try insert(key, value)
        }
    }

    /// Gives an entry another value; of a container, only the entries that differ change.
    private mutating func changeValue(
        in range: Range<Int>,
        from old: PropertyList,
        to value: PropertyList
    ) throws(PropertyListError) {
        guard scanLimit >= range.count, value.uidInXML == nil,
            let changes = value.changes(fromNested: old),
            let inner = try XMLLayout(of: range, in: bytes),
            let changes = try inner.located(changes, in: bytes, removing: &output.duplicates),
            try !inner.isFilledOrEmptied(by: changes, in: bytes)
        else { return try replace(range, by: value, depth: depth) }
        scanLimit -= range.count
        var editor = XMLEditor(bytes, inner, depth: depth + 1, within: writer.indentation, scanLimit: scanLimit)
        editor.offset = offset
        swap(&editor.output, &output)
        try editor.apply(changes)
        editor.copy(upTo: range.upperBound)
        offset = editor.offset
        swap(&editor.output, &output)
        scanLimit = editor.scanLimit
    }

    private mutating func replace(_ range: Range<Int>, by value: PropertyList, depth: Int) throws(PropertyListError) {
        leaveOut(range)
        try writer.append(value, depth: depth, to: &output.end)
    }

    /// Inserts an entry after the latest that stays, or before all, on lines of its own if the others have such lines.
    private mutating func insert(_ key: String?, _ value: PropertyList) throws(PropertyListError) {
        let place = try placeAfterPredecessor()
        self.place = place
        copy(upTo: place.offset)
        let lineEnd = writer.indentation.lineEnd
        let lineBreak = writer.indentation.lineBreak(depth: depth)
        output.end += place.isNextLine ? lineBreak.dropFirst(lineEnd.count) : lineBreak[...]
        if let key {
            writer.append(key: key, to: &output.end)
            output.end += lineBreak
        }
        try writer.append(value, depth: depth, to: &output.end)
        if place.isNextLine {
            output.end += lineEnd
        }
    }

    private func placeAfterPredecessor() throws(PropertyListError) -> (offset: Int, isNextLine: Bool) {
        if let place { return place }
        var start = layout.body.lowerBound
        if let predecessor {
            start = try layout.entry(at: predecessor, in: bytes).value.upperBound
        }
        let end = layout.endOfComments(after: start, in: bytes)
        guard !writer.indentation.lineEnd.isEmpty, let nextLine = layout.endOfLine(after: end, in: bytes) else {
            return (end, false)
        }
        return (nextLine, true)
    }

    // MARK: Output

    private mutating func leaveOut(_ range: Range<Int>) {
        copy(upTo: range.lowerBound)
        offset = range.upperBound
    }

    /// Copies the bytes before an offset that have been neither copied nor omitted.
    private mutating func copy(upTo end: Int) {
        guard end > offset else { return }
        output.keep(offset..<end, of: bytes)
        offset = end
    }
}
