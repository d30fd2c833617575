/// A document whose root is a dictionary, and whose values are parsed on demand.
///
/// A tree of a large document takes several times its size, and most of the time of its reading. The index has the
/// keys, and finds each value in the document's own bytes.
package struct IndexedDocument: Sendable {
    package let format: PropertyListFormat
    /// The keys of the root dictionary, in the order of the document; no two are equal.
    package let keys: DocumentKeys
    private let values: Values

    private enum Values {
        /// The document in UTF-8, and the place of each value in it.
        case xml([UInt8], [Element])
        /// The whole document: the root dictionary's own references lead to the values.
        case binary([UInt8])
        case tree(PropertyListDictionary)
    }

    /// The range of an XML element, including its tags, in half the memory of a range of `Int`.
    private struct Element {
        let start: UInt32
        let end: UInt32

        /// Records a range in a text that is no longer than `mostBytes`.
        init(_ range: Range<Int>) {
            start = UInt32(range.lowerBound)
            end = UInt32(range.upperBound)
        }

        /// The length up to which the offsets in a text fit; a longer document is kept as a tree.
        static let mostBytes = Int(UInt32.max)

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// Finds the keys and values of a document in any format; returns nil if its root is not a dictionary.
    ///
    /// The array is shared with the caller, unless it is XML in another encoding than UTF-8. An XML document is checked
    /// as a whole, with the errors of a reader. Of a binary document, only what leads to the keys is checked. JSON and
    /// OpenStep text are kept as a tree, because only their readers know where a value ends.
    ///
    /// - Throws: the problem and its position.
    package init?(parsing bytes: [UInt8]) throws(PropertyListError) {
        let document = try bytes.span.withByteView { view throws(PropertyListError) in
            try view.withDocument(as: nil) { text, encoding, format throws(PropertyListError) in
                try IndexedDocument(text, format) { encoding == nil ? bytes : text.copy }
            }
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
        case .xml where text.count <= Element.mostBytes:
            var elements: [Element] = []
            guard let keys = try XMLReader.keys(text, { elements.append(Element($0)) }) else { return nil }
            self.init(format: format, keys: keys, values: .xml(owned(), elements))
            return
        case .binary:
            guard let keys = try BinaryReader.keys(text) else { return nil }
            self.init(format: format, keys: keys, values: .binary(owned()))
            return
        case .xml: root = try XMLReader.read(text)
        case .json: root = try JSONReader.read(text)
        case .openStep: root = try OpenStepReader.read(text).value
        }
        guard case .dictionary(let dictionary) = root else { return nil }
        self.init(format: format, keys: dictionary.keys, values: .tree(dictionary))
    }

    private init(format: PropertyListFormat, keys: [String], values: Values) {
        self.format = format
        self.keys = DocumentKeys(keys)
        self.values = values
    }

    /// The number of entries.
    package var count: Int { keys.count }

    /// Parses the value of the key at a position, which must be less than ``count``.
    ///
    /// - Throws: the problem and its position, which only a binary document can still have.
    package func value(at position: Int) throws(PropertyListError) -> PropertyList {
        precondition(keys.indices.contains(position), "a position past the last entry")
        switch values {
        case .xml(let text, let elements):
            return try text.span.withByteView { text throws(PropertyListError) in
                let element = try UTF8Text(validating: text[elements[position].range])
                return try XMLReader.value(at: 0, in: element)
            }
        case .binary(let bytes):
            return try bytes.span.withByteView { bytes throws(PropertyListError) in
                try BinaryReader.value(at: position, inRootDictionaryOf: bytes)
            }
        case .tree(let dictionary):
            return dictionary[position].value
        }
    }

    /// Returns whether a value equals one of another document, whatever the formats and spellings of both.
    ///
    /// Values that XML spells alike are not parsed. A value that is malformed equals no other, not even itself.
    package func hasSameValue(at position: Int, as other: IndexedDocument, at otherPosition: Int) -> Bool {
        if case .xml(let text, let elements) = values, case .xml(let otherText, let otherElements) = other.values {
            let element = text.span.extracting(elements[position].range)
            if element.hasSameBytes(as: otherText.span.extracting(otherElements[otherPosition].range)) {
                return true
            }
        }
        guard let value = try? value(at: position), let otherValue = try? other.value(at: otherPosition) else {
            return false
        }
        return value == otherValue
    }
}

/// The keys of a document, in a third of the memory of an array of strings.
package struct DocumentKeys: RandomAccessCollection, Sendable {
    private var bytes: [UInt8] = []
    /// The offset of the end of each key.
    private var ends: [Int] = []

    fileprivate init(_ keys: [String]) {
        bytes.reserveCapacity(keys.reduce(0) { $0 + $1.utf8.count })
        ends.reserveCapacity(keys.count)
        for key in keys {
            bytes.append(contentsOf: key.utf8)
            ends.append(bytes.count)
        }
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { ends.count }

    package subscript(position: Int) -> String {
        String(decoding: bytes[range(of: position)], as: UTF8.self)
    }

    /// Whether each key is greater than the one before it, by the bytes of both.
    package var areAscending: Bool {
        indices.dropFirst().allSatisfy { bytes[range(of: $0 - 1)].lexicographicallyPrecedes(bytes[range(of: $0)]) }
    }

    private func range(of position: Int) -> Range<Int> {
        (position == 0 ? 0 : ends[position - 1])..<ends[position]
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
