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

/// A document that is another one, but for some of its bytes.
package struct SplicedDocument: Sendable {
    private let old: [UInt8]
    private let parts: [Splice.Part]
    /// The number of bytes.
    package let count: Int

    /// A document that is new in every byte.
    package init(_ bytes: [UInt8]) {
        self.init(of: [], Splice(end: bytes))
    }

    /// A document that is new in every byte.
    package init(copying bytes: Span<UInt8>) {
        var copy: [UInt8] = []
        copy.append(addingCapacity: bytes.count) { output in output.append(bytes) }
        self.init(copy)
    }

    /// What a splice makes of an old document.
    init(of old: [UInt8], _ splice: Splice) {
        self.old = old
        parts = splice.parts + [.new(splice.end)]
        count = parts.reduce(0) { $0 + $1.count }
    }

    /// Hands the bytes over, one part after the other.
    package func forEachPart<Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
        for part in parts {
            switch part {
            case .old(let range): try body(old.span.extracting(range))
            case .new(let bytes): try body(bytes.span)
            }
        }
    }

    /// All bytes.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        forEachPart { part in bytes.append(addingCapacity: part.count) { output in output.append(part) } }
        return bytes
    }
}

extension Splice.Part {
    fileprivate var count: Int {
        switch self {
        case .old(let range): range.count
        case .new(let bytes): bytes.count
        }
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

    /// Replaces a range.
    ///
    /// - Precondition: no edit intersects it.
    mutating func replace(_ range: Range<Int>, with replacement: [UInt8]) {
        edits.insert(Edit(range: range, replacement: replacement), at: count(upTo: range.lowerBound))
        addUpShifts()
    }

    /// Whether an edit takes any byte of a range.
    func intersect(_ range: Range<Int>) -> Bool {
        let next = count(upTo: range.lowerBound)
        return next < edits.count && edits[next].range.lowerBound < range.upperBound
    }

    /// Where the byte that stood at an offset stands after the edits.
    ///
    /// - Precondition: no edit takes it, but for one that starts with it and replaces it.
    func newOffset(of offset: Int) -> Int {
        let before = count(upTo: offset)
        return before == 0 ? offset : offset + edits[before - 1].shift
    }

    /// The bytes with the edits.
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

    /// The number of edits that end at an offset or before it.
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
