/// The parts of a document that is made of another one: what stays of that, and new bytes between.
///
/// A long part that stays is not copied: of a large file that changes in one line, that would be most of the work.
struct Splice: Sendable {
    enum Part: Sendable {
        /// The bytes of the old document between two offsets.
        case old(Range<Int>)
        case new([UInt8])
    }

    private(set) var parts: [Part] = []
    /// What comes behind the parts.
    var end: [UInt8] = []

    /// How short a part of the old document is copied, so that many small ones make one.
    private static let shortLength = 64 * 1024

    /// Goes on with what the old document has between two offsets.
    mutating func keep(_ range: Range<Int>, of document: ByteView) {
        guard range.count > Self.shortLength else {
            document[range].append(to: &end)
            return
        }
        if !end.isEmpty {
            parts.append(.new(end))
            end = []
        }
        parts.append(.old(range))
    }

    /// The new document, where the old one is this.
    func applied(to document: ByteView) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(document.count + end.count)
        for part in parts {
            switch part {
            case .old(let range): document[range].append(to: &result)
            case .new(let bytes): result += bytes
            }
        }
        return result + end
    }
}
