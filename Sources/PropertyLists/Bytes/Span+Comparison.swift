#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Span<UInt8> {
    /// Whether both are the same bytes.
    func hasSameBytes(as other: Span<UInt8>) -> Bool {
        count == other.count && order(to: other) == 0
    }

    /// Whether these bytes stand before others in their order, a start before the whole.
    func precedes(_ other: Span<UInt8>) -> Bool {
        let order = order(to: other)
        return order == 0 ? count < other.count : order < 0
    }

    /// How the bytes that both have compare, memcmp(3): below zero where these come first.
    private func order(to other: Span<UInt8>) -> Int32 {
        unsafe withUnsafeBytes { bytes in
            unsafe other.withUnsafeBytes { otherBytes in
                guard let start = bytes.baseAddress, let otherStart = otherBytes.baseAddress else { return 0 }
                return unsafe memcmp(start, otherStart, Swift.min(bytes.count, otherBytes.count))
            }
        }
    }
}
