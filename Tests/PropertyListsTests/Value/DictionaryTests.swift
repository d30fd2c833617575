import TestSupport
import Testing

@testable import PropertyLists

@Suite("Property list dictionaries")
struct PropertyListDictionaryTests {
    @Test("dictionaries with the same entries are equal in any order", arguments: [3, 100])
    func order(count: Int) {
        let ascending = dictionary(of: 0..<count)
        let descending = dictionary(of: (0..<count).reversed())
        #expect(ascending == descending)
        #expect(ascending.hashValue == descending.hashValue)
    }

    @Test("dictionaries differ if a key, a value or the number of entries differs", arguments: [3, 100])
    func difference(count: Int) {
        let one = dictionary(of: 0..<count)
        var other = one
        other["0"] = "other"
        #expect(one != other)
        #expect(one != dictionary(of: 1...count))
        #expect(one != dictionary(of: 1..<count))
        #expect(dictionary(of: 1..<count) != one)
    }

    @Test("a key is found whatever position is expected", arguments: [3, 100])
    func position(count: Int) {
        let dictionary = dictionary(of: 0..<count)
        for expected in [0, 1, count - 1, count, count + 1] {
            #expect(dictionary.position(of: "1", expectedAt: expected) == 1)
            #expect(dictionary.position(of: "none", expectedAt: expected) == nil)
        }
    }

    @Test("random lookups and changes of dictionaries that share their entries give what a list of entries gives")
    func randomLookups() {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<100 {
            var dictionaries = [dictionary(of: 0..<40)]
            var models = [(0..<40).map { "\($0)" }]
            var key = 0
            for _ in 0..<200 {
                let place = Int.random(in: models.indices, using: &generator)
                // Most lookups are of the same key or of the next one, which an index expects.
                key = Bool.random(using: &generator) ? key + Int.random(in: 0...1, using: &generator) : 0
                if key == 0 { key = Int.random(in: 0..<60, using: &generator) }
                switch Int.random(in: 0..<12, using: &generator) {
                case 0:
                    dictionaries[place]["\(key)"] = nil
                    models[place].removeAll { $0 == "\(key)" }
                case 1:
                    dictionaries[place]["\(key)"] = true
                    if !models[place].contains("\(key)") { models[place].append("\(key)") }
                case 2 where models.count < 4:
                    dictionaries.append(dictionaries[place])
                    models.append(models[place])
                default: break
                }
                #expect(dictionaries[place].position(of: "\(key)") == models[place].firstIndex(of: "\(key)"))
            }
            #expect(dictionaries.map(\.keys) == models)
        }
    }

    @Test("removing entries by a condition does not change a copy of the dictionary", arguments: [3, 100])
    func removal(count: Int) {
        let whole = dictionary(of: 0..<count)
        // Enough searches for a large dictionary to index its positions.
        for _ in 0..<10 {
            #expect(whole.position(of: "2") == 2)
        }
        var rest = whole
        rest.removeAll { $0.key == "0" }
        #expect(rest == dictionary(of: 1..<count))
        for _ in 0..<10 {
            #expect(rest.position(of: "2") == 1)
            #expect(rest["0"] == nil)
        }
        #expect(whole["0"] == .string("0"))
    }

    private func dictionary(of numbers: some Sequence<Int>) -> PropertyListDictionary {
        PropertyListDictionary(
            uniqueEntries: numbers.map { PropertyListDictionary.Entry(key: "\($0)", value: .string("\($0)")) }
        )
    }
}

@Suite("Steps from one dictionary to another")
struct EntryChangeTests {
    @Test(
        "steps are in the order of both dictionaries",
        arguments: [
            ([:], [:], []),
            (["a": 1, "b": 2], ["a": 1, "b": 2], ["keep 0", "keep 1"]),
            (["a": 1, "b": 2], ["a": 1, "b": 3], ["keep 0", "replace 1 with 3"]),
            (["a": 1, "b": 2, "c": 3], ["b": 2], ["remove 0", "keep 1", "remove 2"]),
            (["a": 1, "b": 2], ["x": 0, "a": 1, "y": 0], ["insert x", "keep 0", "insert y", "remove 1"]),
            (["é": 1], ["e\u{301}": 1], ["rename 0 to e\u{301}"]),
            (["a": 1, "b": 2, "c": 3], ["a": 1, "x": 2, "c": 3], ["keep 0", "rename 1 to x", "keep 2"]),
            (["a": 1, "b": 2], ["x": 2, "a": 1], ["insert x", "keep 0", "remove 1"]),
            (["a": 1, "b": 1], ["x": 1, "b": 1], ["rename 0 to x", "keep 1"]),
            (["a": 1, "b": 1], ["a": 1, "x": 1, "y": 1], ["keep 0", "rename 1 to x", "insert y"]),
        ] as [(PropertyListDictionary, PropertyListDictionary, [String])]
    )
    func steps(old: PropertyListDictionary, new: PropertyListDictionary, steps: [String]) throws {
        #expect(try #require(new.changes(from: old)).map(spelled) == steps)
    }

