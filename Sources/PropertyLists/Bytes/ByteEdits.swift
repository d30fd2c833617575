/// Pieces of bytes that are left out or replaced, apart from each other and in their order.
struct ByteEdits {
    private struct Edit {
        let range: Range<Int>
        let replacement: [UInt8]
        /// How far the bytes behind this edit move: by what it adds or takes, and the edits before it.
        var shift = 0
    }

    private var edits: [Edit] = []

    /// Edits that leave out ranges, which may overlap.
    init(removing ranges: [Range<Int>]) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = edits.last?.range, range.lowerBound <= last.upperBound {
                let union = last.lowerBound..<max(last.upperBound, range.upperBound)
                edits[edits.count - 1] = Edit(range: union, replacement: [])
            } else {
                edits.append(Edit(range: range, replacement: []))
            }
        }
        addUpShifts()
    }

    /// Replaces a range.
    ///
    /// - Precondition: no edit intersects it.
    mutating func replace(_ range: Range<Int>, with replacement: [UInt8]) {
        edits.insert(Edit(range: range, replacement: replacement), at: count(upTo: range.lowerBound))
        addUpShifts()
    }

    /// Whether an edit takes any byte of a range.
    func intersect(_ range: Range<Int>) -> Bool {
        let next = count(upTo: range.lowerBound)
        return next < edits.count && edits[next].range.lowerBound < range.upperBound
    }

    /// Where the byte that stood at an offset stands after the edits.
    ///
    /// - Precondition: no edit takes it, but for one that starts with it and replaces it.
    func newOffset(of offset: Int) -> Int {
        let before = count(upTo: offset)
        return before == 0 ? offset : offset + edits[before - 1].shift
    }

    /// The bytes with the edits.
    func applied(to bytes: ByteView) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + (edits.last?.shift ?? 0))
        var offset = 0
        for edit in edits {
            bytes[offset..<edit.range.lowerBound].append(to: &output)
            output += edit.replacement
            offset = edit.range.upperBound
        }
        bytes[offset...].append(to: &output)
        return output
    }

    /// The number of edits that end at an offset or before it.
    private func count(upTo offset: Int) -> Int {
        var candidates = edits.indices
        while let middle = candidates.isEmpty ? nil : candidates.lowerBound + candidates.count / 2 {
            if edits[middle].range.upperBound <= offset {
                candidates = middle + 1..<candidates.upperBound
            } else {
                candidates = candidates.lowerBound..<middle
            }
        }
        return candidates.lowerBound
    }

    private mutating func addUpShifts() {
        var shift = 0
        for position in edits.indices {
            shift += edits[position].replacement.count - edits[position].range.count
            edits[position].shift = shift
        }
    }
}
