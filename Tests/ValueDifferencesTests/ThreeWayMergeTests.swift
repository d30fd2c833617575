import PropertyLists
import TestSupport
import Testing

@testable import ValueDifferences

@Suite("Merging two versions of a value")
struct ThreeWayMergeTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let base: PropertyList?
        let ours: PropertyList?
        let theirs: PropertyList?
        let merged: PropertyList?
        var conflicts: [[String]] = []

        init(
            _ name: String,
            _ base: PropertyList?,
            _ ours: PropertyList?,
            _ theirs: PropertyList?,
            _ merged: PropertyList?,
            conflicts: [[String]] = []
        ) {
            (self.name, self.base, self.ours, self.theirs, self.merged) = (name, base, ours, theirs, merged)
            self.conflicts = conflicts
        }

        var testDescription: String { name }
    }

    static let cases = [
        Case("nothing changed", ["a": 1], ["a": 1], ["a": 1], ["a": 1]),
        Case("ours changed", ["a": 1], ["a": 2], ["a": 1], ["a": 2]),
        Case("theirs changed", ["a": 1], ["a": 1], ["a": 2], ["a": 2]),
        Case("both changed equally", ["a": 1], ["a": 2], ["a": 2], ["a": 2]),
        Case("both changed differently", ["a": 1], ["a": 2], ["a": 3], ["a": 2], conflicts: [["a"]]),
        Case("the types differ", ["a": 1], ["a": 1.0], ["a": true], ["a": 1.0], conflicts: [["a"]]),
        Case("both changed other keys", ["a": 1, "b": 1], ["a": 2, "b": 1], ["a": 1, "b": 2], ["a": 2, "b": 2]),
        Case("ours removed a key", ["a": 1, "b": 1], ["b": 1], ["a": 1, "b": 1], ["b": 1]),
        Case("theirs removed a key", ["a": 1, "b": 1], ["a": 1, "b": 1], ["b": 1], ["b": 1]),
        Case("both removed a key", ["a": 1], [:], [:], [:]),
        Case("ours removed, theirs changed", ["a": 1], [:], ["a": 2], [:], conflicts: [["a"]]),
        Case("ours changed, theirs removed", ["a": 1], ["a": 2], [:], ["a": 2], conflicts: [["a"]]),
        Case("both added another key", [:], ["a": 1], ["b": 1], ["a": 1, "b": 1]),
        Case("both added a key differently", [:], ["a": 1], ["a": 2], ["a": 1], conflicts: [["a"]]),
        Case(
            "a change within a dictionary",
            ["d": ["x": 1, "y": 1]],
            ["d": ["x": 2, "y": 1]],
            ["d": ["x": 1, "y": 2]],
            ["d": ["x": 2, "y": 2]]
        ),
        Case(
            "a conflict within a dictionary",
            ["d": ["x": 1, "y": 1]],
            ["d": ["x": 2, "y": 2]],
            ["d": ["x": 3, "y": 1]],
            ["d": ["x": 2, "y": 2]],
            conflicts: [["d", "x"]]
        ),
        Case("a dictionary that both added", [:], ["d": ["x": 1]], ["d": ["y": 1]], ["d": ["x": 1, "y": 1]]),
        Case(
            "a dictionary in place of another value",
            ["d": 1],
            ["d": ["x": 1]],
            ["d": ["y": 1]],
            ["d": ["x": 1]],
            conflicts: [["d"]]
        ),
        Case(
            "a dictionary that one side removed",
            ["d": ["x": 1]],
            [:],
            ["d": ["x": 2]],
            [:],
            conflicts: [["d"]]
        ),
        Case("a root that is not a dictionary", 1, 1, 2, 2),
        Case("such a root that both changed", 1, 2, 3, 2, conflicts: [[]]),
        Case("a base of another type", [1], ["a": 1], ["b": 1], ["a": 1], conflicts: [[]]),
        Case("no base", nil, ["a": 1], ["b": 1], ["a": 1, "b": 1]),
        Case("no base, and both without a value", nil, nil, nil, nil),
        Case("ours removed everything", ["a": 1], nil, ["a": 1], nil),
        Case("theirs removed everything", ["a": 1], ["a": 1], nil, nil),
        Case(
            "conflicts that only theirs has come last",
            ["a": 1, "b": 1],
            ["b": 2],
            ["a": 2, "b": 3],
            ["b": 2],
            conflicts: [["b"], ["a"]]
        ),
    ]

    @Test("each combination of changes has its result and its conflicts", arguments: cases)
    func table(row: Case) {
        var merge = ThreeWayMerge()
        #expect(merge.merge(row.ours, row.theirs, since: row.base) == row.merged)
        #expect(merge.conflicts.map(\.pointer) == row.conflicts)
        for conflict in merge.conflicts {
            #expect(conflict.ours == value(at: conflict.pointer, in: row.ours))
            #expect(conflict.theirs == value(at: conflict.pointer, in: row.theirs))
            #expect(conflict.base == value(at: conflict.pointer, in: row.base))
        }
    }

    private func value(at path: [String], in value: PropertyList?) -> PropertyList? {
        path.isEmpty ? value : value?[pointer: path]
    }

    @Test("dictionaries that both added are a conflict of an undo")
    func addedDictionaries() {
        var merge = ThreeWayMerge(isUndo: true)
        #expect(merge.merge(["d": ["x": 1]], ["d": ["y": 1]], since: [:]) == ["d": ["x": 1]])
        #expect(merge.conflicts.map(\.pointer) == [["d"]])
        var equal = ThreeWayMerge(isUndo: true)
        #expect(equal.merge(["d": ["x": 1]], ["d": ["x": 1]], since: [:]) == ["d": ["x": 1]])
        #expect(equal.conflicts.isEmpty)
    }

    static let orders: [(base: String, ours: String, theirs: String, merged: String)] = [
        ("ca", "ca", "cxa", "cxa"),
        ("ca", "ca", "xca", "xca"),
        ("ca", "ca", "cayx", "cayx"),
        ("ca", "acz", "cxya", "acxyz"),
        ("cba", "ca", "cbxa", "cxa"),
        ("bd", "bd", "bxad", "abdx"),
        ("bd", "bcd", "bxd", "bcdx"),
    ]

    @Test("keys keep our order, and new ones go to their sorted or else to their relative place", arguments: orders)
    func order(base: String, ours: String, theirs: String, merged: String) {
        let versions = [ours, theirs, base].map { keys in
            PropertyList.dictionary(
                PropertyListDictionary(uniqueEntries: keys.map { .init(key: String($0), value: 1) })
            )
        }
        var merge = ThreeWayMerge()
        guard case .dictionary(let result)? = merge.merge(versions[0], versions[1], since: versions[2]) else {
            Issue.record("not a dictionary")
            return
        }
        #expect(result.keys.joined() == merged)
        #expect(merge.conflicts.isEmpty)
    }

    @Test("a merge equals one by a simple reference, in either direction, and conflicts only where both sides changed")
    func reference() {
        var random = SeededGenerator.printingSeed()
        for _ in 0..<500 {
            let base = RandomTree.value(using: &random)
            let ours = RandomTree.changed(base, using: &random)
            let theirs = RandomTree.changed(base, using: &random)
            let expected = ReferenceMerge(ours, theirs, base)
            var merge = ThreeWayMerge(preferring: .ours)
            let merged = merge.merge(ours, theirs, since: base)
            var described: Comment { "\(base)\n\(ours)\n\(theirs)" }
            #expect(merged == expected.value, described)
            #expect(Set(merge.conflicts.map(\.pointer)) == expected.conflicts, described)
            #expect(merge.conflicts.count == expected.conflicts.count, described)
            for conflict in merge.conflicts {
                #expect(conflict.ours != conflict.base && conflict.theirs != conflict.base, described)
                #expect(conflict.ours != conflict.theirs, described)
            }
            var mirrored = ThreeWayMerge(preferring: .theirs)
            #expect(mirrored.merge(theirs, ours, since: base) == merged, described)
            if case .dictionary(let result)? = merged, case .dictionary(let old) = ours {
                #expect(result.keys.filter { old[$0] != nil } == old.keys.filter { result[$0] != nil }, described)
            }
        }
    }
}