    @Test(
        "there are no steps if the common keys are in another order",
        arguments: [
            (["a": 1, "b": 2], ["b": 2, "a": 1]), (["a": 1, "b": 2, "c": 3], ["c": 3, "x": 0, "b": 2]),
        ] as [(PropertyListDictionary, PropertyListDictionary)]
    )
    func otherOrder(old: PropertyListDictionary, new: PropertyListDictionary) {
        #expect(new.changes(from: old).map { $0.map(spelled) } == nil)
    }

    @Test(
        "steps from array to array keep as many elements as possible, in both orders",
        arguments: [
            ([], [], []),
            ([1, 2], [1, 2], ["keep 0", "keep 1"]),
            ([1, 2], [1, 3], ["keep 0", "replace 1 with 3"]),
            ([1, 2], [1, 2, 2], ["keep 0", "keep 1", "insert 2"]),
            ([1, 2, 3], [1, 3], ["keep 0", "remove 1", "keep 2"]),
            ([1, 2, 3], [0, 2, 4, 3], ["replace 0 with 0", "keep 1", "insert 4", "keep 2"]),
            ([1, 2, 3, 4], [3, 1, 2, 4], ["insert 3", "keep 0", "keep 1", "remove 2", "keep 3"]),
            ([1, 2], [5, 6, 7], ["replace 0 with 5", "replace 1 with 6", "insert 7"]),
            ([1, 2, 3], [9], ["replace 0 with 9", "remove 1", "remove 2"]),
            ([.real(.nan), -0.0], [.real(.nan), 0.0], ["keep 0", "replace 1"]),
        ] as [([PropertyList], [PropertyList], [String])]
    )
    func arraySteps(old: [PropertyList], new: [PropertyList], steps: [String]) {
        #expect(new.changes(from: old).map(spelled) == steps)
    }

    @Test("steps between random arrays keep a longest common subsequence, and give the new array")
    func randomArrays() {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<500 {
            let (old, new) = (numbers(using: &generator), numbers(using: &generator))
            let changes = new.changes(from: old)
            #expect(changes.compactMap(\.oldPosition) == Array(old.indices))
            let kept = changes.count { if case .keep = $0 { true } else { false } }
            #expect(kept == longestCommon(old, new), "\(old) \(new)")
            #expect(elements(of: old, after: changes) == new)
        }
    }

    @Test("arrays of 100,000 elements that all differ, or are in reverse order, are replaced one by one")
    func largeArrays() {
        let old = (0..<100_000).map { PropertyList.integer(PropertyListInteger(Int64($0))) }
        for new: [PropertyList] in [old.map { ["\($0)": $0] }, old.reversed()] {
            let changes = new.changes(from: old)
            #expect(changes.count == old.count)
            #expect(elements(of: old, after: changes) == new)
        }
    }

    private func numbers(using generator: inout SeededGenerator) -> [PropertyList] {
        (0..<Int.random(in: 0...12, using: &generator)).map { _ in
            .integer(PropertyListInteger(Int64.random(in: 0...5, using: &generator)))
        }
    }

    private func longestCommon(_ old: [PropertyList], _ new: [PropertyList]) -> Int {
        var row = [Int](repeating: 0, count: new.count + 1)
        for element in old {
            let above = row
            for (index, other) in new.enumerated() {
                row[index + 1] = element == other ? above[index] + 1 : max(above[index + 1], row[index])
            }
        }
        return row[new.count]
    }

    private func elements(of old: [PropertyList], after changes: [EntryChange]) -> [PropertyList] {
        changes.compactMap { change in
            switch change {
            case .keep(let position): old[position]
            case .replaceValue(let position, let value, let new): value == old[position] ? new : nil
            case .insert(nil, let value): value
            case .remove, .rename, .insert: nil
            }
        }
    }

    private func spelled(_ change: EntryChange) -> String {
        switch change {
        case .keep(let position): "keep \(position)"
        case .replaceValue(let position, _, .integer(let value)): "replace \(position) with \(value)"
        case .replaceValue(let position, _, _): "replace \(position)"
        case .rename(let position, let key): "rename \(position) to \(key)"
        case .remove(let position): "remove \(position)"
        case .insert(let key?, _): "insert \(key)"
        case .insert(nil, .integer(let value)): "insert \(value)"
        case .insert(nil, _): "insert"
        }
    }
}

@Suite("A stack that returns its upper elements together")
struct ElementStackTests {
    @Test("elements are removed in their order, from any position and however far the stack has grown")
    func order() {
        var stack = ElementStack<Int>()
        for element in 0..<100 {
            stack.push(element)
        }
        #expect(stack.pop(from: 100).isEmpty)
        #expect(stack.pop(from: 40) == Array(40..<100))
        stack.push(7)
        #expect(stack.count == 41)
        #expect(stack[40] == 7 && stack[0] == 0)
        #expect(stack.pop(from: 0) == Array(0..<40) + [7])
        #expect(stack.count == 0)
    }

    @Test("each element is released once, with the array that it moved to or with the stack")
    func release() {
        final class Element {}
        weak var moved: Element?
        weak var kept: Element?
        do {
            var stack = ElementStack<Element>()
            let (first, second) = (Element(), Element())
            (kept, moved) = (first, second)
            stack.push(first)
            for _ in 0..<50 {
                stack.push(second)
            }
            let elements = stack.pop(from: 1)
            #expect(elements.count == 50)
        }
        #expect(moved == nil)
        #expect(kept == nil)
    }
}
