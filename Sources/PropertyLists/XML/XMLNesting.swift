/// The open containers in a scan of an XML property list, their keys, and what may come next.
struct XMLNesting {
    enum Container {
        case array
        case dictionary
    }

    enum Expectation {
        case root
        case key
        case valueOfKey
        case element
        /// Only `</plist>`, if `<plist>` is open.
        case end
    }

    private(set) var expected = Expectation.root
    private var containers: [Container] = []
    private(set) var keys = XMLKeys()

    init() {}

    /// Creates the nesting of an element in a root array, or an entry in a root dictionary.
    init(within root: Container) {
        begin(root)
    }

    var depth: Int { containers.count }

    var innermost: Container? { containers.last }

    /// Records a key by the range of its element, including its tags.
    @inline(__always)
    mutating func append(_ key: XMLText, element: Range<Int>, in bytes: ByteView) {
        keys.append(key, element: element, in: bytes)
        expected = .valueOfKey
    }

    /// Records a value that does not contain further values.
    @inline(__always)
    mutating func appendScalar() {
        if expected == .valueOfKey {
            expected = .key
        } else if expected == .root {
            expected = .end
        }
    }

    /// Records the start of a container; the caller has checked the maximum depth.
    mutating func begin(_ container: Container) {
        containers.append(container)
        switch container {
        case .array:
            expected = .element
        case .dictionary:
            expected = .key
            keys.beginDictionary()
        }
    }

    /// Records the end of the innermost container; throws `duplicateKey` if it contains a key twice.
    mutating func end(in document: UTF8Text) throws(PropertyListError) {
        if containers.removeLast() == .dictionary {
            try keys.endDictionary(in: document)
        }
        expected =
            switch containers.last {
            case .dictionary: .key
            case .array: .element
            case nil: .end
            }
    }
}

/// The keys of the open dictionaries in a scan, kept to find duplicates.
///
/// Ascending keys, as in most files, cost one comparison each. Only other keys need more work when their dictionary
/// ends.
struct XMLKeys {
    private struct Dictionary {
        /// The number of keys so far in the enclosing dictionaries.
        var start = 0
        /// Whether each key so far is greater than the one before it.
        var isAscending = true
        /// Whether each element so far is in the usual spelling, so that its range determines that of its text.
        var isPlain = true
    }

    /// The element of a key: a range, in a type that the runtime creates quickly.
    ///
    /// To find that `Int` is comparable would take the runtime as long as a fifth of a `get`.
    private struct Element {
        /// The range of the element, including its tags.
        let range: Range<Int>

        /// The range of the text, if the element is in the usual spelling: `<key>text</key>`.
        var plainText: Range<Int> {
            let start = range.lowerBound + XMLElement.key.startTagLength
            return start..<max(start, range.upperBound - XMLElement.key.endTagLength)
        }
    }

    private var elements: [Element] = []
    private var innermost = Dictionary()
    private var outer: [Dictionary] = []

    /// The offset of the latest key's element in the innermost dictionary; nil if there is none.
    var latest: Int? { elements.count > innermost.start ? elements.last?.range.lowerBound : nil }

    /// Whether each key of the innermost dictionary is in the usual spelling, and greater than the one before it.
    var areAscending: Bool { innermost.isAscending }

    mutating func beginDictionary() {
        outer.append(innermost)
        innermost = Dictionary(start: elements.count)
    }

    /// Records a key of the innermost dictionary by the range of its element, including its tags.
    @inline(__always)
    mutating func append(_ key: XMLText, element range: Range<Int>, in bytes: ByteView) {
        let element = Element(range: range)
        if key.hasMarkup || key.range != element.plainText {
            innermost.isPlain = false
            innermost.isAscending = false
        } else if innermost.isAscending, elements.count > innermost.start {
            innermost.isAscending = bytes.part(elements[elements.count - 1].plainText, precedes: key.range)
        }
        elements.append(element)
    }

    /// Ends the innermost dictionary; throws `duplicateKey` if it contains a key twice.
    mutating func endDictionary(in document: UTF8Text) throws(PropertyListError) {
        let ended = innermost
        innermost = outer.removeLast()
        // A slice would share the storage, and make the removal copy the keys of all enclosing dictionaries.
        defer { elements.removeLast(elements.count - ended.start) }
        guard !ended.isAscending else { return }
        let keys = elements.span.extracting(ended.start...)
        if !ended.isPlain || Self.hasDuplicate(keys, in: document.bytes) {
            try Self.check(keys, in: document)
        }
    }

    // MARK: Keys that do not ascend

    /// The number of keys up to which comparing each pair is faster than sorting.
    private static let fewKeys = 8

    /// Returns whether two plain elements have the same text.
    private static func hasDuplicate(_ elements: Span<Element>, in bytes: ByteView) -> Bool {
        if elements.count <= fewKeys {
            return elements.indices.contains { second in
                (0..<second).contains { first in
                    bytes.part(elements[first].plainText, hasBytesOf: elements[second].plainText)
                }
            }
        }
        var sorted: [Element] = []
        for index in elements.indices {
            sorted.append(elements[index])
        }
        sorted.sort { bytes.part($0.plainText, precedes: $1.plainText) }
        return sorted.indices.dropFirst().contains {
            bytes.part(sorted[$0 - 1].plainText, hasBytesOf: sorted[$0].plainText)
        }
    }

    /// Checks that each key occurs once, however the elements are spelled.
    private static func check(_ elements: Span<Element>, in document: UTF8Text) throws(PropertyListError) {
        var keys: [(text: String, offset: Int)] = []
        for index in elements.indices {
            let offset = elements[index].range.lowerBound
            keys.append((try XMLScanner.key(at: offset, in: document), offset))
        }
        // The sort is stable: of two equal keys, the later comes last.
        keys.sort { $0.text.precedesInByteOrder($1.text) }
        for (first, second) in zip(keys, keys.dropFirst()) where first.text.hasSameBytes(as: second.text) {
            throw PropertyListError(
                .duplicateKey(second.text),
                at: SourcePosition(offset: second.offset, in: document.bytes)
            )
        }
    }
}
