import CVectors

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Untrusted bytes, borrowed for one reading; every access that is not marked unsafe is checked against their end.
///
/// ``Swift/Span/withByteView(_:)`` lends a view, which must not outlive that call. For a `Span`, the compiler would
/// check this. But types that contain a `Span` need an experimental feature, and the optimiser of Swift 6.3 fails on
/// them.
@safe
struct ByteView {
    fileprivate let buffer: UnsafeBufferPointer<UInt8>

    fileprivate init(_ buffer: UnsafeBufferPointer<UInt8>) {
        unsafe self.buffer = buffer
    }

    var count: Int { unsafe buffer.count }

    var isEmpty: Bool { count == 0 }

    subscript(offset: Int) -> UInt8 {
        // As an unsigned number, an offset below zero is far past the end.
        precondition(UInt(bitPattern: offset) < UInt(bitPattern: count), "an offset past the end")
        return unsafe buffer[offset]
    }

    subscript(range: Range<Int>) -> ByteView {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range past the end")
        return unsafe ByteView(UnsafeBufferPointer(rebasing: buffer[range]))
    }

    subscript(range: PartialRangeUpTo<Int>) -> ByteView {
        self[0..<range.upperBound]
    }

    subscript(range: PartialRangeFrom<Int>) -> ByteView {
        self[range.lowerBound..<count]
    }

