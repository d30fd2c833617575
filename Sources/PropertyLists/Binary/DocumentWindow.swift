/// A window on the part of a document that a search scans.
///
/// The window moves when the search leaves it, and always uses the same memory. So bytes that the search examines
/// together stay in the processor's cache, and the search touches no further pages.
struct DocumentWindow {
    /// The length of a moving window, in bytes: small enough for the cache, and large enough for few system calls.
    static let length = 32 * 1024

    /// The number of bytes from the requested offset to the end of a window that moved back.
    private static let overlap = 512

    private var range: Range<Int>
    /// The offset of the window's first byte in the memory of the search.
    private let place: Int

    /// Returns a window on a document that is in memory as a whole, each byte at its own offset.
    static func whole(of length: Int) -> DocumentWindow {
        DocumentWindow(range: 0..<length, place: 0)
    }

    /// Returns an empty window with its own place in the memory.
    static func none(at place: Int) -> DocumentWindow {
        DocumentWindow(range: 0..<0, place: place)
    }

    /// Moves the window to the offset where the search continues, forward or back, and returns the bytes to fetch.
    mutating func move(to offset: Int, inDocumentOf length: Int) -> DocumentFetch {
        let start = offset < range.lowerBound ? max(0, offset + Self.overlap - Self.length) : offset
        range = start..<min(start + Self.length, length)
        return DocumentFetch(range: range, place: place)
    }

    func view(of memory: ByteView) -> View {
        View(bytes: memory[place..<place + range.count], start: range.lowerBound)
    }

    struct View {
        private let bytes: ByteView
        private let start: Int
        /// The number of offsets, from the start, at which the window contains eight bytes.
        private let wordCount: Int

        fileprivate init(bytes: ByteView, start: Int) {
            self.bytes = bytes
            self.start = start
            wordCount = max(0, bytes.count - 7)
        }

        /// Returns the eight bytes at an offset as a little-endian word; nil if the window does not contain all of
        /// them.
        @inline(__always)
        func word(at offset: Int) -> UInt64? {
            let position = offset &- start
            // As an unsigned number, an offset before the start is far past the end.
            guard UInt(bitPattern: position) < UInt(bitPattern: wordCount) else { return nil }
            return unsafe bytes.uncheckedWord(at: position)
        }

        /// Returns the big-endian unsigned number of 1 to 8 bytes at an offset.
        ///
        /// Returns nil if the window does not contain eight bytes at the offset.
        @inline(__always)
        func bigEndian(at offset: Int, width: Int) -> UInt64? {
            word(at: offset).map { $0.byteSwapped.highBytes(width) }
        }

        @inline(__always)
        func byte(at offset: Int) -> UInt8? {
            let position = offset &- start
            return UInt(bitPattern: position) < UInt(bitPattern: bytes.count) ? bytes[position] : nil
        }

        subscript(range: Range<Int>) -> ByteView? {
            let position = range.lowerBound - start
            guard position >= 0, range.count <= bytes.count - position else { return nil }
            return bytes[position..<position + range.count]
        }
    }
}

/// The pieces of a document that were fetched.
///
/// No piece is fetched twice. So bytes that were checked do not change, even if the file does.
struct FetchedPieces {
    static let pieceLength = 4 * 1024

    let length: Int
    /// Whether each piece was fetched; empty if all were.
    private var isFetched: [Bool]

    private init(length: Int, isFetched: [Bool]) {
        self.length = length
        self.isFetched = isFetched
    }

    static func all(of length: Int) -> FetchedPieces {
        FetchedPieces(length: length, isFetched: [])
    }

    static func none(of length: Int) -> FetchedPieces {
        FetchedPieces(length: length, isFetched: [Bool](repeating: false, count: length / pieceLength + 1))
    }

    var areAll: Bool { isFetched.isEmpty }

    mutating func add(_ range: Range<Int>) {
        for piece in pieces(of: range) {
            isFetched[piece] = true
        }
    }

    /// Returns the first missing pieces of some bytes; nil if all were fetched.
    ///
    /// The bytes can extend past the end of the document. If the caller expects to read more bytes, one fetch includes
    /// the following pieces, up to `expected` bytes.
    func missing(at offset: Int, count: Int, expecting expected: Int = 0) -> DocumentFetch? {
        guard !areAll else { return nil }
        let wanted = pieces(of: offset..<min(offset + count, length))
        guard let first = wanted.first(where: { !isFetched[$0] }) else { return nil }
        let last = max(wanted.upperBound, min(first + expected / Self.pieceLength, isFetched.count))
        let end = (first..<last).first { isFetched[$0] } ?? last
        let start = first * Self.pieceLength
        return DocumentFetch(range: start..<min(end * Self.pieceLength, length), place: start)
    }

    /// Returns the numbers of the pieces that a range touches; the range must not be empty.
    private func pieces(of range: Range<Int>) -> Range<Int> {
        range.lowerBound / Self.pieceLength..<(range.upperBound - 1) / Self.pieceLength + 1
    }
}
