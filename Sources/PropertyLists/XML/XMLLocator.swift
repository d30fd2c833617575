/// A search for entries of an XML property list's root dictionary, in one pass through a window.
///
/// The document takes no memory, and the window stays in the processor's cache. The whole document is checked, as
/// ``XMLReader`` does. These cases are left to that reader:
/// - what few programs write, such as comments between entries;
/// - keys that do not ascend, one of which may be a duplicate, and keys with other references than the usual ones;
/// - two entries that take more than half the window;
/// - every error, because its line is counted from the start.
///
/// This type and its siblings have no type parameters, so that the compiler creates one reader for each handler. A
/// reader for any handler takes several times as long.
package struct XMLLocator: EntryLocator, ~Copyable {
    /// The bytes of memory that a reader needs: those of its window, few enough for the processor's cache.
    package static let windowLength = 128 * 1024

    private var reader: XMLEntryReader<XMLSelection>

    /// Creates a search in a document of at least one byte, with `windowLength` bytes of memory.
    package init(for keys: KeySelection, inDocumentOf length: Int, windowLength: Int = windowLength) {
        reader = XMLEntryReader(into: XMLSelection(of: keys), XMLWindow(ofDocumentOf: length, windowLength))
    }

    package mutating func advance(in memory: Span<UInt8>) -> LocatorOutcome<PropertyList> {
        reader.advance(in: memory)
    }
}

/// A reader of the keys of a root dictionary, which passes through the document as ``XMLLocator`` does.
package struct XMLKeyReader: EntryLocator, ~Copyable {
    private var reader: XMLEntryReader<XMLRootKeys>

    /// Creates a reader of a document of at least one byte.
    package init(ofDocumentOf length: Int, windowLength: Int = XMLLocator.windowLength) {
        reader = XMLEntryReader(into: XMLRootKeys(), XMLWindow(ofDocumentOf: length, windowLength))
    }

    package mutating func advance(in memory: Span<UInt8>) -> LocatorOutcome<[String]> {
        reader.advance(in: memory)
    }
}

/// A reader of the tree of a root dictionary, which passes through the document as ``XMLLocator`` does.
package struct XMLTreeReader: EntryLocator, ~Copyable {
    private var reader: XMLEntryReader<PropertyListBuilder>

    /// Creates a reader of a document of at least one byte.
    package init(ofDocumentOf length: Int, windowLength: Int = XMLLocator.windowLength) {
        let window = XMLWindow(ofDocumentOf: length, windowLength)
        reader = XMLEntryReader(into: PropertyListBuilder.inRootDictionary(ofDocumentOf: length), window)
    }

    package mutating func advance(in memory: Span<UInt8>) -> LocatorOutcome<PropertyList> {
        reader.advance(in: memory)
    }
}

/// A reader of the entries in a window, which it moves through the document.
private struct XMLEntryReader<Handler: XMLEntryHandler & ~Copyable>: ~Copyable {
    private var handler: Handler
    private var window: XMLWindow

    init(into handler: consuming Handler, _ window: XMLWindow) {
        self.handler = handler
        self.window = window
    }

    mutating func advance(in memory: Span<UInt8>) -> LocatorOutcome<Handler.Entries> {
        guard !window.range.isEmpty else { return .needs(window.moved(to: 0)) }
        return memory.withByteView { memory in
            // The reader of the whole document finds the error again, with its line.
            (try? pass(memory)) ?? .needsReader
        }
    }

    private mutating func pass(_ memory: ByteView) throws(PropertyListError) -> LocatorOutcome<Handler.Entries> {
        guard var scanner = try window.scanner(in: memory) else { return .needsReader }
        if window.isLast {
            guard try scanner.readEntries(into: &handler) else { return .needsReader }
            try scanner.skipToEnd()
            return .found(handler.end())
        }
        try scanner.readPlainEntries(into: &handler)
        guard scanner.nesting.keys.outermostAreAscending,
            let fetch = window.moved(past: scanner.nesting.keys.latestOfOutermost)
        else { return .needsReader }
        handler.removeLatestEntry(isComplete: scanner.depth == 1 && scanner.nesting.expected == .key)
        return .needs(fetch)
    }
}

/// The part of a document that is in memory: from its start, and later from the key of an entry of the root dictionary
/// that has been passed.
private struct XMLWindow {
    private let documentLength: Int
    /// The length, in bytes, of every window but the last.
    private let length: Int
    private(set) var range = 0..<0
    private var isPlistOpen = false

    init(ofDocumentOf documentLength: Int, _ length: Int) {
        precondition(min(documentLength, length) > 0, "a document without bytes")
        self.documentLength = documentLength
        self.length = length
    }

    var isLast: Bool { range.upperBound == documentLength }

    /// Moves the start of the window, and returns the bytes that it then needs.
    mutating func moved(to start: Int) -> DocumentFetch {
        range = start..<min(start + length, documentLength)
        return DocumentFetch(range: range, place: 0)
    }

    /// Moves the window to an entry in it, whose value may be incomplete; returns nil if the step is too small.
    ///
    /// In steps of at least half a window, each byte is fetched about twice at most. The next key is compared with the
    /// key of that entry.
    mutating func moved(past latest: Int?) -> DocumentFetch? {
        guard let latest, latest > range.count / 2 else { return nil }
        return moved(to: range.lowerBound + latest)
    }

    /// Returns a scanner of the window, inside the root dictionary; nil if only the reader can read the document.
    mutating func scanner(in memory: ByteView) throws(PropertyListError) -> XMLScanner? {
        let bytes = isLast ? memory[..<range.count] : memory[..<range.count].withoutIncompleteCharacter
        if range.lowerBound == 0 {
            guard let scanner = try XMLScanner.inRootDictionary(of: bytes) else { return nil }
            isPlistOpen = scanner.isPlistOpen
            return scanner
        }
        return XMLScanner(try UTF8Text(validating: bytes), within: .dictionary, isPlistOpen: isPlistOpen)
    }
}
