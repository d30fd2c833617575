extension String {
    /// Lends the bytes in UTF-8, as `utf8Span` has them, without the calls that this takes.
    @inline(__always)
    func withBytes<Value>(_ body: (Span<UInt8>) -> Value) -> Value {
        let value = unsafe utf8.withContiguousStorageIfAvailable { bytes in unsafe body(bytes.span) }
        return value ?? body(utf8Span.span)
    }

    /// Whether both are the same bytes in UTF-8.
    package func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8Span.span.hasSameBytes(as: other.utf8Span.span)
    }

    /// Whether this stands before another in the order of their UTF-8 bytes, which is that of their Unicode scalars.
    package func precedesInByteOrder(_ other: String) -> Bool {
        utf8Span.span.precedes(other.utf8Span.span)
    }
}
