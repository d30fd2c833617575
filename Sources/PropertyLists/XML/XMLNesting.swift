/// The open containers in a scan of an XML property list, their keys, and what may come next.
struct XMLNesting: ~Copyable {
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
    private var containers = ElementStack<Container>()
    private(set) var keys: XMLKeys

    /// Creates the nesting of a document with this many bytes.
    init(inDocumentOf length: Int) {
        keys = XMLKeys(expecting: length / usualEntryLength)
    }

    /// Creates the nesting of an element in a root array, or an entry in a root dictionary.
    init(within root: Container) {
        keys = XMLKeys(expecting: 0)
        begin(root)
    }

    var depth: Int { containers.count }

    var innermost: Container? { depth > 0 ? containers[depth - 1] : nil }

    /// Records a key whose element starts at an offset, and whether the element is in the usual spelling.
    @inline(always)
    mutating func append(_ key: XMLText, at start: Int, isPlain: Bool, in bytes: ByteView) {
        keys.append(key, at: start, isPlain: isPlain, in: bytes)
        expected = .valueOfKey
    }

    /// Records a value that does not contain further values.
    @inline(__always)
    mutating func appendScalar() {
        expected =
            switch expected {
            case .valueOfKey: .key
            case .root: .end
            case .key, .element, .end: expected
            }
    }

    /// Records the start of a container; the caller has checked the maximum depth.
    mutating func begin(_ container: Container) {
        containers.push(container)
        switch container {
        case .array:
            expected = .element
        case .dictionary:
            expected = .key
            keys.beginDictionary()
        }
    }

    /// Records the end of the innermost container, and returns whether it contains a key twice.
    mutating func end(in document: UTF8Text) throws(PropertyListError) -> Bool {
        let ended = innermost
        containers.remove(from: depth - 1)
        let repeatsKey = ended == .dictionary ? try keys.endDictionary(isRoot: depth == 0, in: document) : false
        expected =
            switch innermost {
            case .dictionary: .key
            case .array: .element
            case nil: .end
            }
        return repeatsKey
    }
}

/// The keys of the open dictionaries in a scan, kept to find duplicates.
///
/// Ascending keys, as in most files, cost one comparison each. Only other keys need more work when their dictionary
/// ends.
struct XMLKeys: ~Copyable {
    /// A dictionary, in a type that the runtime creates quickly.
    ///
    /// To find that the `Int` of a range is comparable would take the runtime as long as a fifth of a `get`.
    private struct Dictionary {
        /// The number of keys so far in the enclosing dictionaries.
        var start = 0
        /// The text of the latest key, and whether it has references.
        var latestText = (start: 0, end: 0, hasReferences: false)
        /// Whether each key so far is greater than the one before it.
        var isAscending = true
        /// Whether each element so far is in the usual spelling, `<key>text</key>`.
        var isPlain = true
    }

    /// The element of a key in one word, because a document may have many: its offset, which has at most 48 bits, and
    /// the length of its text.
    private struct Element {
        private let word: UInt64

        /// The length from which the length is not recorded.
        private static let longText = 0xFFFF

        @inline(always)
        init(at start: Int, textLength: Int) {
            word = UInt64(truncatingIfNeeded: start) &<< 16 | UInt64(min(textLength, Self.longText))
        }

        var start: Int { Int(word &>> 16) }

        /// Returns the range of the text, if the element is in the usual spelling.
        func plainText(in bytes: ByteView) -> Range<Int> {
            let textStart = start + XMLElement.key.startTagLength
            let length = Int(word & UInt64(Self.longText))
            guard length == Self.longText else { return textStart..<textStart + length }
            return textStart..<(bytes.firstOffset(of: UInt8(ascii: "<"), from: textStart) ?? textStart)
        }
    }

    private var elements: ElementStack<Element>
    private var innermost = Dictionary()
    private var outer = ElementStack<Dictionary>()

    init(expecting count: Int) {
        elements = ElementStack(expecting: count)
    }

