/// A set of code points, which are Unicode scalars and the halves of surrogate pairs.
struct CodePointSet: Sendable {
    /// In order, with others between them.
    let ranges: [ClosedRange<UInt32>]

    /// The code points of all the ranges, which may be in any order and have some in common.
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

    /// One code point.
    init(_ codePoint: UInt32) {
        ranges = [codePoint...codePoint]
    }

    /// The code point of a set that has one.
    var onlyMember: UInt32? {
        guard ranges.count == 1, let range = ranges.first, range.count == 1 else { return nil }
        return range.lowerBound
    }

    /// All other code points.
    var inverted: Self {
        var gaps: [ClosedRange<UInt32>] = []
        var start: UInt32 = 0
        for range in ranges {
            if start < range.lowerBound {
                gaps.append(start...range.lowerBound - 1)
            }
            start = range.upperBound + 1
        }
        if start <= Self.greatest {
            gaps.append(start...Self.greatest)
        }
        return Self(gaps)
    }

    /// The greatest code point that there is.
    static let greatest: UInt32 = 0x10FFFF

    func contains(_ codePoint: UInt32) -> Bool {
        var start = 0
        var end = ranges.count
        while start < end {
            let middle = start + (end - start) / 2
            let range = ranges[middle]
            if codePoint < range.lowerBound {
                end = middle
            } else if codePoint > range.upperBound {
                start = middle + 1
            } else {
                return true
            }
        }
        return false
    }
}
