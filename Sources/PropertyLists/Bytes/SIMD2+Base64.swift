/// Sixteen characters of base64 at once, in two words of eight: without a table, and without a branch for each.
///
/// No sum or difference of bytes reaches the next byte.
extension SIMD2<UInt64> {
    /// Whether every byte is a character of the alphabet.
    @inline(always)
    var holdOnlyBase64: Bool {
        let others = ~(letters | slashAndDigits | plus) | self
        return (others[0] | others[1]) & .repeating(0x80) == 0
    }

    /// The sextets that characters of the alphabet stand for, each in the place of its character.
    @inline(always)
    var base64Sextets: Self {
        // A is 0, a is 26, 0 is 52, + is 62 and / is 63.
        self &- bytes(of: letters, 65) &- bytes(of: smallLetters, 6)
            &+ bytes(of: slashAndDigits, 4) &+ bytes(of: slash, 12) &+ bytes(of: plus, 19)
    }

    /// The characters that sextets take, each in the place of its sextet.
    @inline(always)
    var base64Characters: Self {
        let letters = self &+ Self(repeating: .repeating(65)) &+ bytes(of: places(from: 26, to: 63), 6)
        let digits = letters &- bytes(of: places(from: 52, to: 63), 75)
        return digits &- bytes(of: places(from: 62, to: 63), 15) &+ bytes(of: places(from: 63, to: 63), 3)
    }

    @inline(always)
    private var letters: Self {
        (self | Self(repeating: .repeating(0x20))).places(from: UInt8(ascii: "a"), to: UInt8(ascii: "z"))
    }

    @inline(always)
    private var smallLetters: Self { places(from: UInt8(ascii: "a"), to: UInt8(ascii: "z")) }

    /// A slash comes just before the digits.
    @inline(always)
    private var slashAndDigits: Self { places(from: UInt8(ascii: "/"), to: UInt8(ascii: "9")) }

    @inline(always)
    private var slash: Self { places(from: UInt8(ascii: "/"), to: UInt8(ascii: "/")) }

    @inline(always)
    private var plus: Self { places(from: UInt8(ascii: "+"), to: UInt8(ascii: "+")) }

    /// The highest bits of the bytes between two, both below 128, and of some others above 127; the other bits are any.
    @inline(always)
    private func places(from first: UInt8, to last: UInt8) -> Self {
        let low = self & Self(repeating: .repeating(0x7F))
        return (low &+ Self(repeating: .repeating(0x80 - first))) & ~(low &+ Self(repeating: .repeating(0x7F - last)))
    }

    /// A byte below 128 at each of the places, and 0 elsewhere.
    @inline(always)
    private func bytes(of places: Self, _ byte: UInt8) -> Self {
        let highest = places & Self(repeating: .repeating(0x80))
        return (highest &- highest &>> 7) & Self(repeating: .repeating(byte))
    }
}

extension UInt64 {
    /// The 48 bits of eight sextets, the first in the highest byte.
    @inline(always)
    var joinedSextets: UInt64 {
        let pairs = self & 0x003F_003F_003F_003F | (self & 0x3F00_3F00_3F00_3F00) &>> 2
        let fours = pairs & 0x0000_0FFF_0000_0FFF | (pairs & 0x0FFF_0000_0FFF_0000) &>> 4
        return fours & 0xFF_FFFF | (fours &>> 32) &<< 24
    }

    /// The eight sextets of 48 bits, the first in the highest byte.
    @inline(always)
    var splitSextets: UInt64 {
        let fours = self & 0xFF_FFFF | (self &>> 24) &<< 32
        let pairs = fours & 0x0000_0FFF_0000_0FFF | (fours & 0x00FF_F000_00FF_F000) &<< 4
        return pairs & 0x003F_003F_003F_003F | (pairs & 0x0FC0_0FC0_0FC0_0FC0) &<< 2
    }
}