    /// The offset of the latest key's element in the innermost dictionary; nil if there is none.
    var latest: Int? { elements.count > innermost.start ? elements[elements.count - 1].start : nil }

    /// Whether each key of the innermost dictionary is in the usual spelling, perhaps with usual references, and
    /// greater than the one before it.
    var areAscending: Bool { innermost.isAscending }

    mutating func beginDictionary() {
        outer.push(innermost)
        innermost = Dictionary(start: elements.count)
    }

    @inline(always)
    fileprivate mutating func append(_ key: XMLText, at start: Int, isPlain: Bool, in bytes: ByteView) {
        innermost.isPlain = innermost.isPlain && isPlain
        if !isPlain, key.markup != .references {
            innermost.isAscending = false
        } else if innermost.isAscending, elements.count > innermost.start {
            let latest = unsafe Range(uncheckedBounds: (innermost.latestText.start, innermost.latestText.end))
            innermost.isAscending =
                isPlain && !innermost.latestText.hasReferences
                ? bytes.part(latest, precedes: key.range) : bytes.text(latest, precedes: key.range)
        }
        innermost.latestText = (key.range.lowerBound, key.range.upperBound, key.hasMarkup)
        elements.push(Element(at: start, textLength: key.range.upperBound &- key.range.lowerBound))
    }

    /// Ends the innermost dictionary, and returns whether it contains a key twice.
    ///
    /// The keys of a document's root dictionary are kept for ``rootStarts``.
    fileprivate mutating func endDictionary(isRoot: Bool, in document: UTF8Text) throws(PropertyListError) -> Bool {
        let ended = innermost
        innermost = outer[outer.count - 1]
        outer.remove(from: outer.count - 1)
        defer {
            if !isRoot {
                elements.remove(from: ended.start)
            }
        }
        guard !ended.isAscending else { return false }
        return ended.isPlain
            ? hasPlainDuplicate(from: ended.start, in: document.bytes)
            : try hasDuplicate(from: ended.start, in: document)
    }

    /// The offsets of the keys of the root dictionary, which has ended.
    var rootStarts: [Int] { (0..<elements.count).map { elements[$0].start } }

    // MARK: Keys that do not ascend

    /// Returns whether two of the plain elements from a position on have the same text.
    private func hasPlainDuplicate(from start: Int, in bytes: ByteView) -> Bool {
        guard mayHaveDuplicate(from: start, in: bytes) else { return false }
        var sorted = (start..<elements.count).map { elements[$0].plainText(in: bytes) }
        sorted.sort { bytes.part($0, precedes: $1) }
        return sorted.indices.dropFirst().contains { bytes.part(sorted[$0 - 1], hasBytesOf: sorted[$0]) }
    }

    /// Returns false if all plain elements from a position on differ in their lengths or last bytes.
    ///
    /// Those of most small dictionaries do.
    private func mayHaveDuplicate(from start: Int, in bytes: ByteView) -> Bool {
        var seen: UInt64 = 0
        for position in start..<elements.count {
            let text = elements[position].plainText(in: bytes)
            let bit = 1 &<< (UInt64(bytes[text.upperBound - 1]) &+ 7 &* UInt64(truncatingIfNeeded: text.count))
            guard seen & bit == 0 else { return true }
            seen |= bit
        }
        return false
    }

    /// Returns whether two of the elements from a position on have the same text, however they are spelled.
    private func hasDuplicate(from start: Int, in document: UTF8Text) throws(PropertyListError) -> Bool {
        var keys: [String] = []
        for position in start..<elements.count {
            keys.append(try XMLScanner.key(at: elements[position].start, in: document))
        }
        return keys.duplicate != nil
    }
}

extension ByteView {
    /// Returns whether a text sorts before another one, by the bytes that both represent; their only markup is usual
    /// references.
    @inline(never)
    fileprivate func text(_ text: Range<Int>, precedes other: Range<Int>) -> Bool {
        resolvingReferences(in: text) { text in
            resolvingReferences(in: other) { other in text.withSpan { text in other.withSpan { text.precedes($0) } } }
        }
    }
}
