/// Bytes that are well-formed UTF-8: as a whole, and so between any two characters.
struct UTF8Text {
    let bytes: ByteView
    /// Whether every byte is below 128; then every part is ASCII too, and need not be looked at again.
    private let isASCII: Bool

    /// Bytes that are checked here, so that their parts need not be.
    ///
    /// - Throws: `invalidUTF8`, with the place of the first byte that belongs to no character.
    init(validating bytes: ByteView) throws(PropertyListError) {
        let endOfASCII = bytes.endOfASCII(from: 0)
        if let offset = bytes.offsetOfInvalidUTF8(from: endOfASCII) {
            throw PropertyListError(.invalidUTF8, at: SourcePosition(offset: offset, in: bytes))
        }
        self.bytes = bytes
        isASCII = endOfASCII == bytes.count
    }

    /// The characters between two offsets.
    ///
    /// - Precondition: neither offset is within a character.
    func string(in range: Range<Int>) -> String {
        precondition(isBoundary(range.lowerBound) && isBoundary(range.upperBound), "an offset within a character")
        let part = bytes[range]
        return unsafe String(uncheckedUTF8: part, isASCII: isASCII || part.isASCII)
    }

    private func isBoundary(_ offset: Int) -> Bool {
        offset == bytes.count || !bytes[offset].isUTF8Continuation
    }
}
