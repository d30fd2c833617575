import PropertyLists

/// A set of code points: Unicode scalars and surrogates.
struct CodePointSet: Sendable {
    /// The ranges in ascending order, with gaps between them.
    let ranges: [ClosedRange<UInt32>]

    /// Creates a set from ranges in any order, which may overlap.
    init(_ ranges: [ClosedRange<UInt32>]) {
        var merged: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
    }

    init(_ codePoint: UInt32) {
        ranges = [codePoint...codePoint]
    }

    var onlyMember: UInt32? {
        ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
    }

    var inverted: Self {
        let starts = [0] + ranges.map { $0.upperBound + 1 }
        let ends = ranges.map(\.lowerBound) + [Self.greatest + 1]
        return Self(zip(starts, ends).filter { $0 < $1 }.map { $0...$1 - 1 })
    }

    static let greatest: UInt32 = 0x10FFFF

    func contains(_ codePoint: UInt32) -> Bool {
        let position = ranges.partitioningIndex { $0.upperBound >= codePoint }
        return position < ranges.count && ranges[position].contains(codePoint)
    }
}

extension CodePointSet {
    /// `\d`: the ASCII digits.
    static let digit = Self([0x30...0x39])

    /// `\w`: the ASCII letters and digits, and `_` (ECMA-262, WordCharacters).
    static let word = Self([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])

    /// The line terminators (ECMA-262, 12.3).
    static let lineTerminator = Self([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])

    /// `\s`: whitespace and line terminators (ECMA-262, 12.2 and 12.3).
    ///
    /// Whitespace is tab, vertical tab, form feed, U+FEFF and the Unicode category Space_Separator.
    static let space = Self(
        lineTerminator.ranges + [
            0x09...0x09, 0x0B...0x0C, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x202F...0x202F,
            0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
        ]
    )
}
