import TestSupport
import Testing

@testable import PropertyLists

@Suite("The difference of two sequences")
struct SequenceDifferenceTests {
    private func hunks(_ old: String, _ new: String) -> [String] {
        let (old, new) = (Array(old), Array(new))
        func numbers(_ characters: [Character]) -> [Int] { characters.map { Int($0.asciiValue ?? 0) } }
        return SequenceDifference(from: numbers(old), to: numbers(new)).hunks
            .map { "\($0.old.lowerBound) \(String(old[$0.old]))>\(String(new[$0.new]))" }
    }

    @Test(
        "it has the parts that differ",
        arguments: [
            ("", "", []), ("abc", "abc", []), ("", "ab", ["0 >ab"]), ("ab", "", ["0 ab>"]), ("abc", "axc", ["1 b>x"]),
            ("abc", "xabc", ["0 >x"]), ("abc", "abcx", ["3 >x"]), ("abc", "c", ["0 ab>"]),
            ("ab", "ba", ["0 a>", "2 >a"]),
            ("abcd", "xbcy", ["0 a>x", "3 d>y"]), ("aa", "a", ["1 a>"]), ("abcabba", "cbabac", nil),
        ] as [(String, String, [String]?)]
    )
    func table(old: String, new: String, expected: [String]?) {
        if let expected { #expect(hunks(old, new) == expected) }
    }

    @Test("it is the shortest, and makes the new sequence of the old one")
    func random() {
        var random = SeededGenerator.printingSeed()
        for _ in 0..<2000 {
            let letters = 1...Int.random(in: 1...6, using: &random)
            func sequence() -> [Int] {
                (0..<Int.random(in: 0...20, using: &random)).map { _ in Int.random(in: letters, using: &random) }
            }
            let (old, new) = (sequence(), sequence())
            let hunks = SequenceDifference(from: old, to: new).hunks
            #expect(Self.made(of: old, by: hunks, from: new) == new)
            #expect(hunks.reduce(0) { $0 + $1.old.count + $1.new.count } == Self.distance(old, new))
        }
    }

    @Test("any number of edits with long runs between them is found one by one")
    func manyEdits() {
        let old = Array(0..<150_000)
        let new = old.filter { $0 % 30 != 7 }
        #expect(SequenceDifference(from: old, to: new).hunks.count == 5000)
        #expect(SequenceDifference(from: new, to: old).hunks.allSatisfy { $0.old.isEmpty && $0.new.count == 1 })
    }

    @Test("a long difference makes the new sequence of the old one")
    func longDifferences() {
        var random = SeededGenerator.printingSeed()
        for _ in 0..<20 {
            let old = (0..<2000).map { _ in Int.random(in: 0..<300, using: &random) }
            var new = old
            for _ in 0..<Int.random(in: 60...150, using: &random) {
                let start = Int.random(in: 0..<new.count, using: &random)
                let range = start..<min(new.count, start + Int.random(in: 0...3, using: &random))
                new.replaceSubrange(range, with: new.prefix(Int.random(in: 0...3, using: &random)))
            }
            #expect(Self.made(of: old, by: SequenceDifference(from: old, to: new).hunks, from: new) == new)
        }
    }

    /// Returns what the hunks make of the old sequence.
    private static func made(of old: [Int], by hunks: [SequenceDifference.Hunk], from new: [Int]) -> [Int] {
        var made: [Int] = []
        var position = 0
        for hunk in hunks {
            made += old[position..<hunk.old.lowerBound] + new[hunk.new]
            position = hunk.old.upperBound
        }
        return made + old[position...]
    }

    /// The number of insertions and removals, by the table of all pairs of beginnings.
    private static func distance(_ old: [Int], _ new: [Int]) -> Int {
        var row = Array(0...new.count)
        for element in old {
            var next = [row[0] + 1]
            for (position, other) in new.enumerated() {
                next.append(element == other ? row[position] : min(row[position + 1], next[position]) + 1)
            }
            row = next
        }
        return row[new.count]
    }

    @Test("beyond the limit, all between the equal beginnings and ends differs")
    func limit() {
        let old = Array(0..<4000)
        let new = [0] + old.dropFirst().dropLast().reversed() + [3999]
        #expect(SequenceDifference(from: old, to: new).hunks == [.init(old: 1..<3999, new: 1..<3999)])
        let longer = (-5000..<0) + old
        #expect(SequenceDifference(from: old, to: Array(longer)).hunks == [.init(old: 0..<0, new: 0..<5000)])
    }
}
