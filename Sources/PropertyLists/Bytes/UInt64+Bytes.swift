/// Eight bytes at once, as a load from memory brings them: the first of them lowest.
extension UInt64 {
    /// How many bytes come before the first that is the one given; 8 where none is.
    @inline(__always)
    func firstIndex(of byte: UInt8) -> Int {
        // A byte that is equal becomes zero, and the subtraction borrows from its highest bit first there.
        let difference = self ^ (0x0101_0101_0101_0101 &* UInt64(byte))
        let zeros = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
        return zeros.trailingZeroBitCount / 8
    }

    /// The first bytes, 1 to 8 of them.
    @inline(__always)
    func lowBytes(_ count: Int) -> UInt64 {
        self & (.max &>> UInt64(64 &- 8 &* count))
    }
}
