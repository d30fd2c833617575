/// The containers that are open in a scan of an XML property list, their keys, and what may come next.
struct XMLNesting {
    enum Container {
        case array
        case dictionary
    }

    /// What may come next.
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
    private var keys = XMLKeys()

    /// What surrounds a key that stands alone.
    static var aroundKey: XMLNesting {
        var nesting = XMLNesting()
        nesting.expected = .key
        return nesting
    }

    /// What surrounds an element of an array, at the depth of the root's.
    static var aroundElement: XMLNesting {
        var nesting = XMLNesting()
        nesting.begin(.array)
        return nesting
    }

    /// What surrounds an entry of a root dictionary.
    static var aroundEntry: XMLNesting {
        var nesting = XMLNesting()
        nesting.begin(.dictionary)
        return nesting
    }

    /// The number of containers that are open.
    var depth: Int { containers.count }

    /// The innermost container; nil where none is open.
    var innermost: Container? { containers.last }

    /// Where the element of the latest key of the innermost dictionary starts.
    var latestKey: Int? { keys.latest }

    /// Whether each key of the innermost dictionary so far is spelled as most are, and greater than the one before it.
    var keysAscend: Bool { keys.areAscending }

    /// Takes note of a key.
    ///
    /// - Parameter element: where its element stands, tags included.
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

    /// Takes note of the start of a container.
    ///
    /// - Precondition: fewer are open than may be, as ``PropertyList/checkDepth(_:)`` has it.
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

    /// Takes note of the end of the innermost container.
    ///
    /// - Throws: `duplicateKey` where a key of it stands twice.
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
