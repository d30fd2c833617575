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
    private(set) var keys = XMLKeys()

    init() {}

    /// Creates the nesting of an element in a root array, or an entry in a root dictionary.
    init(within root: Container) {
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
        if expected == .valueOfKey {
            expected = .key
        } else if expected == .root {
            expected = .end
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

    /// Records the end of the innermost container; throws `duplicateKey` if it contains a key twice.
    mutating func end(in document: UTF8Text) throws(PropertyListError) {
        let ended = innermost
        containers.remove(from: depth - 1)
        if ended == .dictionary {
            try keys.endDictionary(in: document)
        }
        expected =
            switch innermost {
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
struct XMLKeys: ~Copyable {
    private struct Dictionary {
        /// The number of keys so far in the enclosing dictionaries.
        var start = 0
        /// Whether each key so far is greater than the one before it.
        var isAscending = true
        /// Whether each element so far is in the usual spelling, `<key>text</key>`.
        var isPlain = true
    }

    /// The element of a key, in a type that the runtime creates quickly.
    ///
    /// To find that the `Int` of a range is comparable would take the runtime as long as a fifth of a `get`.
    private struct Element {
        let start: Int
        let textEnd: Int

        /// The range of the text, if the element is in the usual spelling.
        @inline(always)
        var plainText: Range<Int> {
            unsafe Range(uncheckedBounds: (start &+ XMLElement.key.startTagLength, textEnd))
        }
    }

    private var elements = ElementStack<Element>()
    private var innermost = Dictionary()
    private var outer = ElementStack<Dictionary>()

    /// The offset of the latest key's element in the innermost dictionary; nil if there is none.
    var latest: Int? { elements.count > innermost.start ? elements[elements.count - 1].start : nil }

    /// Whether each key of the innermost dictionary is in the usual spelling, and greater than the one before it.
    var areAscending: Bool { innermost.isAscending }

    /// The outermost dictionary of a scan that has begun inside one.
    private var outermost: Dictionary { outer.count > 1 ? outer[1] : innermost }

    /// Whether each key of the outermost dictionary is in the usual spelling, and greater than the one before it.
    var outermostAreAscending: Bool { outermost.isAscending }

    /// The offset of the latest key's element in the outermost dictionary; nil if there is none.
    var latestOfOutermost: Int? {
        let end = outer.count > 2 ? outer[2].start : outer.count > 1 ? innermost.start : elements.count
        return end > 0 ? elements[end - 1].start : nil
    }

    mutating func beginDictionary() {
        outer.push(innermost)
        innermost = Dictionary(start: elements.count)
    }

    @inline(always)
    fileprivate mutating func append(_ key: XMLText, at start: Int, isPlain: Bool, in bytes: ByteView) {
        if !isPlain {
            innermost.isPlain = false
            innermost.isAscending = false
        } else if innermost.isAscending, elements.count > innermost.start {
            innermost.isAscending = bytes.part(elements[elements.count - 1].plainText, precedes: key.range)
        }
        elements.push(Element(start: start, textEnd: key.range.upperBound))
    }

    /// Ends the innermost dictionary; throws `duplicateKey` if it contains a key twice.
    mutating func endDictionary(in document: UTF8Text) throws(PropertyListError) {
        let ended = innermost
        innermost = outer[outer.count - 1]
        outer.remove(from: outer.count - 1)
        defer { elements.remove(from: ended.start) }
        guard !ended.isAscending else { return }
        if !ended.isPlain || hasDuplicate(from: ended.start, in: document.bytes) {
            try check(from: ended.start, in: document)
        }
    }

    // MARK: Keys that do not ascend

    /// Returns whether two of the plain elements from a position on have the same text.
    private func hasDuplicate(from start: Int, in bytes: ByteView) -> Bool {
        guard mayHaveDuplicate(from: start, in: bytes) else { return false }
        var sorted = (start..<elements.count).map { elements[$0] }
        sorted.sort { bytes.part($0.plainText, precedes: $1.plainText) }
        return sorted.indices.dropFirst().contains {
            bytes.part(sorted[$0 - 1].plainText, hasBytesOf: sorted[$0].plainText)
        }
    }

    /// Returns false if all plain elements from a position on differ in their lengths or last bytes.
    ///
    /// Those of most small dictionaries do.
    private func mayHaveDuplicate(from start: Int, in bytes: ByteView) -> Bool {
        var seen: UInt64 = 0
        for index in start..<elements.count {
            let text = elements[index].plainText
            let bit = 1 &<< (UInt64(bytes[text.upperBound - 1]) &+ 7 &* UInt64(truncatingIfNeeded: text.count))
            guard seen & bit == 0 else { return true }
            seen |= bit
        }
        return false
    }

    /// Checks that each key from a position on occurs once, however the elements are spelled.
    private func check(from start: Int, in document: UTF8Text) throws(PropertyListError) {
        var keys: [(text: String, offset: Int)] = []
        for index in start..<elements.count {
            let offset = elements[index].start
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
