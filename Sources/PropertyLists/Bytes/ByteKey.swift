#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A string that equals another when its bytes do, where `String` would hold canonically equivalent spellings equal.
struct ByteKey: Hashable {
    let string: String

    init(_ string: String) {
        self.string = string
    }

    static func == (left: ByteKey, right: ByteKey) -> Bool {
        left.string.hasSameBytes(as: right.string)
    }

    func hash(into hasher: inout Hasher) {
        unsafe string.utf8Span.span.bytes.withUnsafeBytes { bytes in
            unsafe hasher.combine(bytes: bytes)
        }
    }
}

extension String {
    /// Whether both are the same bytes in UTF-8.
    public func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && comparison(ofCommonLengthWith: other) == 0
    }

    /// Whether this stands before another in the order of their UTF-8 bytes, which is that of their Unicode scalars.
    public func precedesInByteOrder(_ other: String) -> Bool {
        let comparison = comparison(ofCommonLengthWith: other)
        return comparison < 0 || (comparison == 0 && utf8.count < other.utf8.count)
    }

    /// Below zero where this comes first in the bytes that both have, above zero where the other does.
    private func comparison(ofCommonLengthWith other: String) -> Int32 {
        unsafe utf8Span.span.withUnsafeBytes { bytes in
            unsafe other.utf8Span.span.withUnsafeBytes { others in
                guard let start = bytes.baseAddress, let otherStart = others.baseAddress else { return 0 }
                return unsafe memcmp(start, otherStart, min(bytes.count, others.count))
            }
        }
    }
}
