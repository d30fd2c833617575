/// The parts of a document that is made of another one: what stays of that, and new bytes between.
///
/// A long part that stays is not copied: of a large file that changes in one line, that would be most of the work.
struct Splice: Sendable {
    private enum Part: Sendable {
        /// The bytes of the old document between two offsets.
        case old(Range<Int>)
        case new([UInt8])
    }

    private var parts: [Part] = []
    var end: [UInt8] = []

    /// How short a part of the old document is copied, so that many small ones make one.
    private static let shortLength = 64 * 1024

    init(end: [UInt8] = []) {
        self.end = end
    }

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

    var count: Int {
        parts.reduce(end.count) { sum, part in
            switch part {
            case .old(let range): sum + range.count
            case .new(let bytes): sum + bytes.count
            }
        }
    }

    func forEachPart<Failure: Error>(
        of old: Span<UInt8>,
        _ body: (Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        for part in parts {
            switch part {
            case .old(let range): try body(old.extracting(range))
            case .new(let bytes): try body(bytes.span)
            }
        }
        try body(end.span)
    }

    func applied(to old: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        forEachPart(of: old) { part in result.append(addingCapacity: part.count) { output in output.append(part) } }
        return result
    }
}

/// A document that is another one, but for some of its bytes.
package struct SplicedDocument: Sendable {
    private let old: [UInt8]
    private let splice: Splice
    /// The number of bytes.
    package let count: Int

    /// A document that is new in every byte.
    package init(_ bytes: [UInt8]) {
        self.init(of: [], Splice(end: bytes))
    }

    /// A document that is new in every byte.
    package init(copying bytes: Span<UInt8>) {
        self.init(bytes.withByteView { $0.copy })
    }

    init(of old: [UInt8], _ splice: Splice) {
        self.old = old
        self.splice = splice
        count = splice.count
    }

    /// Hands the bytes over, one part after the other.
    package func forEachPart<Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
        try splice.forEachPart(of: old.span, body)
    }

    /// All bytes.
    package var bytes: [UInt8] {
        splice.applied(to: old.span)
    }
}

/// Pieces of bytes that are left out or replaced, apart from each other and in their order.
struct ByteEdits {
    private struct Edit {
        let range: Range<Int>
        let replacement: [UInt8]
        /// How far the bytes behind this edit move: by what it adds or takes, and the edits before it.
        var shift = 0
    }

    private var edits: [Edit] = []

    /// Edits that leave out ranges, which may overlap.
    init(removing ranges: [Range<Int>]) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = edits.last?.range, range.lowerBound <= last.upperBound {
                let union = last.lowerBound..<max(last.upperBound, range.upperBound)
                edits[edits.count - 1] = Edit(range: union, replacement: [])
            } else {
                edits.append(Edit(range: range, replacement: []))
            }
        }
        addUpShifts()
    }

    /// Replaces a range, which no edit intersects.
    mutating func replace(_ range: Range<Int>, with replacement: [UInt8]) {
        edits.insert(Edit(range: range, replacement: replacement), at: count(upTo: range.lowerBound))
        addUpShifts()
    }

    func intersect(_ range: Range<Int>) -> Bool {
        let next = count(upTo: range.lowerBound)
        return next < edits.count && edits[next].range.lowerBound < range.upperBound
    }

    /// Where a byte stands after the edits, of which none takes it, or one that starts with it replaces it.
    func newOffset(of offset: Int) -> Int {
        let before = count(upTo: offset)
        return before == 0 ? offset : offset + edits[before - 1].shift
    }

    func applied(to bytes: ByteView) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + (edits.last?.shift ?? 0))
        var offset = 0
        for edit in edits {
            bytes[offset..<edit.range.lowerBound].append(to: &output)
            output += edit.replacement
            offset = edit.range.upperBound
        }
        bytes[offset...].append(to: &output)
        return output
    }

    private func count(upTo offset: Int) -> Int {
        var candidates = edits.indices
        while let middle = candidates.isEmpty ? nil : candidates.lowerBound + candidates.count / 2 {
            if edits[middle].range.upperBound <= offset {
                candidates = middle + 1..<candidates.upperBound
            } else {
                candidates = candidates.lowerBound..<middle
            }
        }
        return candidates.lowerBound
    }

    private mutating func addUpShifts() {
        var shift = 0
        for position in edits.indices {
            shift += edits[position].replacement.count - edits[position].range.count
            edits[position].shift = shift
        }
    }
}
