/// A search for entries of an XML property list's root dictionary, in one pass through a window.
///
/// It checks the whole document, as ``XMLReader`` does, but in memory that stays in the processor's cache. It leaves
/// these cases to the reader:
/// - what few programs write, such as comments between entries;
/// - keys that do not ascend, one of which may be a duplicate;
/// - two entries that take more than half the window;
/// - every error, because its line is counted from the start.
package struct XMLLocator: EntryLocator {
    /// The bytes of memory that a search needs: those of its window, few enough for the cache.
    package static let windowLength = 128 * 1024

    private let keys: KeySelection
    private let length: Int
    /// The length, in bytes, of every window but the last.
    private let windowLength: Int
    /// The part of the document in memory: from its start, and later from the key of an entry that has been passed.
    private var window = 0..<0
    private var isPlistOpen = false
    private var entries = PropertyListDictionary()

    /// Creates a search in a document of at least one byte, with `windowLength` bytes of memory, which are still empty.
    package init(for keys: KeySelection, inDocumentOf length: Int, windowLength: Int = Self.windowLength) {
        precondition(min(length, windowLength) > 0, "a document without bytes")
        self.keys = keys
        self.length = length
        self.windowLength = windowLength
    }

    package mutating func advance(in memory: Span<UInt8>) -> LocatorOutcome {
        guard !window.isEmpty else { return showWindow(from: 0) }
        return memory.withByteView { memory in
            // The reader finds the error again, with its line.
            (try? pass(memory[..<window.count])) ?? .needsReader
        }
    }

    private mutating func pass(_ bytes: ByteView) throws(PropertyListError) -> LocatorOutcome {
        let isLast = window.upperBound == length
        guard var scanner = try scanner(of: isLast ? bytes : bytes.withoutIncompleteCharacter) else {
            return .needsReader
        }
        let latest = try scanner.passEntries(of: keys, isCut: !isLast, into: &entries)
        if isLast {
            guard scanner.depth == 0 else { return .needsReader }
            try scanner.skipToEnd()
            return .found(.dictionary(entries))
        }
        // In steps of at least half a window, each byte is fetched about twice at most.
        guard let latest, latest > bytes.count / 2 else { return .needsReader }
        // The next key is compared with the key of the latest entry.
        return showWindow(from: window.lowerBound + latest)
    }

    /// Returns a scanner of the window, inside the root dictionary, or nil if the reader is needed.
    private mutating func scanner(of bytes: ByteView) throws(PropertyListError) -> XMLScanner? {
        if window.lowerBound == 0 {
            guard let scanner = try XMLScanner.inRootDictionary(of: bytes) else { return nil }
            isPlistOpen = scanner.isPlistOpen
            return scanner
        }
        return XMLScanner(try UTF8Text(validating: bytes), within: .dictionary, isPlistOpen: isPlistOpen)
    }

    private mutating func showWindow(from start: Int) -> LocatorOutcome {
        window = start..<min(start + windowLength, length)
        return .needs(DocumentFetch(range: window, place: 0))
    }
}
