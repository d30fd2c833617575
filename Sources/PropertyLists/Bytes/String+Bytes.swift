#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension String {
    /// Lends the bytes in UTF-8, as `utf8Span` has them, without the calls that this takes.
    @inline(__always)
    func withBytes<Value>(_ body: (Span<UInt8>) -> Value) -> Value {
        let value = unsafe utf8.withContiguousStorageIfAvailable { bytes in unsafe body(bytes.span) }
        return value ?? body(utf8Span.span)
    }

    /// Whether both are the same bytes in UTF-8.
    package func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && byteOrder(to: other) == 0
    }

    /// Whether this stands before another in the order of their UTF-8 bytes, which is that of their Unicode scalars.
    package func precedesInByteOrder(_ other: String) -> Bool {
        let order = byteOrder(to: other)
        return order == 0 ? utf8.count < other.utf8.count : order < 0
    }

    /// How the bytes that both have compare, memcmp(3): below zero where this string's come first.
    private func byteOrder(to other: String) -> Int32 {
        unsafe utf8Span.span.withUnsafeBytes { bytes in
            unsafe other.utf8Span.span.withUnsafeBytes { otherBytes in
                guard let start = bytes.baseAddress, let otherStart = otherBytes.baseAddress else { return 0 }
                return unsafe memcmp(start, otherStart, min(bytes.count, otherBytes.count))
            }
        }
    }
}

extension Span<UInt8> {
    /// Whether both are the same bytes.
    func hasSameBytes(as other: Span<UInt8>) -> Bool {
        unsafe withUnsafeBytes { bytes in
            unsafe other.withUnsafeBytes { otherBytes in
                guard bytes.count == otherBytes.count else { return false }
                guard let start = bytes.baseAddress, let otherStart = otherBytes.baseAddress else { return true }
                return unsafe memcmp(start, otherStart, bytes.count) == 0
            }
        }
    }
}
