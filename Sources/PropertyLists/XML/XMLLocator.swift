/// Finds entries of an XML property list's root dictionary in one pass, with a window of it at hand.
///
/// All of the document is checked on the way, as ``XMLReader`` does, but in a memory that stays in the processor's
/// cache. What it does not know is left to the reader: what few programs write, such as comments between entries; keys
/// that do not ascend, of which one may stand twice; entries of which two take more than half the window; and every
/// error, whose line is counted from the start.
package struct XMLLocator: EntryLocator {
    /// The bytes of memory that a search takes: those of its window, few enough for the cache.
    package static let windowLength = 128 * 1024

    private let keys: KeySelection
    private let length: Int
    /// The bytes that a window shows, but for the last.
    private let windowLength: Int
    /// The document's bytes at hand: from its start, and later from the key of an entry that has been passed.
    private var window = 0..<0
    private var isPlistOpen = false
    private var entries = PropertyListDictionary()

    /// A search in a document of so many bytes, one at least, of which none is at hand, with so many bytes of memory.
    package init(for keys: KeySelection, inDocumentOf length: Int, windowLength: Int = Self.windowLength) {
        precondition(min(length, windowLength) > 0, "a document without bytes")
        self.keys = keys
        self.length = length
        self.windowLength = windowLength
    }

    package mutating func advance(in memory: Span<UInt8>) -> LocatorOutcome {
        guard !window.isEmpty else { return showWindow(from: 0) }
        return memory.withByteView { memory in
            // The reader finds the error again, and the line in which it is.
            (try? pass(memory[..<window.count])) ?? .needsReader
        }
    }

    private mutating func pass(_ bytes: ByteView) throws(PropertyListError) -> LocatorOutcome {
        let isLast = window.upperBound == length
        guard var scanner = try scanner(of: isLast ? bytes : bytes.withoutCutCharacter) else { return .needsReader }
        let latest = try scanner.passEntries(of: keys, isCut: !isLast, into: &entries)
        if isLast {
            guard scanner.depth == 0 else { return .needsReader }
            try scanner.skipToEnd()
            return .found(.dictionary(entries))
        }
        // In steps of half a window at least, no byte is fetched more than twice or so.
        guard let latest, latest > bytes.count / 2 else { return .needsReader }
        // The next key is compared with that of the latest entry.
        return showWindow(from: window.lowerBound + latest)
    }

    /// A scan of what a window shows, from within the root dictionary on; nil where the reader is needed for that.
    private mutating func scanner(of bytes: ByteView) throws(PropertyListError) -> XMLScanner? {
        if window.lowerBound == 0 {
            let scanner = try XMLScanner(inRootDictionaryOf: bytes)
            isPlistOpen = scanner?.isPlistOpen ?? false
            return scanner
        }
        return XMLScanner(try UTF8Text(validating: bytes), within: .dictionary, isPlistOpen: isPlistOpen)
    }

    private mutating func showWindow(from start: Int) -> LocatorOutcome {
        window = start..<min(start + windowLength, length)
        return .needs(DocumentFetch(range: window, place: 0))
    }
}
