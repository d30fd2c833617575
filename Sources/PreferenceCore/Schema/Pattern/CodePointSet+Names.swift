extension CodePointSet {
    /// `\d`: the digits of ASCII.
    static let digit = Self([0x30...0x39])

    /// `\w`: the letters and digits of ASCII, and `_` (ECMA-262, WordCharacters).
    static let word = Self([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])

    /// What ends a line (ECMA-262, 12.3).
    static let lineTerminator = Self([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])

    /// `\s`: white space and line terminators (ECMA-262, 12.2 and 12.3).
    ///
    /// White space is tab, vertical tab, form feed, U+FEFF and what Unicode has in the category Space_Separator.
    static let space = Self(
        lineTerminator.ranges + [
            0x09...0x09, 0x0B...0x0C, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x202F...0x202F,
            0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
        ]
    )
}
