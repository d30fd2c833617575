/// What to replace in one sequence to get another: the shortest difference, as diff(1) and git compute it.
///
/// The source is "An O(ND) Difference Algorithm and Its Variations" by E. W. Myers, 1986. After many edits, a long run of
/// equal elements ends the search, as in git, so the difference may not be the shortest one there.
package struct SequenceDifference {
    /// A part of the old sequence, and what stands in its place in the new one; one of the two may be empty.
    package struct Hunk: Equatable {
        package let old: Range<Int>
        package let new: Range<Int>
    }

    /// The hunks, in the order of the sequences; between two of them there is at least one equal element.
    package private(set) var hunks: [Hunk] = []

    /// The number of edits after which a run of equal elements ends the search, and the length of such a run.
    private static let longRun = (edits: 64, length: 20)

    /// The most positions that are tried; beyond it, all between the equal beginnings and ends is one hunk.
    ///
    /// So many are tried for 3,000 edits without a long run between them, and remembered in 18 MB.
    private static let limit = 4_500_000

    /// Compares two arrays.
    package init(from old: [PropertyList], to new: [PropertyList]) {
        compare(old, new)
    }

    /// Compares two sequences of numbers.
    package init(from old: [Int], to new: [Int]) {
        compare(old, new)
    }

    /// Returns the positions between the equal beginnings and ends of two sequences.
    private static func middles<Element: Equatable>(of old: [Element], _ new: [Element]) -> (Range<Int>, Range<Int>) {
        let shorter = min(old.count, new.count)
        let head = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
        let tail = (0..<shorter - head).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? shorter - head
        return (head..<old.count - tail, head..<new.count - tail)
    }

    private mutating func compare<Element: Equatable>(_ old: [Element], _ new: [Element]) {
        let (middle, newMiddle) = Self.middles(of: old, new)
        guard !middle.isEmpty || !newMiddle.isEmpty else { return }
        var (oldStart, newStart) = (middle.lowerBound, newMiddle.lowerBound)
        for match in (Self.matches(old[middle], new[newMiddle]) ?? []) + [(middle.upperBound, newMiddle.upperBound)] {
            if match.old > oldStart || match.new > newStart {
                hunks.append(Hunk(old: oldStart..<match.old, new: newStart..<match.new))
            }
            (oldStart, newStart) = (match.old + 1, match.new + 1)
        }
    }

    /// Returns the positions of the elements that both sequences have, in order; nil if the limit is exceeded.
    private static func matches<Element: Equatable>(
        _ old: ArraySlice<Element>,
        _ new: ArraySlice<Element>
    ) -> [(old: Int, new: Int)]? {
        var matches: [(old: Int, new: Int)] = []
        var rest = (old: old, new: new)
        var tried = 0
        while !rest.old.isEmpty, !rest.new.isEmpty {
            guard let (furthest, end) = edits(rest.old, rest.new, tried: &tried) else { return nil }
            let (oldStart, newStart) = (rest.old.startIndex, rest.new.startIndex)
            matches += path(to: end, furthest).map { (oldStart + $0.old, newStart + $0.new) }
            rest = (rest.old.dropFirst(end.old), rest.new.dropFirst(end.new))
        }
        return matches
    }

    /// Returns the furthest positions in the old sequence after each number of edits, by diagonal: -d, -d + 2, ..., d,
    /// and the place in both that is reached at last; nil if the limit is exceeded.
    private static func edits<Element: Equatable>(
        _ old: ArraySlice<Element>,
        _ new: ArraySlice<Element>,
        tried: inout Int
    ) -> (furthest: [[Int32]], end: (old: Int, new: Int))? {
        let (oldStart, newStart) = (old.startIndex, new.startIndex)
        var furthest: [[Int32]] = []
        while tried < limit {
            let edits = furthest.count
            let last = furthest.last ?? []
            var row = [Int32](repeating: 0, count: edits + 1)
            var endOfRun = (old: 0, new: 0)
            for index in 0...edits {
                let diagonal = 2 * index - edits
                let start = edits > 0 ? step(to: index, from: last).position : 0
                var position = start
                while position < old.count, position - diagonal < new.count,
                    old[oldStart + position] == new[newStart + position - diagonal]
                {
                    position += 1
                }
                row[index] = Int32(position)
                let reached = (old: position, new: position - diagonal)
                if reached.old >= old.count, reached.new >= new.count { return (furthest, (old.count, new.count)) }
                if edits >= longRun.edits, position - start >= longRun.length,
                    endOfRun.old + endOfRun.new < reached.old + reached.new
                {
                    endOfRun = reached
                }
            }
            if endOfRun.old > 0 { return (furthest, endOfRun) }
            tried += edits + 1
            furthest.append(row)
        }
        return nil
    }

    /// Returns how a diagonal is reached from the positions after one edit less: by a removal from the diagonal below, or
    /// by an insertion from that above.
    private static func step(to index: Int, from last: [Int32]) -> (position: Int, isRemoval: Bool) {
        let removal = index > 0 ? Int(last[index - 1]) + 1 : -1
        let insertion = index < last.count ? Int(last[index]) : -1
        return (max(removal, insertion), removal > insertion)
    }

    /// Follows the furthest positions back to the start.
    private static func path(to end: (old: Int, new: Int), _ furthest: [[Int32]]) -> [(old: Int, new: Int)] {
        var matches: [(old: Int, new: Int)] = []
        var (x, y) = end
        for last in furthest.reversed() {
            let diagonal = x - y
            let (start, isRemoval) = step(to: (diagonal + last.count) / 2, from: last)
            while x > start {
                (x, y) = (x - 1, y - 1)
                matches.append((x, y))
            }
            if isRemoval { x -= 1 } else { y -= 1 }
        }
        while x > 0 {
            (x, y) = (x - 1, y - 1)
            matches.append((x, y))
        }
        return matches.reversed()
    }
}
