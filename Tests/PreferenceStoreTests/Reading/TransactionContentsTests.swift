import PropertyLists
import TestSupport
import Testing

@testable import PreferenceStore

@Suite("The contents of a transaction")
struct TransactionContentsTests {
    @Test("random removals, writes and reads have the same effect as in a dictionary")
    func model() {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<200 {
            let count = Int.random(in: 0...40, using: &generator)
            var expected: PropertyListDictionary = [:]
            for number in 0..<count {
                expected["key\(number)"] = number.propertyList
            }
            var contents = TransactionContents(expected, format: .binary)
            for step in 0..<100 {
                let number = Int.random(in: 0...45, using: &generator)
                let former = (number + Int.random(in: 1...45, using: &generator)) % 46
                let names = ["key\(number)"] + (Bool.random(using: &generator) ? ["key\(former)"] : [])
                switch Int.random(in: 0...20, using: &generator) {
                case 0: #expect(contents.root == expected)
                case 1: contents.root["key\(step)"] = "x"; expected["key\(step)"] = "x"
                case 2...7: contents[names] = nil; expected.set(nil, named: names)
                case 8...13: contents[names] = step.propertyList; expected.set(step.propertyList, named: names)
                default: #expect(contents[names] == names.lazy.compactMap { expected[$0] }.first)
                }
            }
            #expect(contents.root == expected)
        }
    }

    @Test("removed entries are moved out only when all contents are needed, among reads and writes")
    func pending() {
        let keys = (0..<100).map { ["key\($0)"] }
        var contents = TransactionContents([:], format: .binary)
        for key in keys {
            contents[key] = 1
        }
        for (position, key) in keys.enumerated() where position > 0 {
            contents[key] = nil
            contents[keys[0]] = position.propertyList
            #expect(contents[key] == nil)
            #expect(contents.removed.count == position)
        }
        #expect(contents.root == ["key0": 99])
    }

    @Test("changes are those from the old contents, also after a further change, with rounded values")
    func changes() {
        var contents = TransactionContents(["a": 1, "b": 2, "c": 3], format: .xml)
        contents[["b"]] = nil
        #expect(contents.changes == [PreferenceChange(key: "b", old: 2, new: nil)])
        contents.root["a"] = .date(PropertyListDate(secondsSinceReferenceDate: 1.5))
        contents.root["d"] = 4
        let date = PropertyList.date(PropertyListDate(secondsSinceReferenceDate: 1))
        #expect(
            contents.changes == [
                PreferenceChange(key: "a", old: 1, new: date), PreferenceChange(key: "d", old: nil, new: 4),
                PreferenceChange(key: "b", old: 2, new: nil),
            ]
        )
        #expect(contents.roundedKeys == ["a"])
        #expect(contents.old == ["a": 1, "b": 2, "c": 3])
    }
}

extension PropertyListDictionary {
    fileprivate mutating func set(_ value: PropertyList?, named names: [String]) {
        for (position, name) in names.enumerated() {
            self[name] = position == 0 ? value : nil
        }
    }
}
