/// Which pieces of a document can be read, where the others are still to be fetched.
struct PiecesAtHand {
    private static let pieceLength = 128 * 1024

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

    mutating func add(_ range: Range<Int>) {
        for piece in pieces(of: range) where !areHere.isEmpty {
            areHere[piece] = true
        }
    }

    /// What has to be fetched before some bytes can be read, of which some may be past the end; nil where all are here.
    func missing(at offset: Int, count: Int) -> Range<Int>? {
        let range = offset..<min(offset + count, length)
        let isHere = areHere.isEmpty || pieces(of: range).allSatisfy { areHere[$0] }
        return isHere ? nil : wholePieces(of: range)
    }

    /// The same, for a search that goes from place to place.
    ///
    /// - Parameter latest: what was at hand around the place before; mostly it has the next one too.
    @inline(__always)
    func missing(at offset: Int, count: Int, beside latest: inout Range<Int>) -> Range<Int>? {
        if offset >= latest.lowerBound, offset + count <= latest.upperBound {
            return nil
        }
        if let missing = missing(at: offset, count: count) {
            return missing
        }
        latest = areHere.isEmpty ? 0..<Int.max : wholePieces(of: offset..<min(offset + count, length))
        return nil
    }

    private func wholePieces(of range: Range<Int>) -> Range<Int> {
        let pieces = pieces(of: range)
        return pieces.lowerBound * Self.pieceLength..<min(pieces.upperBound * Self.pieceLength, length)
    }

    /// The numbers of the pieces that a range touches, which is not empty.
    private func pieces(of range: Range<Int>) -> Range<Int> {
        range.lowerBound / Self.pieceLength..<(range.upperBound - 1) / Self.pieceLength + 1
    }
}
