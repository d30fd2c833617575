/// The part of an XML property list that is in memory: from its start, and later from the key of an entry of the root
/// dictionary that has been passed.
package struct XMLWindow {
    /// The usual length of a window, in bytes: few enough for the processor's cache.
    package static let length = 128 * 1024

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

    /// Moves the window to an entry in it, of which the value may be incomplete; returns nil if the step is too small.
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
