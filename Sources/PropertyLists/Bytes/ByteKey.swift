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
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// Whether this stands before another in the order of their UTF-8 bytes, which is that of their Unicode scalars.
    public func precedesInByteOrder(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
