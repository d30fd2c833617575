/// The keys of the dictionaries that are open in a scan, kept so that one that stands twice can be found.
///
/// Keys that ascend, as most files have them, cost one comparison each; only of the others a dictionary's end asks more.
struct XMLKeys {
    private struct Dictionary {
        /// How many keys the dictionaries around it have so far.
        var start = 0
        /// Whether each key so far is greater than the one before it.
        var isAscending = true
        /// Whether each element so far is spelled as most are, so that its range tells that of its text.
        var isPlain = true
    }

    /// Where the elements of the keys stand, tags included.
    private var elements: [Range<Int>] = []
    private var innermost = Dictionary()
    private var outer: [Dictionary] = []

    /// Where the element of the latest key of the innermost dictionary starts.
    var latest: Int? { elements.count > innermost.start ? elements.last?.lowerBound : nil }

    mutating func beginDictionary() {
        outer.append(innermost)
        innermost = Dictionary(start: elements.count)
    }

    /// Takes note of a key of the innermost dictionary.
    ///
    /// - Parameter element: where its element stands, tags included.
    @inline(__always)
    mutating func append(_ key: XMLText, element: Range<Int>, in bytes: ByteView) {
        if key.hasMarkup || key.range != Self.plainText(of: element) {
            innermost.isPlain = false
            innermost.isAscending = false
        } else if innermost.isAscending, elements.count > innermost.start {
            innermost.isAscending = bytes.part(Self.plainText(of: elements[elements.count - 1]), precedes: key.range)
        }
        elements.append(element)
    }

    /// Ends the innermost dictionary.
    ///
    /// - Throws: `duplicateKey` where a key of it stands twice.
    mutating func endDictionary(in document: UTF8Text) throws(PropertyListError) {
        let ended = innermost
        innermost = outer.removeLast()
        // A slice would share the storage, and have the removal copy the keys of all dictionaries around this one.
        defer { elements.removeLast(elements.count - ended.start) }
        guard !ended.isAscending else { return }
        let keys = elements.span.extracting(ended.start...)
        if !ended.isPlain || Self.holdsTwice(keys, in: document.bytes) {
            try Self.check(keys, in: document)
        }
    }

    /// The text of an element that is spelled as most are: `<key>text</key>`.
    private static func plainText(of element: Range<Int>) -> Range<Int> {
        let start = element.lowerBound + 5
        return start..<max(start, element.upperBound - 6)
    }

    // MARK: Keys that do not ascend

    /// How many keys are compared each with each, which is the quicker way.
    private static let fewKeys = 8

    /// Whether one of some plain elements has the text of another.
    private static func holdsTwice(_ elements: Span<Range<Int>>, in bytes: ByteView) -> Bool {
        if elements.count <= fewKeys {
            return elements.indices.contains { second in
                (0..<second).contains { first in
                    bytes.part(plainText(of: elements[first]), hasBytesOf: plainText(of: elements[second]))
                }
            }
        }
        var texts: [Range<Int>] = []
        for index in elements.indices {
            texts.append(plainText(of: elements[index]))
        }
        texts.sort { bytes.part($0, precedes: $1) }
        return texts.indices.dropFirst().contains { bytes.part(texts[$0 - 1], hasBytesOf: texts[$0]) }
    }

    /// Checks that no key stands twice, however their elements are spelled.
    private static func check(_ elements: Span<Range<Int>>, in document: UTF8Text) throws(PropertyListError) {
        var keys: [(text: String, offset: Int)] = []
        for index in elements.indices {
            let offset = elements[index].lowerBound
            keys.append((try XMLScanner.key(at: offset, in: document), offset))
        }
        // A stable order: of keys that are the same, the later comes last.
        keys.sort { $0.text.precedesInByteOrder($1.text) }
        for (first, second) in zip(keys, keys.dropFirst()) where first.text.hasSameBytes(as: second.text) {
            throw PropertyListError(
                .duplicateKey(second.text),
                at: SourcePosition(offset: second.offset, in: document.bytes)
            )
        }
    }
}
