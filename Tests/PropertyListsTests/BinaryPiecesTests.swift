import TestSupport
import Testing

@testable import PropertyLists

@Suite("A search in a binary document that is fetched piece by piece")
struct BinaryPiecesTests {
    @Test("finds what a search in the whole document finds, in few of its bytes")
    func search() throws {
        var generator = SeededGenerator.printingSeed()
        var tree = PropertyListDictionary()
        for number in 0..<2_000 {
            tree["key\(number)"] = .string(String(repeating: "\(number) ", count: 100))
        }
        tree["é"] = .array((0..<300).map { .string("element \($0)") })
        tree["large"] = .dictionary(tree)
        let document = try BinaryWriter.document(.dictionary(tree))
        for keys in [["key17"], ["key1999", "absent"], ["é"], ["key1000", "key2", "é"], ["large"], []] {
            let (found, fetched) = try BinaryLocator.search(keys, in: document, using: &generator)
            #expect(found == .dictionary(tree).keeping(.named(keys)))
            #expect(keys == ["large"] || fetched < document.count)
        }
    }

    @Test("has the errors of a search in the whole document")
    func damage() throws {
        var generator = SeededGenerator.printingSeed()
        var tree: PropertyListDictionary = ["sought": [["deep": "value"], "é"]]
        for number in 0..<300 {
            tree["key\(number)"] = .string(String(repeating: "\(number)", count: 800))
        }
        let document = try BinaryWriter.document(.dictionary(tree))
        for _ in 0..<60 {
            let damaged = document.damaged(using: &generator)
            let expected = Result { () throws(PropertyListError) in
                try PropertyList(parsing: damaged.span, as: .binary, keys: ["sought"])
            }
            let found = Result { () throws(PropertyListError) in
                try BinaryLocator.search(["sought"], in: damaged, using: &generator).found
            }
            #expect(found == expected)
        }
    }

    @Test("has a root that is no dictionary fetched whole")
    func array() throws {
        var generator = SeededGenerator.printingSeed()
        let tree = PropertyList.array((0..<40_000).map { .integer(PropertyListInteger(UInt64($0))) })
        let document = try BinaryWriter.document(tree)
        #expect(try BinaryLocator.search(["k"], in: document, using: &generator).found == tree)
    }
}
