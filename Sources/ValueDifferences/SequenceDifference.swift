import PropertyLists

/// What to replace in one sequence to get another: the shortest difference, as diff(1) and git compute it.
///
/// The source is "An O(ND) Difference Algorithm and Its Variations" by E. W. Myers, 1986. The elements are numbers that
/// stand for values, equal for equal values.
struct SequenceDifference {
    /// A part of the old sequence, and what stands in its place in the new one; one of the two may be empty.
    struct Hunk: Equatable {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// The hunks, in the order of the sequences; between two of them there is at least one equal element.
    private(set) var hunks: [Hunk] = []

    /// The most elements that are compared one by one; beyond it, all between the equal beginnings and ends is one
    /// hunk.
    ///
    /// The time grows with the square of their number, and so does the memory: 18 MB for the most.
    private static let limit = 3000

    init(from old: [Int], to new: [Int]) {
        var start = 0
        while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
        var (oldEnd, newEnd) = (old.count, new.count)
        while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
            oldEnd -= 1
            newEnd -= 1
        }
        guard oldEnd > start || newEnd > start else { return }
        guard let matches = Self.matches(old[start..<oldEnd], new[start..<newEnd]) else {
            hunks = [Hunk(old: start..<oldEnd, new: start..<newEnd)]
            return
        }
        var (oldStart, newStart) = (start, start)
        for match in matches + [(oldEnd, newEnd)] {
            if match.old > oldStart || match.new > newStart {
                hunks.append(Hunk(old: oldStart..<match.old, new: newStart..<match.new))
            }
            (oldStart, newStart) = (match.old + 1, match.new + 1)
        }
    }

    init(from old: [PropertyList], to new: [PropertyList]) {
        var numbers: [PropertyList: Int] = [:]
        func number(_ element: PropertyList) -> Int {
            let number = numbers[element] ?? numbers.count
            numbers[element] = number
            return number
        }
        self.init(from: old.map(number), to: new.map(number))
    }

    /// Returns the positions of the elements that both sequences have, in order; nil if the limit is exceeded.
    private static func matches(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> [(old: Int, new: Int)]? {
        // The furthest positions in the old sequence after each number of edits, by diagonal: -d, -d + 2, ..., d.
        var furthest: [[Int32]] = []
        let (oldStart, newStart) = (old.startIndex, new.startIndex)
        for edits in 0...min(limit, old.count + new.count) {
            var row = [Int32](repeating: 0, count: edits + 1)
            for index in 0...edits {
                let diagonal = 2 * index - edits
                var x = 0
                if let last = furthest.last {
                    // From the diagonal below by a removal, or from that above by an insertion.
                    let removal = index > 0 ? Int(last[index - 1]) + 1 : -1
                    let insertion = index < edits ? Int(last[index]) : -1
                    x = max(removal, insertion)
                }
                while x < old.count, x - diagonal < new.count, x - diagonal >= 0,
                    old[oldStart + x] == new[newStart + x - diagonal]
                {
                    x += 1
                }
                row[index] = Int32(x)
                if x >= old.count, x - diagonal >= new.count {
                    return path(to: (old.count, new.count), furthest).map { (oldStart + $0.old, newStart + $0.new) }
                }
            }
            furthest.append(row)
        }
        return nil
    }

    /// Follows the furthest positions back to the start.
    private static func path(to end: (old: Int, new: Int), _ furthest: [[Int32]]) -> [(old: Int, new: Int)] {
        var matches: [(old: Int, new: Int)] = []
        var (x, y) = end
        for edits in furthest.indices.reversed() {
            let last = furthest[edits]
            // The row of one more edit led here.
            let index = (x - y + edits + 1) / 2
            let removal = index > 0 ? Int(last[index - 1]) + 1 : -1
            let insertion = index <= edits ? Int(last[index]) : -1
            let start = max(removal, insertion)
            let isRemoval = removal > insertion
            let startY = start - (x - y)
            while x > start, y > startY {
                (x, y) = (x - 1, y - 1)
                matches.append((x, y))
            }
            (x, y) = isRemoval ? (start - 1, startY) : (start, startY - 1)
        }
        while x > 0, y > 0 {
            (x, y) = (x - 1, y - 1)
            matches.append((x, y))
        }
        return matches.reversed()
    }
}
