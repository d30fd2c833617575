/// An editor that changes entries of an XML property list, and keeps every byte outside the changes.
///
/// It goes down into dictionaries, so that their comments and layout stay too.
struct XMLEditor {
    private let bytes: ByteView
    private let layout: XMLLayout
    /// The number of containers around an entry.
    private let depth: Int
    /// The whitespace before each entry; nil if the first entry does not start its line.
    private let indentation: XMLIndentation?
    private var writer: XMLWriter
    /// The bytes before this offset are in the output, or were omitted.
    private var offset = 0
    /// The position of the latest entry that stays, possibly with another key or value.
    private var predecessor: Int?
    private var output = Splice()

    /// The depth from which a changed dictionary is written anew.
    ///
    /// Each level is scanned again, so that the time would grow with the depth of a hostile document.
    private static let depthLimit = 16

    private init(_ bytes: ByteView, _ layout: XMLLayout, depth: Int = 1) {
        self.bytes = bytes
        self.layout = layout
        self.depth = depth
        indentation = layout.indentation(in: bytes, depth: depth)
        writer = XMLWriter(indentation: indentation ?? XMLIndentation(lineEnd: layout.lineEnd(in: bytes)))
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
        guard layout.starts.count == old.count, let changes = new.changes(from: old) else { return nil }
        return try splice(bytes, layout, changes)
    }

    /// Returns a document with changes of its entries, in their order; an entry without a change stays.
    ///
    /// Throws `tooDeep`, `dateOutOfRange` and `dictionaryReadsAsUID`.
    static func splice(
        _ bytes: ByteView,
        _ layout: XMLLayout,
        _ changes: [EntryChange]
    ) throws(PropertyListError) -> Splice {
        var editor = XMLEditor(bytes, layout)
        try editor.apply(changes)
        editor.copy(upTo: bytes.count)
        return editor.output
    }

    // MARK: Changes, in the order of the document

    private mutating func apply(_ changes: [EntryChange]) throws(PropertyListError) {
        let added = changes.compactMap { if case .insert(let entry) = $0 { entry } else { nil } }
        let removedCount = changes.count { if case .remove = $0 { true } else { false } }
        let isEmptyAfter = layout.starts.count + added.count == removedCount
        if layout.starts.isEmpty != isEmptyAfter, try layout.containsOnlyEntries(bytes) {
            let dictionary = PropertyList.dictionary(PropertyListDictionary(uniqueEntries: added))
            try replace(layout.root, by: dictionary, depth: depth - 1)
        } else {
            for change in changes {
                try apply(change)
            }
        }
    }

    private mutating func apply(_ change: EntryChange) throws(PropertyListError) {
        switch change {
        case .keep(let position):
            predecessor = position
        case .replaceValue(let position, let value):
            predecessor = position
            try changeValue(in: layout.entry(at: position, in: bytes).value, to: value)
        case .rename(let position, let key):
            predecessor = position
            leaveOut(try layout.entry(at: position, in: bytes).key)
            writer.append(key: key, to: &output.end)
        case .remove(let position):
            leaveOut(layout.lines(of: try layout.entry(at: position, in: bytes), in: bytes))
        case .insert(let entry):
            try insert(entry)
        }
    }

    /// Gives an entry another value; of a dictionary, only the entries that differ change.
    private mutating func changeValue(in range: Range<Int>, to value: PropertyList) throws(PropertyListError) {
        guard depth < Self.depthLimit, case .dictionary(let new) = value, new.uidInXML == nil,
            let old = try LocatedEntries(ofDictionary: bytes[range]),
            try old.root.isEmpty == new.isEmpty ? true : !old.layout.containsOnlyEntries(bytes[range]),
            let changes = new.changes(from: old.root)
        else { return try replace(range, by: value, depth: depth) }
        var editor = XMLEditor(bytes, old.layout.moved(by: range.lowerBound), depth: depth + 1)
        editor.offset = offset
        swap(&editor.output, &output)
        try editor.apply(changes)
        editor.copy(upTo: range.upperBound)
        offset = editor.offset
        swap(&editor.output, &output)
    }

    private mutating func replace(_ range: Range<Int>, by value: PropertyList, depth: Int) throws(PropertyListError) {
        leaveOut(range)
        try writer.append(value, depth: depth, to: &output.end)
    }

    /// Inserts an entry after the latest that stays, or before all, on lines of its own if the others have such lines.
    private mutating func insert(_ entry: PropertyListDictionary.Entry) throws(PropertyListError) {
        var start = layout.body.lowerBound
        if let predecessor {
            start = try layout.entry(at: predecessor, in: bytes).value.upperBound
        }
        let end = layout.endOfComments(after: start, in: bytes)
        let nextLine = layout.endOfLine(after: end, in: bytes)
        copy(upTo: nextLine ?? end)
        if nextLine == nil, let indentation {
            output.end += indentation.lineEnd
        }
        output.end += indentation?.ofEntries ?? []
        writer.append(key: entry.key, to: &output.end)
        output.end += writer.indentation.lineBreak(depth: depth)
        try writer.append(entry.value, depth: depth, to: &output.end)
        if nextLine != nil {
            output.end += writer.indentation.lineEnd
        }
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
