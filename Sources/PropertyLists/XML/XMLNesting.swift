/// The containers that are open in a scan of an XML property list, their keys, and what may come next.
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
        /// Nothing but `</plist>`, where that is due.
        case end
    }

    private(set) var expected = Expectation.root
    private var containers: [Container] = []
    private(set) var keys = XMLKeys()

    init() {}

    /// What surrounds an element of a root array, or an entry of a root dictionary.
    init(within root: Container) {
        begin(root)
    }

    var depth: Int { containers.count }

    var innermost: Container? { containers.last }

    /// Takes note of a key, by where its element stands, tags included.
    @inline(__always)
    mutating func append(_ key: XMLText, element: Range<Int>, in bytes: ByteView) {
        keys.append(key, element: element, in: bytes)
        expected = .valueOfKey
    }

    /// Takes note of a value without further values in it.
    @inline(__always)
    mutating func appendScalar() {
        if expected == .valueOfKey {
            expected = .key
        } else if expected == .root {
            expected = .end
        }
    }

    /// Takes note of the start of a container, where fewer are open than may be.
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

    /// Takes note of the end of the innermost container; throws `duplicateKey` if a key of it stands twice.
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

/// The keys of the dictionaries that are open in a scan, kept so that one that stands twice can be found.
///
/// Keys that ascend, as most files have them, cost one comparison each; only of the others a dictionary's end asks
/// more.
struct XMLKeys {
    private struct Dictionary {
        /// How many keys the dictionaries around it have so far.
        var start = 0
        /// Whether each key so far is greater than the one before it.
        var isAscending = true
        /// Whether each element so far is spelled as most are, so that its range tells that of its text.
        var isPlain = true
    }

    /// The element of a key: a range, but for a type that the runtime makes quickly; to find that `Int` is comparable
    /// takes it as long as a fifth of a `get`.
    private struct Element {
        /// Where it stands, tags included.
        let range: Range<Int>

        /// Where its text is, if it is spelled as most are: `<key>text</key>`.
        var plainText: Range<Int> {
            let start = range.lowerBound + XMLElement.key.startTagLength
            return start..<max(start, range.upperBound - XMLElement.key.endTagLength)
        }
    }

    private var elements: [Element] = []
    private var innermost = Dictionary()
    private var outer: [Dictionary] = []

    /// Where the element of the latest key of the innermost dictionary starts.
    var latest: Int? { elements.count > innermost.start ? elements.last?.range.lowerBound : nil }

    /// Whether each key of the innermost dictionary is spelled as most are, and greater than the one before it.
    var areAscending: Bool { innermost.isAscending }

    mutating func beginDictionary() {
        outer.append(innermost)
        innermost = Dictionary(start: elements.count)
    }

    /// Takes note of a key of the innermost dictionary, by where its element stands, tags included.
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

    /// Ends the innermost dictionary; throws `duplicateKey` if a key of it stands twice.
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

    // MARK: Keys that do not ascend

    /// How many keys are compared each with each, which is the quicker way.
    private static let fewKeys = 8

    /// Whether one of some plain elements has the text of another.
    private static func holdsTwice(_ elements: Span<Element>, in bytes: ByteView) -> Bool {
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

    /// Checks that no key stands twice, however their elements are spelled.
    private static func check(_ elements: Span<Element>, in document: UTF8Text) throws(PropertyListError) {
        var keys: [(text: String, offset: Int)] = []
        for index in elements.indices {
            let offset = elements[index].range.lowerBound
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
