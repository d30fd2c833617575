/// The text between two entries of a root dictionary, before and after a change.
///
/// With it, an undo restores what no writer makes: the comments that went with an entry, and spellings such as
/// `<real>0.10</real>`.
package struct ChangedText: Codable, Hashable, Sendable {
    /// The keys of the entries around it, which the change left alone; nil at the start and the end of the document.
    private let predecessor, successor: String?
    /// The keys of the entries in it, before or after the change.
    package let keys: [String]
    private let old, new: String

    /// Returns the texts in which two documents of one format differ; none of binary documents, or if a key is repeated.
    package static func all(from old: [UInt8], to new: [UInt8]) -> [ChangedText] {
        let texts = try? old.span.withDocument { old, _, format throws(PropertyListError) in
            try new.span.withDocument(as: format) { new, _, _ throws(PropertyListError) in
                try all(from: old, to: new, as: format)
            }
        }
        return texts ?? []
    }

    private static func all(
        from old: ByteView,
        to new: ByteView,
        as format: PropertyListFormat
    ) throws(PropertyListError) -> [ChangedText] {
        guard let before = try RootEntries(of: old, format), let after = try RootEntries(of: new, format) else {
            return []
        }
        var texts: [ChangedText] = []
        var last = (old: -1, new: -1)
        for position in 0...before.keys.count {
            let key = position < before.keys.count ? before.keys[position] : nil
            guard let newPosition = after.position(of: key, else: after.keys.count), newPosition > last.new,
                key == nil || old[before.ranges[position]].hasSameBytes(as: new[after.ranges[newPosition]].copy)
            else { continue }
            let oldText = old[before.range(between: last.old, position)].text
            let newText = new[after.range(between: last.new, newPosition)].text
            if !oldText.hasSameBytes(as: newText) {
                let keys = Array(before.keys[(last.old + 1)..<position] + after.keys[(last.new + 1)..<newPosition])
                let predecessor = last.old < 0 ? nil : before.keys[last.old]
                texts.append(.init(predecessor: predecessor, successor: key, keys: keys, old: oldText, new: newText))
            }
            last = (position, newPosition)
        }
        return texts
    }

    /// Returns a document that has the old texts where another one still has the new ones.
    ///
    /// - Parameters:
    ///   - current: the document that perhaps has the new texts.
    ///   - undone: a document with the values that the current one had before the change.
    /// - Returns: nil if no text is found, or the document would have other values.
    package static func restore(_ texts: [ChangedText], of current: [UInt8], in undone: [UInt8]) -> [UInt8]? {
        let restored = try? current.span.withDocument { current, encoding, format throws(PropertyListError) in
            try undone.span.withDocument(as: format) { undone, _, _ throws(PropertyListError) -> [UInt8]? in
                guard let now = try RootEntries(of: current, format), let then = try RootEntries(of: undone, format)
                else { return nil }
                let edits = texts.compactMap { text -> ByteEdits.Edit? in
                    guard let new = now.range(of: text), let old = then.range(of: text),
                        current[new].hasSameBytes(as: text.new)
                    else { return nil }
                    return ByteEdits.Edit(range: old, replacement: Array(text.old.utf8))
                }
                let document = ByteEdits(edits)?.applied(to: undone)
                return edits.isEmpty ? nil : document.map { encoding?.encode($0) ?? $0 }
            }
        }
        guard let restored, case .dictionary(let values)? = try? PropertyList(parsing: restored.span),
            case .dictionary(let expected)? = try? PropertyList(parsing: undone.span),
            values == expected, values.keys == expected.keys
        else { return nil }
        return restored
    }

    /// The places of the entries of a root dictionary in a text.
    private struct RootEntries {
        let keys: [String]
        let ranges: [Range<Int>]
        private let positions: [ByteKey: Int]
        private let end: Int

        init?(of text: ByteView, _ format: PropertyListFormat) throws(PropertyListError) {
            let layout: (any EntryLayout)? =
                switch format {
                case .xml: try LocatedEntries(of: .named([]), in: text)?.layout
                case .json, .openStep: TextLayout(ofRootOf: text)
                case .binary: nil
                }
            guard let layout, layout.isDictionary else { return nil }
            keys = try layout.keys(in: text)
            ranges = try layout.starts.indices.map { position throws(PropertyListError) in
                let entry = try layout.entry(at: position, in: text)
                return entry.key.lowerBound..<entry.endOfValue
            }
            positions = Dictionary(zip(keys.map(ByteKey.init), keys.indices)) { first, _ in first }
            end = text.count
            guard positions.count == ranges.count else { return nil }
        }

        func position(of key: String?, else end: Int) -> Int? { key.map { positions[ByteKey($0)] } ?? end }

        /// Returns the range between two entries; -1 stands for the start of the document, and the number of entries
        /// for its end.
        func range(between first: Int, _ second: Int) -> Range<Int> {
            (first < 0 ? 0 : ranges[first].upperBound)..<(second == ranges.count ? end : ranges[second].lowerBound)
        }

        func range(of text: ChangedText) -> Range<Int>? {
            guard let first = position(of: text.predecessor, else: -1),
                let second = position(of: text.successor, else: keys.count), first < second
            else { return nil }
            return range(between: first, second)
        }
    }
}

extension ByteView {
    fileprivate var text: String { String(validating: self) ?? "" }
}