/// A merge by the rules alone, on unordered dictionaries.
private struct ReferenceMerge {
    var value: PropertyList?
    var conflicts: Set<[String]> = []

    init(_ ours: PropertyList?, _ theirs: PropertyList?, _ base: PropertyList?, at path: [String] = []) {
        if case .dictionary(let ours) = ours, case .dictionary(let theirs) = theirs,
            let base = base == nil ? [:] : base?.dictionary
        {
            var merged = PropertyListDictionary()
            for key in Set(ours.keys + theirs.keys) {
                let part = ReferenceMerge(ours[key], theirs[key], base[key], at: path + [key])
                merged[key] = part.value
                conflicts.formUnion(part.conflicts)
            }
            value = .dictionary(merged)
        } else if ours == theirs || theirs == base {
            value = ours
        } else if ours == base {
            value = theirs
        } else {
            value = ours
            conflicts = [path]
        }
    }
}

extension PropertyList {
    fileprivate var dictionary: PropertyListDictionary? {
        if case .dictionary(let dictionary) = self { dictionary } else { nil }
    }
}

/// Small random values, of which two often have the same keys and values.
private enum RandomTree {
    static func value(using random: inout SeededGenerator, depth: Int = 0) -> PropertyList {
        switch Int.random(in: depth == 0 ? 0...0 : depth < 3 ? 0...4 : 2...4, using: &random) {
        case 0, 1:
            var dictionary = PropertyListDictionary()
            for key in ["d", "a", "c", "b"].shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)) {
                dictionary[key] = value(using: &random, depth: depth + 1)
            }
            return .dictionary(dictionary)
        case 2: return .array([.integer(PropertyListInteger(Int64.random(in: 0...1, using: &random)))])
        default: return .integer(PropertyListInteger(Int64.random(in: 0...2, using: &random)))
        }
    }

    /// Returns a value with some of its parts added, removed or changed.
    static func changed(_ value: PropertyList, using random: inout SeededGenerator, depth: Int = 0) -> PropertyList {
        guard case .dictionary(var dictionary) = value, Int.random(in: 0...9, using: &random) > 0 else {
            return Int.random(in: 0...2, using: &random) > 0 ? value : self.value(using: &random, depth: depth)
        }
        for key in ["a", "b", "c", "d", "e"] where Int.random(in: 0...2, using: &random) == 0 {
            if let part = dictionary[key] {
                let isRemoved = Int.random(in: 0...3, using: &random) == 0
                dictionary[key] = isRemoved ? nil : changed(part, using: &random, depth: depth + 1)
            } else {
                dictionary[key] = self.value(using: &random, depth: depth + 1)
            }
        }
        return .dictionary(dictionary)
    }
}
