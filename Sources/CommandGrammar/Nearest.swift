extension Sequence<String> {
    /// Returns the element that a misspelled word most likely means, if one is similar enough.
    ///
    /// Leading dashes and the case of letters are ignored, except to choose between equally similar elements. One error
    /// is allowed for every three letters, and three at most. A word that is the beginning of an element is similar
    /// too.
    package func nearest(to word: String) -> String? {
        let (dashes, letters) = word.dashesAndLetters
        let allowance = Swift.min(letters.count / 3, 3)
        var nearest: (element: String, distance: Int)?
        for element in self {
            let (elementDashes, elementLetters) = element.dashesAndLetters
            guard
                let slips = letters.slips(from: elementLetters, atMost: allowance)
            else { continue }
            let isOtherCase = element.utf8.first != word.utf8.first && elementLetters.first == letters.first
            let distance = 2 * slips + (dashes == elementDashes && !isOtherCase ? 0 : 1)
            if distance < nearest?.distance ?? Int.max { nearest = (element, distance) }
        }
        return nearest?.element
    }
}

extension String {
    /// The number of leading dashes, and the bytes after them in lower case.
    fileprivate var dashesAndLetters: (dashes: Int, letters: [UInt8]) {
        let letters = utf8.drop { $0 == UInt8(ascii: "-") }
        return (utf8.count - letters.count, letters.map(\.lowercase))
    }
}

extension [UInt8] {
    /// Returns the number of edits that turn another word into this one; nil if it exceeds the allowance.
    fileprivate func slips(from other: [UInt8], atMost allowance: Int) -> Int? {
        if count >= 2, count < other.count, other.starts(with: self) { return 1 }
        // The number of edits is at least the difference in length, and a line can contain very long words.
        guard abs(count - other.count) <= allowance else { return nil }
        let slips = editDistance(to: other)
        return slips <= allowance ? slips : nil
    }

    /// Returns the optimal string alignment distance: insertions, deletions, substitutions, and swaps of neighbours.
    private func editDistance(to other: [UInt8]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array<Int>(0...other.count)
        for row in indices {
            var current = [row + 1]
            for column in other.indices {
                let isSame = self[row] == other[column]
                var distance = Swift.min(
                    previous[column + 1] + 1,
                    current[column] + 1,
                    previous[column] + (isSame ? 0 : 1)
                )
                if row > 0, column > 0, self[row] == other[column - 1], self[row - 1] == other[column] {
                    distance = Swift.min(distance, beforePrevious[column - 1] + 1)
                }
                current.append(distance)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[other.count]
    }
}

extension UInt8 {
    /// The byte, in lower case if it is an ASCII letter.
    fileprivate var lowercase: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 0x20 : self
    }
}
