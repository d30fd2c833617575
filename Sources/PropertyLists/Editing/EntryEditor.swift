/// An editor that changes entries of a text, and keeps every byte outside the changes.
///
/// It goes down into dictionaries and arrays, so that their comments and layout stay too. What is new is written as the
/// entries around it are.
struct EntryEditor<Layout: EntryLayout> {
    private let bytes: ByteView
    private let layout: Layout
    /// The number of containers around an entry.
    private let depth: Int
    private var style: Layout.Style
    /// The bytes before this offset are in the output, or were omitted.
    private var offset = 0
    /// The latest entry that stays, possibly with another key or value.
    private var predecessor: Int? { didSet { place = nil } }
    /// The offset of entries that are inserted after that one, and whether they begin a line; nil until the first one.
    private var place: (offset: Int, isNextLine: Bool)?
    private var output = Splice()
    /// The number of bytes that may still be scanned again, for the places of entries in containers.
    ///
    /// Each level is scanned again, so that the time would grow with the depth of a hostile document. Then a changed
    /// container is written anew.
    private var scanLimit: Int

    private init(
        _ bytes: ByteView,
        _ layout: Layout,
        depth: Int,
        within outer: Layout.Style,
        scanLimit: Int
    ) {
        self.bytes = bytes
        self.layout = layout
        self.depth = depth
        self.scanLimit = scanLimit
        style = layout.style(in: bytes, within: outer, depth: depth)
    }

    /// Returns a parsed document with changes of its root's entries, in their order.
    ///
    /// - Parameters:
    ///   - layout: the places of the root's entries.
    ///   - changes: the steps; in a text without separators, an entry without a step stays.
    ///   - style: the style around the root.
    /// - Throws: the errors of ``EntryStyle/text(of:depth:like:)``.
    static func splice(
        _ bytes: ByteView,
        _ layout: Layout,
        _ changes: [EntryChange],
        within style: Layout.Style
    ) throws(PropertyListError) -> Splice {
        let scanLimit = max(16 * bytes.count, 16 << 20)
        let depth = layout.hasBrackets ? 1 : 0
        var editor = EntryEditor(bytes, layout, depth: depth, within: style, scanLimit: scanLimit)
        if try layout.isFilledOrEmptied(by: changes, in: bytes) {
            editor.style = style
            try editor.replace(layout.element, by: layout.value(of: changes), depth: 0)
            if !layout.hasBrackets { editor.output.end += style.indentation.lineEnd }
        } else {
            try editor.apply(changes)
        }
        editor.copy(upTo: bytes.count)
        return editor.output
    }

    // MARK: Changes, in the order of the document

    private mutating func apply(_ changes: [EntryChange]) throws(PropertyListError) {
        let separator = style.separator(inDictionary: layout.isDictionary)
        var following = changes.count { !$0.isRemoval }
        var endsWithSeparator = separator == UInt8(ascii: ";")
        if separator != nil, let last = layout.starts.indices.last {
            endsWithSeparator = try layout.entry(at: last, in: bytes).separator != nil
        }
        for change in changes {
            if !change.isRemoval { following -= 1 }
            try apply(change, separator: following > 0 || endsWithSeparator ? separator : nil)
        }
    }

    /// - Parameter separator: what the entry has behind it after the change; nil if nothing.
    private mutating func apply(_ change: EntryChange, separator: UInt8?) throws(PropertyListError) {
        guard let position = change.oldPosition else {
            if case .insert(let key, let value) = change { try insert(key, value, separator: separator) }
            return
        }
        if case .keep = change, style.separator(inDictionary: layout.isDictionary) == nil {
            // The place of an entry that stays is not needed.
            predecessor = position
            return
        }
        let entry = try layout.entry(at: position, in: bytes)
        if change.isRemoval { return leaveOut(bytes.linesOrWords(of: entry.range)) }
        predecessor = position
        switch change {
        case .replaceValue(_, let old, let value): try changeValue(of: entry, from: old, to: value)
        case .rename(_, let key):
            leaveOut(entry.key)
            output.end += style.text(ofKey: key, like: bytes[entry.key])
            if entry.value == nil {
                output.end += style.assignment(depth: depth)
                bytes[entry.key].append(to: &output.end)
            }
        case .keep, .remove, .insert: break
        }
        if let old = entry.separator, separator == nil {
            leaveOut(old..<old + 1)
        } else if entry.separator == nil, let separator {
            copy(upTo: entry.endOfValue)
            output.end.append(separator)
        }
    }

