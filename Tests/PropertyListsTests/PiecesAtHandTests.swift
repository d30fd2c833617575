import Testing

@testable import PropertyLists

@Suite("The pieces of a document that are at hand")
struct PiecesAtHandTests {
    private static let piece = PiecesAtHand.pieceLength

    @Test("are fetched whole, to their places, up to the end of the document")
    func fetch() {
        let pieces = PiecesAtHand.none(of: 3 * Self.piece + 5)
        for (offset, count, range) in [
            (0, 1, 0..<Self.piece), (Self.piece - 1, 1, 0..<Self.piece), (Self.piece - 1, 2, 0..<2 * Self.piece),
            (3 * Self.piece, 100, 3 * Self.piece..<3 * Self.piece + 5),
        ] {
            let missing = pieces.missing(at: offset, count: count)
            #expect(missing?.range == range)
            #expect(missing?.place == range.lowerBound)
        }
    }

    @Test("are fetched once, so that those between are left out")
    func once() {
        var pieces = PiecesAtHand.none(of: 5 * Self.piece)
        pieces.add(2 * Self.piece..<3 * Self.piece)
        #expect(pieces.missing(at: 2 * Self.piece, count: Self.piece) == nil)
        #expect(pieces.missing(at: 0, count: 5 * Self.piece)?.range == 0..<2 * Self.piece)
        pieces.add(0..<2 * Self.piece)
        #expect(pieces.missing(at: 0, count: 5 * Self.piece)?.range == 3 * Self.piece..<5 * Self.piece)
        pieces.add(3 * Self.piece..<5 * Self.piece)
        #expect(pieces.missing(at: 0, count: 5 * Self.piece) == nil)
    }

    @Test("are fetched ahead as far as they are missing")
    func ahead() {
        var pieces = PiecesAtHand.none(of: 5 * Self.piece)
        #expect(pieces.missing(at: 10, count: 1, expecting: 3 * Self.piece)?.range == 0..<3 * Self.piece)
        #expect(pieces.missing(at: 0, count: 1, expecting: 9 * Self.piece)?.range == 0..<5 * Self.piece)
        pieces.add(2 * Self.piece..<3 * Self.piece)
        #expect(pieces.missing(at: 10, count: 1, expecting: 4 * Self.piece)?.range == 0..<2 * Self.piece)
    }

    @Test("of a whole document are all here")
    func whole() {
        #expect(PiecesAtHand.all(of: 10).missing(at: 0, count: 10) == nil)
    }
}
