/// A document whose root is a dictionary, and whose values are parsed on demand.
///
/// A tree of a large document takes several times its size, and most of the time of its reading. The index has the
/// keys, and finds each value in the document's own bytes.
package struct IndexedDocument: Sendable {
    package let format: PropertyListFormat
    /// The keys of the root dictionary, in the order of the document; no two are equal.
    package let keys: [String]
    private let values: Values

    private enum Values {
        /// The document in UTF-8, and the offset of each entry in it, in half the memory of an `Int`.
        case xml([UInt8], [UInt32])
        /// The whole document: the root dictionary's own references lead to the values, those of entries that count.
        case binary([UInt8], DuplicateKeys?)
        case tree(PropertyListDictionary)
    }

    /// Finds the keys and values of a document in any format; returns nil if its root is not a dictionary.
    ///
    /// The array is shared with the caller, unless it is XML in another encoding than UTF-8. An XML document is checked
    /// as a whole, with the errors of a reader. Of a binary document, only what leads to the keys is checked. JSON and
    /// OpenStep text are kept as a tree, because only their readers know where a value ends.
    ///
    /// - Throws: the problem and its position.
    package init?(parsing bytes: [UInt8]) throws(PropertyListError) {
        let document = try bytes.span.withDocument { text, encoding, format throws(PropertyListError) in
            try IndexedDocument(text, format) { encoding == nil ? bytes : text.copy }
        }
        guard let document else { return nil }
        self = document
    }

    /// Finds the keys and values of a document in UTF-8 or binary.
    ///
    /// - Parameter owned: returns the bytes of the text, which is called only if the index keeps them.
    private init?(_ text: ByteView, _ format: PropertyListFormat, _ owned: () -> [UInt8]) throws(PropertyListError) {
        let root: PropertyList
        switch format {
        case .xml where text.count <= Int(UInt32.max):
            guard let (keys, starts, _) = try XMLReader.keys(text) else { return nil }
            (self.format, self.keys, values) = (format, keys, .xml(owned(), starts.map(UInt32.init)))
            return
        case .binary:
            guard let (keys, duplicates) = try BinaryReader.keys(text) else { return nil }
            (self.format, self.keys, values) = (format, keys, .binary(owned(), duplicates))
            return
        case .xml: root = try XMLReader.read(text)
        case .json: root = try JSONReader.read(text)
        case .openStep: root = try OpenStepReader.read(text)
        }
        guard case .dictionary(let dictionary) = root else { return nil }
        (self.format, keys, values) = (format, dictionary.keys, .tree(dictionary))
    }

    /// The number of entries.
    package var count: Int { keys.count }

    /// Parses the value of the key at a position, which must be less than ``count``.
    ///
    /// - Throws: the problem and its position, which only a binary document can still have.
    package func value(at position: Int) throws(PropertyListError) -> PropertyList {
        precondition(keys.indices.contains(position), "a position past the last entry")
        switch values {
        case .xml(let text, let starts):
            return try text.span.withByteView { text throws(PropertyListError) in
                let entry = text[Self.range(ofEntryAt: position, starts, in: text.count)]
                return try XMLReader.value(ofEntry: UTF8Text(validating: entry))
            }
        case .binary(let bytes, let duplicates):
            return try bytes.span.withByteView { bytes throws(PropertyListError) in
                let place = duplicates?.positions[position] ?? position
                return try BinaryReader.value(at: place, inRootDictionaryOf: bytes)
            }
        case .tree(let dictionary):
            return dictionary[position].value
        }
    }

    /// Returns whether a value equals one of another document, whatever the formats and spellings of both.
    ///
    /// Entries that XML spells alike are not parsed. A value that is malformed equals no other, not even itself.
    package func hasSameValue(at position: Int, as other: IndexedDocument, at otherPosition: Int) -> Bool {
        if case .xml(let text, let starts) = values, case .xml(let otherText, let otherStarts) = other.values {
            let entry = text.span.extracting(Self.range(ofEntryAt: position, starts, in: text.count))
            let otherRange = Self.range(ofEntryAt: otherPosition, otherStarts, in: otherText.count)
            if entry.hasSameBytes(as: otherText.span.extracting(otherRange)) {
                return true
            }
        }
        guard let value = try? value(at: position), let otherValue = try? other.value(at: otherPosition) else {
            return false
        }
        return value == otherValue
    }

    /// Returns the range from an entry of an XML document up to the next entry, or to the end.
    private static func range(ofEntryAt position: Int, _ starts: [UInt32], in length: Int) -> Range<Int> {
        Int(starts[position])..<(position + 1 < starts.count ? Int(starts[position + 1]) : length)
    }
}

extension BinaryReader {
    /// Returns the value of one entry of a root dictionary whose keys were read before.
    fileprivate static func value(
        at position: Int,
        inRootDictionaryOf bytes: ByteView
    ) throws(PropertyListError) -> PropertyList {
        let objects = try BinaryObjectTable(bytes)
        let root = try objects.object(objects.trailer.root)
        // The references to the values follow those to the keys.
        return try read(try objects.reference(root.count + position, of: root), of: objects, depth: 1)
    }
}
