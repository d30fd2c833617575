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
    private var window: XMLWindow
    private var entries = PropertyListDictionary()

    /// Creates a search in a document of at least one byte, with `windowLength` bytes of memory, which are still empty.
    package init(for keys: KeySelection, inDocumentOf length: Int, windowLength: Int = XMLWindow.length) {
        self.keys = keys
        window = XMLWindow(ofDocumentOf: length, windowLength)
    }

    package mutating func advance(in memory: Span<UInt8>) -> LocatorOutcome<PropertyList> {
        guard !window.range.isEmpty else { return .needs(window.moved(to: 0)) }
        return memory.withByteView { memory in
            // The reader finds the error again, with its line.
            (try? pass(memory)) ?? .needsReader
        }
    }

    private mutating func pass(_ memory: ByteView) throws(PropertyListError) -> LocatorOutcome<PropertyList> {
        guard var scanner = try window.scanner(in: memory) else { return .needsReader }
        let latest = try scanner.passEntries(of: keys, isCut: !window.isLast, into: &entries)
        if window.isLast {
            guard scanner.depth == 0 else { return .needsReader }
            try scanner.skipToEnd()
            return .found(.dictionary(entries))
        }
        return window.moved(past: latest).map { .needs($0) } ?? .needsReader
    }
}
