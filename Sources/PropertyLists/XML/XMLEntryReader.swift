/// A reader of all entries of an XML property list's root dictionary, in one pass through a window.
///
/// The document takes no memory. It is checked as a whole, as ``XMLReader`` does, which reads it if ``XMLLocator``
/// would leave it to that, or a key of the root dictionary has markup.
struct XMLEntryReader<Handler: XMLEntryHandler & ~Copyable>: EntryLocator, ~Copyable {
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
        let latest = try scanner.readEntries(isCut: !window.isLast, into: &handler)
        if window.isLast {
            guard scanner.depth == 0 else { return .needsReader }
            try scanner.skipToEnd()
            return .found(handler.end())
        }
        guard let fetch = window.moved(past: latest) else { return .needsReader }
        handler.removeLatestEntry(isComplete: scanner.depth == 1 && scanner.nesting.expected == .key)
        return .needs(fetch)
    }
}

/// What a reader does with the entries of a root dictionary that it reads by windows.
protocol XMLEntryHandler: XMLValueHandler, ~Copyable {
    associatedtype Entries

    /// Forgets the latest entry, which is read again; if it is not complete, only a part of its value was read.
    mutating func removeLatestEntry(isComplete: Bool)

    /// Returns the result, after the last entry.
    mutating func end() -> Entries
}

extension XMLLocator {
    /// Returns a reader of the keys in a document of at least one byte, for the memory of a window.
    package static func keys(
        inDocumentOf length: Int,
        windowLength: Int = XMLWindow.length
    ) -> some EntryLocator<[String]> & ~Copyable {
        XMLEntryReader(into: XMLRootKeys(), XMLWindow(ofDocumentOf: length, windowLength))
    }

    /// Returns a reader of the whole tree of a document of at least one byte, for the memory of a window.
    package static func tree(
        inDocumentOf length: Int,
        windowLength: Int = XMLWindow.length
    ) -> some EntryLocator<PropertyList> & ~Copyable {
        var builder = PropertyListBuilder()
        builder.begin(isDictionary: true)
        return XMLEntryReader(into: builder, XMLWindow(ofDocumentOf: length, windowLength))
    }
}

extension XMLScanner {
    /// Reads entries of the root dictionary while each key is greater than the one before it, and then its end.
    ///
    /// Returns the start of the latest entry; nil if there is none, or a key is not greater. If the document continues
    /// after the bytes, the reading stops before the end of the dictionary, in the middle of an entry, and before an
    /// unusual spelling, which may be cut too.
    fileprivate mutating func readEntries(
        isCut: Bool,
        into handler: inout some XMLValueHandler & ~Copyable
    ) throws(PropertyListError) -> Int? {
        let rootDepth = depth
        var latest: Int?
        while true {
            latest = try readPlainEntries(before: .none, into: &handler) ?? latest
            let isInValue = depth > rootDepth
            guard isInValue || nesting.keys.areAscending else { return nil }
            guard !isCut else { return latest }
            if isInValue || nesting.expected == .valueOfKey {
                try readValue(downTo: rootDepth, into: &handler)
            } else if case .key(let text)? = try next(), nesting.keys.areAscending {
                try handler.key(text, in: content)
            } else {
                return latest
            }
        }
    }
}

/// The keys of a root dictionary, whose values are only checked.
struct XMLRootKeys: XMLEntryHandler {
    private var keys: [String] = []
    /// The number of open containers, including the root dictionary.
    private var depth = 1

    mutating func key(_ text: XMLText, in content: XMLContent) throws(PropertyListError) {
        if depth == 1 {
            keys.append(try content.string(of: text))
        } else {
            try content.check(text)
        }
    }

    mutating func begin(_ container: XMLNesting.Container) {
        depth += 1
    }

    mutating func endContainer(depth: Int) {
        self.depth = depth
    }

    mutating func removeLatestEntry(isComplete: Bool) {
        keys.removeLast()
        depth = 1
    }

    mutating func end() -> [String] {
        keys
    }
}

/// The tree of a root dictionary, which has begun.
extension PropertyListBuilder: XMLEntryHandler {}
