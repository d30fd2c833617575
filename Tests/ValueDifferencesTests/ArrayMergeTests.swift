import PropertyLists
import TestSupport
import Testing

@testable import ValueDifferences

/// `PREFS_TEST_MERGES` is the number of random merges that are compared with those of git, by default 500.
@Suite("Merging arrays as sequences")
struct ArrayMergeTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let base: PropertyList
        let ours: PropertyList
        let theirs: PropertyList
        let merged: PropertyList
        let conflicts: [String]

        init(
            _ name: String,
            _ base: PropertyList,
            _ ours: PropertyList,
            _ theirs: PropertyList,
            _ merged: PropertyList,
            conflicts: [String] = []
        ) {
            (testDescription, self.base, self.ours, self.theirs, self.merged) = (name, base, ours, theirs, merged)
            self.conflicts = conflicts
        }
    }

    static let cases = [
        Case("insertions at two places", [1, 2], [0, 1, 2], [1, 2, 3], [0, 1, 2, 3]),
        Case("the same insertion", [1], [1, 2], [1, 2], [1, 2]),
        Case("two insertions at one place", [1], [1, 2], [1, 3], [1, 2], conflicts: ["/1"]),
        Case("several insertions at one place", [1], [1, 2, 3], [1, 4], [1, 2, 3], conflicts: ["/1", "/2"]),
        Case("removals at two places", [1, 2, 3], [2, 3], [1, 2], [2]),
        Case("the same removal", [1, 2, 3], [1, 3], [1, 3], [1, 3]),
        Case("a removal and an insertion beside it", [1, 2], [1], [1, 2, 3], [1, 3]),
        Case("a change and an insertion before it", [1], [0, 1], [2], [0, 2]),
        Case("a change and an insertion after it", [1], [1, 0], [2], [2, 0]),
        Case("changes of two neighbours", [800, 600], [1024, 600], [800, 768], [1024, 768]),
        Case("two changes of one element", [1, 2, 3], [1, 5, 3], [1, 6, 3], [1, 5, 3], conflicts: ["/1"]),
        Case("a removal and a change", [1, 2, 3], [1, 3], [1, 6, 3], [1, 3], conflicts: ["/1"]),
        Case(
            "an insertion within what the other removed",
            [1, 2],
            [1, 5, 2],
            [],
            [1, 5, 2],
            conflicts: ["/0", "/1", "/2"]
        ),
        Case("a move to two places", [1, 2, 3, 4], [4, 1, 2, 3], [1, 4, 2, 3], [4, 1, 2, 3], conflicts: [""]),
        Case("a move and a removal", [1, 2], [2, 1], [2], [2, 1], conflicts: [""]),
        Case("one insertion at two places", [1, 2], [1, 3], [1, 2, 3], [1, 3], conflicts: [""]),
        Case(
            "one named element at two places",
            [["id": 1]],
            [["id": 2, "p": 1], ["id": 1]],
            [["id": 1], ["id": 2, "q": 1]],
            [["id": 2, "p": 1], ["id": 1]],
            conflicts: [""]
        ),
        Case("repeated elements", [0, 0], [0, 0, 0], [0], [0, 0]),
        Case(
            "dictionaries by their position",
            [["a": 1, "b": 1], ["a": 1, "b": 1]],
            [["a": 2, "b": 1], ["a": 1, "b": 1]],
            [["a": 1, "b": 2], ["a": 1, "b": 1]],
            [["a": 2, "b": 2], ["a": 1, "b": 1]]
        ),
        Case(
            "one entry of a dictionary, by its position",
            [["a": 1]],
            [["a": 2]],
            [["a": 3]],
            [["a": 2]],
            conflicts: ["/0/a"]
        ),
        Case(
            "arrays within arrays",
            [[1, 2], [3]],
            [[0, 1, 2], [3]],
            [[1, 2, 4], [3]],
            [[0, 1, 2, 4], [3]]
        ),
        Case(
            "named dictionaries, which one side has moved and the other changed",
            [["name": "a", "v": 1], ["name": "b", "v": 1]],
            [["name": "b", "v": 1], ["name": "a", "v": 1]],
            [["name": "c"], ["name": "a", "v": 2], ["name": "b", "v": 1]],
            [["name": "c"], ["name": "b", "v": 1], ["name": "a", "v": 2]]
        ),
        Case(
            "a named dictionary that both changed",
            [["id": 1, "v": 1, "w": 1], ["id": 2]],
            [["id": 0], ["id": 1, "v": 2, "w": 1], ["id": 2]],
            [["id": 1, "v": 1, "w": 2]],
            [["id": 0], ["id": 1, "v": 2, "w": 2]]
        ),
        Case(
            "a conflict within a named dictionary",
            [["id": 1, "v": 1]],
            [["id": 0], ["id": 1, "v": 2]],
            [["id": 1, "v": 3]],
            [["id": 0], ["id": 1, "v": 2]],
            conflicts: ["/[id=1]/v"]
        ),
        Case(
            "a named dictionary that we removed and they changed",
            [["id": 1, "v": 1], ["id": 2]],
            [["id": 2]],
            [["id": 1, "v": 3], ["id": 2]],
            [["id": 2]],
            conflicts: ["/[id=1]"]
        ),
        Case(
            "a named dictionary that we changed and they removed",
            [["id": 0], ["id": 1, "v": 1], ["id": 2]],
            [["id": 0], ["id": 1, "v": 3], ["id": 2]],
            [["id": 0], ["id": 2]],
            [["id": 0], ["id": 1, "v": 3], ["id": 2]],
            conflicts: ["/[id=1]"]
        ),
        Case(
            "a named dictionary that both added",
            [["id": 1]],
            [["id": 1], ["id": 2, "v": 1]],
            [["id": 1], ["id": 2, "w": 1]],
            [["id": 1], ["id": 2, "v": 1, "w": 1]]
        ),
        Case("another type of elements", [1], ["1"], [1.0], ["1"], conflicts: ["/0"]),
    ]

    @Test("each combination of changes has its result and its conflicts", arguments: cases)
    func table(row: Case) {
        var merge = ThreeWayMerge()
        let merged = merge.merge(row.ours, row.theirs, since: row.base, at: ["a"])
        #expect(merged == row.merged)
        #expect(merge.conflicts.map { ValuePointer(tokens: $0.pointer).inValue.text } == row.conflicts)
    }

    private static func numbers(_ value: PropertyList?) -> [Int] {
        guard case .array(let elements)? = value else { return [] }
        return elements.compactMap { Int(propertyList: $0) }
    }

    /// Three versions of a sequence of unlike numbers.
    private static func versions(using random: inout SeededGenerator) -> [[Int]] {
        let base = Array(0..<Int.random(in: 0...12, using: &random))
        var fresh = 100
        func changed() -> [Int] {
            var side = base
            for _ in 0...Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0...side.count, using: &random)
                let end = min(side.count, place + Int.random(in: 0...2, using: &random))
                let isInserted = Bool.random(using: &random)
                fresh += 1
                side.replaceSubrange(place..<end, with: isInserted ? [fresh] : [])
            }
            // Sometimes both sides insert the same.
            if Bool.random(using: &random) { fresh = 100 }
            return side
        }
        return [changed(), base, changed()]
    }

    @Test(
        "where git merges lines that are unlike, the sequence is the same",
        .enabled(if: InstalledProgram.areInstalled("git"), "git is not installed")
    )
    func git() throws {
        var random = SeededGenerator.printingSeed()
        let directory = try TemporaryDirectory()
        let count = try #require(Int(environmentVariable("PREFS_TEST_MERGES") ?? "500"))
        let rows = (0..<count).map { _ in Self.versions(using: &random) }
        for (number, row) in rows.enumerated() {
            for (name, lines) in zip(["ours", "base", "theirs"], row) {
                try directory.write(lines.map { "\($0)\n" }.joined(), to: "\(number).\(name)")
            }
        }
        let script = """
            for number in $(seq 0 \(rows.count - 1)); do
                git merge-file -p $number.ours $number.base $number.theirs 2>/dev/null >merged && tr '\\n' ' ' <merged ||
                    printf conflict
                echo
            done
            """
        var shell = Subprocess("/bin/sh", ["-c", script], workingDirectory: directory.path)
        shell.environment["PATH"] = environmentVariable("PATH")
        let lines = try shell.run().text.split(separator: "\n", omittingEmptySubsequences: false)
        var mergeCount = 0
        for (row, line) in zip(rows, lines) where !line.contains("conflict") {
            let expected = line.split(separator: " ").compactMap { Int($0) }
            // git doubles a line that both sides have inserted at different places.
            guard Set(expected).count == expected.count else { continue }
            mergeCount += 1
            let values = row.map { PropertyList.array($0.map(\.propertyList)) }
            var merge = ThreeWayMerge()
            let merged = merge.merge(values[0], values[2], since: values[1])
            #expect(merge.conflicts.isEmpty && Self.numbers(merged) == expected)
        }
        #expect(lines.count == rows.count + 1 && mergeCount > rows.count / 4, "\(mergeCount)")
    }

    @Test(
        "an undo finds its element among equal ones only if none of those has come or gone",
        arguments: [
            ([1, 2, 2], [1, 3, 2], [1, 2, 2, 4], [1, 3, 2, 4]), ([1, 2, 2], [1, 3, 2], [1, 2], nil),
            ([1, 2, 2], [1, 3, 2], [2, 1, 2, 2], nil), ([1, 2, 2, 5], [1, 2, 2, 6], [1, 2, 5], [1, 2, 6]),
            ([2, 2], [2, 3, 2], [2, 2, 2], nil), ([2, 2], [3, 2, 2], [2], [3, 2]),
            ([2, 2, 4], [2, 2, 3, 4], [2, 4], [2, 3, 4]),
        ] as [([Int], [Int], [Int], [Int]?)]
    )
    func undo(after: [Int], before: [Int], present: [Int], expected: [Int]?) {
        let values = [after, before, present].map { PropertyList.array($0.map(\.propertyList)) }
        var merge = ThreeWayMerge(preferring: .theirs, isUndo: true)
        let merged = merge.merge(values[2], values[1], since: values[0])
        #expect(expected.map { Self.numbers(merged) == $0 && merge.conflicts.isEmpty } ?? !merge.conflicts.isEmpty)
    }

    @Test("no repeated element is lost or doubled, and the sides are equal")
    func repeated() {
        var random = SeededGenerator.printingSeed()
        for _ in 0..<3000 {
            func sequence() -> [Int] {
                (0..<Int.random(in: 0...8, using: &random)).map { _ in Int.random(in: 1...4, using: &random) }
            }
            let versions = [sequence(), sequence(), sequence()]
            let values = versions.map { PropertyList.array($0.map(\.propertyList)) }
            var merge = ThreeWayMerge()
            let merged = merge.merge(values[0], values[2], since: values[1])
            var mirrored = ThreeWayMerge(preferring: .theirs)
            #expect(mirrored.merge(values[2], values[0], since: values[1]) == merged, "\(versions)")
            guard merge.conflicts.isEmpty else { continue }
            for element in 1...4 {
                func count(_ sequence: [Int]) -> Int { sequence.count { $0 == element } }
                let (ours, base, theirs) = (count(versions[0]), count(versions[1]), count(versions[2]))
                let sum = ours + theirs - base
                let found = count(Self.numbers(merged))
                let isRight =
                    ours > base && theirs > base
                    ? found == max(ours, theirs)
                    : ours < base && theirs < base ? (sum...min(ours, theirs)).contains(found) : found == sum
                #expect(isRight, "\(element) of \(versions)")
            }
        }
    }

    @Test("entries of named elements are merged one by one, wherever both sides have them")
    func named() {
        var random = SeededGenerator.printingSeed()
        for _ in 0..<500 {
            var expected: [PropertyListDictionary] = []
            var versions: [[PropertyListDictionary]] = [[], [], []]
            var conflicts: [String] = []
            for id in 0..<Int.random(in: 1...6, using: &random) {
                var elements = [PropertyListDictionary](repeating: ["id": id.propertyList, "a": 0, "b": 0], count: 3)
                var merged = elements[0]
                for key in ["a", "b"] {
                    let (own, other) = (Int.random(in: 0...2, using: &random), Int.random(in: 0...2, using: &random))
                    elements[0][key] = own.propertyList
                    elements[2][key] = other.propertyList
                    merged[key] = (own == 0 ? other : own).propertyList
                    if own != other, own != 0, other != 0 { conflicts.append("/[id=\(id)]/\(key)") }
                }
                expected.append(merged)
                for position in 0..<3 { versions[position].append(elements[position]) }
            }
            let values = versions.map { PropertyList.array($0.map(PropertyList.dictionary)) }
            var merge = ThreeWayMerge()
            let merged = merge.merge(values[0], values[2], since: values[1], at: ["k"])
            #expect(merged == .array(expected.map(PropertyList.dictionary)))
            #expect(merge.conflicts.map { ValuePointer(tokens: $0.pointer).inValue.text } == conflicts)
        }
    }
}
