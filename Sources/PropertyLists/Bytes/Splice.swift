/// The parts of a document that is made from an old one: ranges of the old document, and new bytes between them.
///
/// Long ranges of the old document are not copied. If one line of a large file changes, copying them would be most of
/// the work.
struct Splice: Sendable {
    private enum Part: Sendable {
        /// A range of the old document.
        case old(Range<Int>)
        case new([UInt8])
    }

    private var parts: [Part] = []
    var end: [UInt8] = []
    /// The keys that changed and lost their other entries, which the old document repeated.
    var duplicates: [String] = []

    /// The longest range of the old document that is copied, in bytes, so that many short ranges become one part.
    private static let shortLength = 64 * 1024

    init(end: [UInt8] = [], duplicates: [String] = []) {
        self.end = end
        self.duplicates = duplicates
    }

    /// Replaces all parts by new bytes.
    mutating func replaceAll(by bytes: [UInt8]) {
        parts = []
        end = bytes
    }

    /// Appends a range of the old document.
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

    /// The length of the start of the old document that stays; 0 if it was short enough to be copied.
    var unchangedStart: Int {
        if case .old(let range)? = parts.first, range.lowerBound == 0 { range.count } else { 0 }
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

/// A document that differs from an old one in some bytes.
package struct SplicedDocument: Sendable {
    private let old: [UInt8]
    private let splice: Splice
    /// The number of bytes.
    package let count: Int

    /// Creates a document of new bytes only.
    package init(_ bytes: [UInt8]) {
        self.init(of: [], Splice(end: bytes))
    }

    init(of old: [UInt8], _ splice: Splice) {
        self.old = old
        self.splice = splice
        count = splice.count
    }

    /// The keys that changed and lost their other entries, which the old document repeated.
    package var duplicates: [String] { splice.duplicates }

    /// The number of bytes at the start that the old document has too; 0 if they are few.
    package var unchangedStart: Int { splice.unchangedStart }

    /// Calls a body with each part of the bytes, in order.
    package func forEachPart<Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
        try splice.forEachPart(of: old.span, body)
    }

    /// The bytes as one array.
    package var bytes: [UInt8] {
        splice.applied(to: old.span)
    }
}

/// Ranges of bytes that are removed or replaced, in ascending order and without overlap.
struct ByteEdits {
    struct Edit {
        /// The range, which is not empty.
        let range: Range<Int>
        /// The bytes in its place; none if it is removed.
        var replacement: [UInt8] = []
        /// The distance by which this and earlier edits move the bytes after it.
        fileprivate(set) var shift = 0
    }

    private var edits: [Edit] = []

    /// Creates edits in any order; only edits that remove ranges may overlap, or this returns nil.
    init?(_ all: [Edit]) {
        for edit in all.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            guard let last = edits.last, edit.range.lowerBound < last.range.upperBound else {
                edits.append(edit)
                continue
            }
            guard edit.replacement.isEmpty, last.replacement.isEmpty else { return nil }
            let union = last.range.lowerBound..<max(last.range.upperBound, edit.range.upperBound)
            edits[edits.count - 1] = Edit(range: union, replacement: [])
        }
        var shift = 0
        for position in edits.indices {
            shift += edits[position].replacement.count - edits[position].range.count
            edits[position].shift = shift
        }
    }

    func intersect(_ range: Range<Int>) -> Bool {
        let next = count(upTo: range.lowerBound)
        return next < edits.count && edits[next].range.lowerBound < range.upperBound
    }

    /// Returns the offset of a byte after the edits.
    ///
    /// No edit may remove the byte, but a replacement can start at it.
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
        edits.partitioningIndex { $0.range.upperBound > offset }
    }
}
