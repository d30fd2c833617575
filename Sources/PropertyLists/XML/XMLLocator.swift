/// Finds entries of an XML property list's root dictionary in one pass, with a window of it at hand.
///
/// All of the document is checked on the way, as ``XMLReader`` does, but in a memory that stays in the processor's cache.
/// What it does not know is left to the reader: entries that few programs would write, keys that do not ascend, of which
/// one may stand twice, entries that are not much shorter than the window, and every error, since lines are counted from
/// the start.
package struct XMLLocator: EntryLocator {
    /// The bytes of memory that a search takes: those of its window, few enough for the cache.
    package static let memoryLength = 128 * 1024

    private let keys: SoughtKeys
    /// The bytes of the document.
    private let length: Int
    /// The bytes that a window shows, but for the last.
    private let windowLength: Int
    /// The document's bytes at hand: from its start, and later from the key of an entry that has been passed.
    private var window = 0..<0
    /// Whether the root dictionary stands within `<plist>`.
    private var isPlistOpen = false
    /// The entries that have been found.
    private var entries = PropertyListDictionary()

    /// A search in a document in UTF-8 of which no byte is at hand.
    ///
    /// - Parameter length: the bytes of the document, of which there is at least one.
    package init(for keys: KeySelection, inDocumentOf length: Int) {
        self.init(for: keys, inDocumentOf: length, windowLength: Self.memoryLength)
    }

    init(for keys: KeySelection, inDocumentOf length: Int, windowLength: Int) {
        self.keys = SoughtKeys(keys)
        self.length = length
        self.windowLength = windowLength
    }

    /// Goes on with the search.
    ///
    /// - Parameter memory: as many bytes as ``memoryLength`` says.
    package mutating func advance(in memory: Span<UInt8>) -> LocatorOutcome {
        guard !window.isEmpty else { return showWindow(from: 0) }
        return memory.withByteView { memory in
            // The reader finds the error again, and the line in which it is.
            (try? pass(memory[..<window.count])) ?? .needsReader
        }
    }

    /// Passes the entries that a window shows.
    private mutating func pass(_ bytes: ByteView) throws(PropertyListError) -> LocatorOutcome {
        let isLast = window.upperBound == length
        guard var scanner = try scanner(of: isLast ? bytes : bytes.withoutCutCharacter) else { return .needsReader }
        let latest = try scanner.passEntries(of: keys, isCut: !isLast, into: &entries)
        if isLast {
            guard scanner.depth == 0 else { return .needsReader }
            try scanner.skipToEnd()
            return .found(.dictionary(entries))
        }
        guard let latest, latest > bytes.count / 2 else { return .needsReader }
        return showWindow(from: window.lowerBound + latest)
    }

    /// A scan of what a window shows, from within the root dictionary on; nil where the root is none.
    private mutating func scanner(of bytes: ByteView) throws(PropertyListError) -> XMLScanner? {
        guard window.lowerBound == 0 else {
            return XMLScanner(try UTF8Text(validating: bytes), within: .aroundEntry, isPlistOpen: isPlistOpen)
        }
        guard !bytes.declaresASCII else { return nil }
        try bytes.checkDeclaredEncoding(nil)
        var scanner = try XMLScanner(bytes)
        guard case .beginDictionary? = try scanner.next() else { return nil }
        isPlistOpen = scanner.isPlistOpen
        return scanner
    }

    private mutating func showWindow(from start: Int) -> LocatorOutcome {
        window = start..<min(start + windowLength, length)
        return .needs(DocumentFetch(range: window, place: 0))
    }
}
