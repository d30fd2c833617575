import Testing

@testable import PropertyLists

@Suite("A dictionary")
struct PropertyListDictionaryTests {
    @Test("equals another with the same entries in any order", arguments: [3, 100])
    func order(count: Int) {
        let ascending = dictionary(of: 0..<count)
        let descending = dictionary(of: (0..<count).reversed())
        #expect(ascending == descending)
        #expect(ascending.hashValue == descending.hashValue)
    }

    @Test("differs where a key, a value or the number of entries does", arguments: [3, 100])
    func difference(count: Int) {
        let one = dictionary(of: 0..<count)
        var other = one
        other["0"] = "other"
        #expect(one != other)
        #expect(one != dictionary(of: 1...count))
        #expect(one != dictionary(of: 1..<count))
        #expect(dictionary(of: 1..<count) != one)
    }

    @Test("finds a key wherever it is expected", arguments: [3, 100])
    func position(count: Int) {
        let dictionary = dictionary(of: 0..<count)
        for expected in [0, 1, count - 1, count, count + 1] {
            #expect(dictionary.position(of: "1", expectedAt: expected) == 1)
            #expect(dictionary.position(of: "none", expectedAt: expected) == nil)
        }
    }

    @Test("loses the entries for which a condition holds, and no copy of it does", arguments: [3, 100])
    func removal(count: Int) {
        let whole = dictionary(of: 0..<count)
        // Often enough that the positions are kept.
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