    /// Gives an entry another value; of a container, only the entries that differ change.
    private mutating func changeValue(
        of entry: EntryPlace,
        from old: PropertyList,
        to value: PropertyList
    ) throws(PropertyListError) {
        guard let range = entry.value else {
            copy(upTo: entry.key.upperBound)
            output.end += style.assignment(depth: depth) + (try style.text(of: value, depth: depth, like: nil))
            return
        }
        guard scanLimit >= range.count, !style.isForm(old), !style.isForm(value),
            let changes = value.changes(fromNested: old),
            let inner = try Layout(of: range, in: bytes),
            let changes = try inner.located(changes, in: bytes, removing: &output.duplicates),
            try !inner.isFilledOrEmptied(by: changes, in: bytes)
        else { return try replace(range, by: value, depth: depth) }
        scanLimit -= range.count
        var editor = EntryEditor(bytes, inner, depth: depth + 1, within: style, scanLimit: scanLimit)
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
        output.end += try style.text(of: value, depth: depth, like: bytes[range])
    }

    /// Inserts an entry after the latest that stays, or before all, on lines of its own if the others have such lines.
    private mutating func insert(
        _ key: String?,
        _ value: PropertyList,
        separator: UInt8?
    ) throws(PropertyListError) {
        let place = if let place { place } else { try placeAfterPredecessor() }
        self.place = place
        copy(upTo: place.offset)
        let lineEnd = style.indentation.lineEnd
        let lineBreak = style.indentation.lineBreak(depth: depth)
        let precedesAll = predecessor == nil && !layout.starts.isEmpty
        if place.isNextLine {
            output.end += lineBreak.dropFirst(lineEnd.count)
        } else if !precedesAll {
            output.end += lineBreak
        }
        if let key {
            output.end += style.text(ofKey: key, like: nil) + style.assignment(depth: depth)
        }
        output.end += try style.text(of: value, depth: depth, like: nil)
        if let separator { output.end.append(separator) }
        if place.isNextLine {
            output.end += lineEnd
        } else if precedesAll {
            output.end += lineBreak
        }
    }

    private func placeAfterPredecessor() throws(PropertyListError) -> (offset: Int, isNextLine: Bool) {
        let hasLines = !style.indentation.lineEnd.isEmpty
        guard let predecessor else {
            if let first = layout.starts.first {
                let start = layout.startOfFirstEntry(first, in: bytes)
                return (start, hasLines && bytes.startsLine(at: start))
            }
            // Only comments and blanks are here. What follows a `//` comment in its line would be part of it.
            guard hasLines else { return (layout.body.upperBound, false) }
            let end = bytes.startOfWhitespace(before: layout.body.upperBound, notBefore: layout.body.lowerBound)
            return (end, bytes.startsLine(at: end))
        }
        let entryEnd = try layout.entry(at: predecessor, in: bytes).range.upperBound
        let comments = Layout.Style.comments(after: entryEnd, in: bytes)
        if hasLines, let nextLine = bytes.endOfLine(after: comments.end) { return (nextLine, true) }
        return (comments.endsLine && !hasLines ? entryEnd : comments.end, false)
    }

    // MARK: Output

    private mutating func leaveOut(_ range: Range<Int>) {
        copy(upTo: range.lowerBound)
        offset = max(offset, range.upperBound)
    }

    /// Copies the bytes before an offset that have been neither copied nor omitted.
    private mutating func copy(upTo end: Int) {
        guard end > offset else { return }
        output.keep(offset..<end, of: bytes)
        offset = end
    }
}

extension EntryLayout {
    /// Returns the container of the entries that steps insert.
    fileprivate func value(of changes: [EntryChange]) -> PropertyList {
        var entries: [PropertyListDictionary.Entry] = []
        for case .insert(let key, let value) in changes {
            entries.append(.init(key: key ?? "", value: value))
        }
        return isDictionary ? .dictionary(.init(uniqueEntries: entries)) : .array(entries.map(\.value))
    }
}