    /// Returns the eight bytes at an offset as a little-endian word.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: load(UInt64.self, at: offset))
    }

    // MARK: Blocks

    /// The length of a block, in bytes; after one check that the block exists, each of its bytes can be loaded
    /// unchecked.
    static let blockLength = 64

    /// Returns whether a whole block starts at an offset.
    @inline(always)
    func containsBlock(at offset: Int) -> Bool {
        // The number of such offsets does not change, so a loop computes it once.
        UInt(bitPattern: offset) < UInt(bitPattern: max(0, count &- (Self.blockLength - 1)))
    }

    /// Returns the eight bytes at an offset as a little-endian word; they must exist, as in a checked block.
    @inline(always)
    @unsafe
    func uncheckedWord(at offset: Int) -> UInt64 {
        UInt64(littleEndian: unsafe uncheckedLoad(UInt64.self, at: offset))
    }

    @inline(always)
    @unsafe
    private func uncheckedLoad<Number: BitwiseCopyable>(_ type: Number.Type, at offset: Int) -> Number {
        unsafe UnsafeRawPointer(uncheckedPointer(to: offset)).loadUnaligned(as: type)
    }

    @inline(always)
    @unsafe
    private func uncheckedPointer(to offset: Int) -> UnsafePointer<UInt8> {
        unsafe buffer.baseAddress.unsafelyUnwrapped + offset
    }

    /// Returns whole blocks from an offset on, at most so many bytes; the first block must exist.
    @unsafe
    func blocks(at offset: Int, maximum length: Int) -> UnsafeBufferPointer<UInt8> {
        precondition(containsBlock(at: offset), "a block past the end")
        let length = min(length, count - offset) & ~(Self.blockLength - 1)
        return unsafe UnsafeBufferPointer(rebasing: buffer[offset..<offset + length])
    }

    /// Decodes 16 base64 characters at an offset to 12 bytes of an output; returns false if there are fewer, or others
    /// among them.
    func decodeBase64Block(at offset: Int, into output: inout OutputSpan<UInt8>) -> Bool {
        guard count - offset >= 16, output.freeCapacity >= 12 else { return false }
        return unsafe output.withUnsafeMutableBufferPointer { output, count in
            guard let start = output.baseAddress,
                unsafe CVectors.decodeBase64Block(uncheckedPointer(to: offset), start + count)
            else { return false }
            count += 12
            return true
        }
    }

    /// Returns whether the 64 bytes at an offset are all below 128.
    @inline(__always)
    func containsASCIIBlock(at offset: Int) -> Bool {
        let words = load(SIMD8<UInt64>.self, at: offset)
        let halves = words.lowHalf | words.highHalf
        let quarters = halves.lowHalf | halves.highHalf
        return (quarters[0] | quarters[1]) & .repeating(0x80) == 0
    }

    @inline(__always)
    private func load<Number: BitwiseCopyable>(_ type: Number.Type, at offset: Int) -> Number {
        precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size, "a number past the end")
        return unsafe uncheckedLoad(type, at: offset)
    }

    // MARK: Search

    /// Returns the offset of the first occurrence of a byte at or after an offset; nil if there is none.
    func firstOffset(of byte: UInt8, from offset: Int = 0) -> Int? {
        precondition(offset >= 0, "an offset before the start")
        guard let base = unsafe buffer.baseAddress, offset < count else { return nil }
        guard let found = unsafe memchr(base + offset, Int32(byte), count - offset) else { return nil }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Returns the offset of the first occurrence of a text at or after an offset; nil if there is none.
    func firstOffset(of text: StaticString, from offset: Int) -> Int? {
        precondition(text.utf8CodeUnitCount > 0, "no text to look for")
        let first = unsafe text.utf8Start.pointee
        var candidate = firstOffset(of: first, from: offset)
        while let found = candidate, !hasBytes(text, at: found) {
            candidate = firstOffset(of: first, from: found + 1)
        }
        return candidate
    }

    /// Returns whether the bytes at an offset spell a text.
    func hasBytes(_ text: StaticString, at offset: Int) -> Bool {
        precondition(offset >= 0, "an offset before the start")
        guard let base = unsafe buffer.baseAddress, count - offset >= text.utf8CodeUnitCount else { return false }
        return unsafe memcmp(base + offset, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// Returns the offset of the first `<` or `&` at or after an offset; nil if there is none.
    func offsetOfMarkup(from start: Int) -> Int? {
        (start..<max(start, count)).first { self[$0] == UInt8(ascii: "<") || self[$0] == UInt8(ascii: "&") }
    }

    /// Returns the offset of the first quotation mark, backslash, bracket or brace at or after an offset; nil if there
    /// is none.
    func offsetOfJSONMarkup(from start: Int) -> Int? {
        var offset = start
        while containsBlock(at: offset) {
            let index = unsafe Int(indexOfJSONMarkup(uncheckedPointer(to: offset)))
            guard index == 16 else { return offset + index }
            offset += 16
        }
        return (offset..<max(offset, count)).first { "\"\\[]{}".utf8.contains(self[$0]) }
    }

    /// Returns the length of a start that contains only base64 characters and whitespace, up to fewer than 16 bytes
    /// before the first other byte or the end, and the number of base64 characters in it.
    func startOfBase64() -> (length: Int, characters: Int) {
        guard let start = unsafe buffer.baseAddress else { return (0, 0) }
        var characters = 0
        let length = unsafe lengthOfBase64(start, count, &characters)
        return (length, characters)
    }

    /// Returns whether the bytes are well-formed UTF-8, or false if there is no fast way to know it.
    var isKnownUTF8: Bool {
        guard let start = unsafe buffer.baseAddress else { return true }
        return unsafe CVectors.isKnownUTF8(start, count)
    }

    // MARK: Comparison

    func part(_ part: Range<Int>, hasBytesOf other: Range<Int>) -> Bool {
        part.count == other.count && commonLength(of: part, other) == part.count
    }

    /// Returns whether a part sorts before another by bytes; a prefix sorts before a longer part.
    @inline(always)
    func part(_ part: Range<Int>, precedes other: Range<Int>) -> Bool {
        let (start, otherStart) = (part.lowerBound, other.lowerBound)
        if containsBlock(at: start), containsBlock(at: otherStart) {
            // Most keys differ in their first bytes.
            let index = unsafe Int(indexOfDifference(uncheckedPointer(to: start), uncheckedPointer(to: otherStart)))
            if index < min(16, part.upperBound &- start, other.upperBound &- otherStart) {
                return unsafe uncheckedPointer(to: start)[index] < uncheckedPointer(to: otherStart)[index]
            }
        }
        return longPart(part, precedes: other)
    }

    @inline(never)
    private func longPart(_ part: Range<Int>, precedes other: Range<Int>) -> Bool {
        let length = commonLength(of: part, other)
        return length < other.count
            && (length == part.count || self[part.lowerBound + length] < self[other.lowerBound + length])
    }

    /// Returns the length of the common prefix of two parts.
    @inline(always)
    private func commonLength(of part: Range<Int>, _ other: Range<Int>) -> Int {
        precondition(min(part.lowerBound, other.lowerBound) >= 0, "a part before the start")
        precondition(max(part.upperBound, other.upperBound) <= count, "a part past the end")
        let limit = min(part.count, other.count)
        var length = 0
        while length < limit {
            let (offset, otherOffset) = (part.lowerBound &+ length, other.lowerBound &+ length)
            guard containsBlock(at: max(offset, otherOffset)) else {
                guard self[offset] == self[otherOffset] else { return length }
                length &+= 1
                continue
            }
            let equal = unsafe Int(indexOfDifference(uncheckedPointer(to: offset), uncheckedPointer(to: otherOffset)))
            length &+= equal
            guard equal == 16 else { break }
        }
        return min(length, limit)
    }

    func hasSameBytes(as string: String) -> Bool {
        unsafe buffer.span.hasSameBytes(as: string.utf8Span.span)
    }

    @inline(__always)
    func withSpan<Value>(_ body: (Span<UInt8>) -> Value) -> Value {
        unsafe body(buffer.span)
    }

    func hasSameBytes(as array: [UInt8]) -> Bool {
        unsafe buffer.span.hasSameBytes(as: array.span)
    }

    var isWhitespace: Bool {
        isIndentation || (0..<count).allSatisfy { self[$0].isWhitespace }
    }

    /// Whether the bytes are one whitespace character and then another one, repeated at least eight times.
    ///
    /// These are a line break and the indentation after it: most bytes of a document with deep containers.
    private var isIndentation: Bool {
        guard count > 8, self[0].isWhitespace, self[1].isWhitespace else { return false }
        let indentation = UInt64.repeating(self[1])
        // The last word can overlap the word before it.
        guard word(at: count - 8) == indentation else { return false }
        var offset = 1
        while offset < count - 8 {
            guard word(at: offset) == indentation else { return false }
            offset += 8
        }
        return true
    }

    // MARK: Copies

    /// Returns the start of the bytes for a message: whole characters, with invalid UTF-8 replaced by U+FFFD.
    func shown(atMost length: Int) -> String {
        var end = min(length, count)
        while end > 0, end < count, self[end].isUTF8Continuation {
            end -= 1
        }
        return unsafe String(decoding: buffer.prefix(end), as: UTF8.self)
    }

    var copy: [UInt8] {
        unsafe Array(buffer)
    }

    func append(to bytes: inout [UInt8]) {
        unsafe bytes.append(contentsOf: buffer)
    }

    @inline(__always)
    func append(to output: inout OutputSpan<UInt8>) {
        unsafe output.append(buffer.span)
    }
}

extension String {
    /// Creates a string from ASCII bytes; nil if a byte is not ASCII.
    init?(ascii bytes: ByteView) {
        guard bytes.isASCII else { return nil }
        self = unsafe String(uncheckedUTF8: bytes, isASCII: true)
    }

    /// Creates a string from bytes of Latin-1.
    @inline(never)  // keeps a rare call out of loops
    init(latin1 bytes: ByteView) {
        self.init(String.UnicodeScalarView((0..<bytes.count).map { Unicode.Scalar(bytes[$0]) }))
    }

    /// Creates a string from UTF-8 bytes; nil if they are not well-formed.
    init?(validating bytes: ByteView) {
        guard let text = try? unsafe UTF8Span(validating: bytes.buffer.span) else { return nil }
        self.init(copying: text)
    }

    /// Creates a string from UTF-8 bytes; nil if they are not well-formed.
    init?(validating bytes: [UInt8]) {
        self.init(validating: bytes, as: UTF8.self)
    }

    /// Creates a string from bytes that the caller knows to be well-formed UTF-8.
    @unsafe init(uncheckedUTF8 bytes: ByteView, isASCII: Bool) {
        unsafe self.init(copying: UTF8Span(unchecked: bytes.buffer.span, isKnownASCII: isASCII))
    }
}

extension Span<UInt8> {
    package var copy: [UInt8] { withByteView { $0.copy } }

    /// Returns whether a text occurs in the bytes.
    ///
    /// The `contains(_:)` of the standard library would link its regular expressions.
    package func includes(_ text: StaticString) -> Bool {
        withByteView { $0.firstOffset(of: text, from: 0) != nil }
    }

    /// Calls a body with a view of the bytes, which is valid only during the call.
    func withByteView<Value, Failure: Error>(_ body: (ByteView) throws(Failure) -> Value) throws(Failure) -> Value {
        try unsafe withUnsafeBufferPointer { buffer throws(Failure) in try body(unsafe ByteView(buffer)) }
    }
}

extension Span<UInt8> {
    func hasSameBytes(as other: Span<UInt8>) -> Bool {
        count == other.count && order(to: other) == 0
    }

    /// Returns whether these bytes sort before others; a prefix sorts before longer bytes.
    func precedes(_ other: Span<UInt8>) -> Bool {
        let order = order(to: other)
        return order == 0 ? count < other.count : order < 0
    }

    /// Compares the first bytes, as many as both have, with memcmp(3); negative if these bytes come first.
    private func order(to other: Span<UInt8>) -> Int32 {
        unsafe withUnsafeBytes { bytes in
            unsafe other.withUnsafeBytes { otherBytes in
                guard let start = bytes.baseAddress, let otherStart = otherBytes.baseAddress else { return 0 }
                return unsafe memcmp(start, otherStart, Swift.min(bytes.count, otherBytes.count))
            }
        }
    }
}
