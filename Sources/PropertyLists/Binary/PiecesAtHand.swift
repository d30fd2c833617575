/// Which pieces of a document can be read, where the others are still to be fetched.
///
/// None is fetched twice: what has been checked stays as it was, whatever becomes of the file meanwhile.
struct PiecesAtHand {
    static let pieceLength = 4 * 1024

    /// The bytes of the document.
    let length: Int
    /// Of each piece whether it is here; nothing where all are.
    private var areHere: [Bool]

    private init(length: Int, areHere: [Bool]) {
        self.length = length
        self.areHere = areHere
    }

    /// All pieces of a document.
    static func all(of length: Int) -> PiecesAtHand {
        PiecesAtHand(length: length, areHere: [])
    }

    /// None of a document that is yet to be read.
    static func none(of length: Int) -> PiecesAtHand {
        PiecesAtHand(length: length, areHere: [Bool](repeating: false, count: length / pieceLength + 1))
    }

    /// Takes down that some bytes are here that were missing.
    mutating func add(_ range: Range<Int>) {
        for piece in pieces(of: range) {
            areHere[piece] = true
        }
    }

    /// What has to be fetched first before some bytes can be read, of which some may be past the end; nil where all are
    /// here.
    ///
    /// - Parameter expected: how many bytes from the first missing one on are fetched at once, where as many are missing.
    func missing(at offset: Int, count: Int, expecting expected: Int = 0) -> DocumentFetch? {
        guard !areHere.isEmpty else { return nil }
        let wanted = pieces(of: offset..<min(offset + count, length))
        guard let first = wanted.first(where: { !areHere[$0] }) else { return nil }
        let last = max(wanted.upperBound, min(first + expected / Self.pieceLength, areHere.count))
        let end = (first..<last).first { areHere[$0] } ?? last
        let start = first * Self.pieceLength
        return DocumentFetch(range: start..<min(end * Self.pieceLength, length), place: start)
    }

    /// The numbers of the pieces that a range touches, which is not empty.
    private func pieces(of range: Range<Int>) -> Range<Int> {
        range.lowerBound / Self.pieceLength..<(range.upperBound - 1) / Self.pieceLength + 1
    }
}
