#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Span<UInt8> {
    /// Where a byte stands first, at an offset or after it; nil where it does not.
    func firstOffset(of byte: UInt8, from offset: Int) -> Int? {
        guard offset < count else { return nil }
        return unsafe withUnsafeBufferPointer { buffer -> Int? in
            guard let base = buffer.baseAddress,
                let found = unsafe memchr(base + offset, Int32(byte), count - offset)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }

    /// Where ASCII text stands first, at an offset or after it; nil where it does not.
    ///
    /// - Precondition: the text is not empty.
    func firstOffset(of text: StaticString, from offset: Int) -> Int? {
        let first = unsafe text.utf8Start.pointee
        var candidate = firstOffset(of: first, from: offset)
        while let found = candidate, !holds(text, at: found) {
            candidate = firstOffset(of: first, from: found + 1)
        }
        return candidate
    }

    /// Whether ASCII text stands at an offset, letter for letter.
    func holds(_ text: StaticString, at offset: Int) -> Bool {
        guard offset >= 0, count - offset >= text.utf8CodeUnitCount else { return false }
        return unsafe withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return text.utf8CodeUnitCount == 0 }
            return unsafe memcmp(base + offset, text.utf8Start, text.utf8CodeUnitCount) == 0
        }
    }
}

extension String {
    /// The bytes as text, or nil where they are not well-formed UTF-8.
    init?(validating bytes: Span<UInt8>) {
        guard let text = try? UTF8Span(validating: bytes) else { return nil }
        self.init(copying: text)
    }
}
