/// A stretch of a document that a search goes along.
///
/// It moves on at its end, always in the same memory: bytes that are looked at once so stay in the processor's cache,
/// and touch no further page.
struct DocumentWindow {
    /// The bytes of a window that moves: few enough for the cache, and enough for few system calls.
    static let length = 32 * 1024

    /// How much of what it showed before is behind a window that moves back.
    private static let overlap = 512

    private var range: Range<Int>
    /// Where the first of them stands in the memory of the search.
    private let place: Int

    /// A window on a document of which every byte is in its place in the memory.
    static func whole(of length: Int) -> DocumentWindow {
        DocumentWindow(range: 0..<length, place: 0)
    }

    /// A window that shows nothing yet, with its own place in the memory.
    static func none(at place: Int) -> DocumentWindow {
        DocumentWindow(range: 0..<0, place: place)
    }

    /// Moves the window to where a search goes on, in the direction in which it has come to its end.
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
        /// At how many offsets from the start on eight bytes are shown.
        private let wordCount: Int

        fileprivate init(bytes: ByteView, start: Int) {
            self.bytes = bytes
            self.start = start
            wordCount = max(0, bytes.count - 7)
        }

        /// Eight bytes from an offset on, the first of them lowest; nil where the window does not show all of them.
        @inline(__always)
        func word(at offset: Int) -> UInt64? {
            let position = offset &- start
            // Without a sign, an offset before the start is one far past the end.
            guard UInt(bitPattern: position) < UInt(bitPattern: wordCount) else { return nil }
            return unsafe bytes.uncheckedWord(at: position)
        }

        /// The unsigned number of 1 to 8 bytes, the highest first; nil where the window does not show eight bytes from
        /// the offset on.
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

/// Which pieces of a document can be read, where the others are still to be fetched: none twice, so that what has been
/// checked stays as it was, whatever becomes of the file meanwhile.
struct FetchedPieces {
    static let pieceLength = 4 * 1024

    let length: Int
    /// Of each piece whether it is here; nothing where all are.
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

    /// What has to be fetched first before some bytes can be read, of which some may be past the end; nil if all are
    /// here; if more are missing, as many as are expected to be read are fetched at once.
    func missing(at offset: Int, count: Int, expecting expected: Int = 0) -> DocumentFetch? {
        guard !areAll else { return nil }
        let wanted = pieces(of: offset..<min(offset + count, length))
        guard let first = wanted.first(where: { !isFetched[$0] }) else { return nil }
        let last = max(wanted.upperBound, min(first + expected / Self.pieceLength, isFetched.count))
        let end = (first..<last).first { isFetched[$0] } ?? last
        let start = first * Self.pieceLength
        return DocumentFetch(range: start..<min(end * Self.pieceLength, length), place: start)
    }

    /// The numbers of the pieces that a range touches, which is not empty.
    private func pieces(of range: Range<Int>) -> Range<Int> {
        range.lowerBound / Self.pieceLength..<(range.upperBound - 1) / Self.pieceLength + 1
    }
}
