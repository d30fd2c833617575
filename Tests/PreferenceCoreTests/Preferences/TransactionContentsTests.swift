import PropertyLists
import TestSupport
import Testing

@testable import PreferenceCore

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
            var contents = TransactionContents(expected)
            for step in 0..<100 {
                let number = Int.random(in: 0...45, using: &generator)
                let former = (number + Int.random(in: 1...45, using: &generator)) % 46
                let key = PreferenceKey<Int?>(
                    "key\(number)",
                    formerly: Bool.random(using: &generator) ? ["key\(former)"] : []
                )
                switch Int.random(in: 0...20, using: &generator) {
                case 0: #expect(contents.all == expected)
                case 1: contents.all["key\(step)"] = "x"; expected["key\(step)"] = "x"
                case 2...7: contents[key] = nil; expected[named: key.names] = nil
                case 8...13: contents[key] = step.propertyList; expected[named: key.names] = step.propertyList
                default: #expect(contents[key] == expected[named: key.names])
                }
            }
            #expect(contents.all == expected)
        }
    }

    @Test("removed entries are moved out only when all contents are needed, among reads and writes")
    func pending() {
        let keys = (0..<100).map { PreferenceKey<Int?>("key\($0)") }
        var contents = TransactionContents([:])
        for key in keys {
            contents[key] = 1
        }
        for (position, key) in keys.enumerated() where position > 0 {
            contents[key] = nil
            contents[keys[0]] = position.propertyList
            #expect(contents[key] == nil)
            #expect(contents.removed.count == position)
        }
        #expect(contents.all == ["key0": 99])
    }
}
