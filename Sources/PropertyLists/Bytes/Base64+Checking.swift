extension Base64 {
    /// Whether a text is one that ``decode(_:)`` takes.
    static func isValid(_ text: ByteView) -> Bool {
        var index = 0
        /// The characters of the alphabet so far.
        var length = 0
        while index < text.count {
            let start = index
            index = endOfAlphabet(in: text, from: start)
            length += index - start
            while index < text.count, isWhiteSpace(text[index]) {
                index += 1
            }
            if index == start {
                return length % 4 >= 2 && holdsOnlyPadding(text[index...], count: 4 - length % 4)
            }
        }
        return length % 4 == 0
    }

    /// Where a run of the alphabet's characters ends that starts at an offset.
    private static func endOfAlphabet(in text: ByteView, from start: Int) -> Int {
        var index = start
        while text.count - index >= 16, text.words(at: index).holdOnlyBase64 {
            index += 16
        }
        while index < text.count, isInAlphabet(text[index]) {
            index += 1
        }
        return index
    }
}

extension SIMD2<UInt64> {
    /// Whether every byte is a character of the alphabet.
    @inline(always)
    fileprivate var holdOnlyBase64: Bool {
        let letters = (self | Self(repeating: .repeating(0x20))).places(from: UInt8(ascii: "a"), to: UInt8(ascii: "z"))
        // A slash comes just before the digits.
        let digits = places(from: UInt8(ascii: "/"), to: UInt8(ascii: "9"))
        let plus = places(from: UInt8(ascii: "+"), to: UInt8(ascii: "+"))
        let others = ~(letters | digits | plus) | self
        return (others[0] | others[1]) & .repeating(0x80) == 0
    }

    /// The highest bits of the bytes between two, both below 128, and of some others above 127.
    @inline(__always)
    private func places(from first: UInt8, to last: UInt8) -> Self {
        // No sum reaches the next byte.
        let low = self & Self(repeating: .repeating(0x7F))
        return (low &+ Self(repeating: .repeating(0x80 - first))) & ~(low &+ Self(repeating: .repeating(0x7F - last)))
    }
}
