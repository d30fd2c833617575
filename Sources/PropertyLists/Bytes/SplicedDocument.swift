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
