import TestSupport
import Testing

@testable import PropertyLists

@Suite("Locating one value of a binary property list")
struct BinarySelectionTests {
    private static let tree: PropertyList = [
        "name": "Ada", "é": [true, ["deep": 5]], "empty": [:], "": ["0": "zero", "name": "inner"],
        "long": .string(long),
    ]
    private static let long = String(repeating: "x", count: 300)

    @Test(
        "a path leads to a value or to nil",
        arguments: [
            ([], tree), (["name"], "Ada"), (["é"], [true, ["deep": 5]]), (["é", "0"], true), (["é", "1", "deep"], 5),
            (["empty"], [:]), (["", "0"], "zero"), (["", "name"], "inner"), (["long"], .string(long)),
            (["nam"], nil), (["names"], nil), (["Name"], nil), (["e\u{301}"], nil), (["name", "0"], nil),
            (["é", "2"], nil), (["é", "01"], nil), (["é", "-1"], nil), (["é", "+1"], nil), (["é", ""], nil),
            (["é", "99999999999999999999"], nil), (["empty", ""], nil), (["é", "1", "deep", "x"], nil),
        ] as [([String], PropertyList?)]
    )
    func paths(path: [String], value: PropertyList?) throws {
        #expect(try locate(path, in: BinaryWriter.document(Self.tree)) == value)
    }

    @Test(
        "a key is found however its text is stored",
        arguments: [
            ([0x52, 0x68, 0x69], "hi"), ([0x5F, 0x10, 0x02, 0x68, 0x69], "hi"), ([0x62, 0, 0x68, 0, 0x69], "hi"),
            ([0x61, 0x00, 0xE9], "é"), ([0x62, 0xD8, 0x3D, 0xDE, 0x00], "😀"), ([0x50], ""), ([0x60], ""),
        ] as [([UInt8], String)]
    )
    func spellings(key: [UInt8], text: String) throws {
        #expect(try locate([text], in: BinaryDocument([0xD1, 1, 2], key, [0x10, 7]).bytes) == 7)
    }

    @Test(
        "what the search reads is checked",
        arguments: [
            (BinaryDocument([0xD1, 1, 1], [0x10, 5]), .keyNotString(.integer), 9),
            (BinaryDocument([0xD1, 2, 1], [0x10, 5]), .invalidReference(2), 9),
            (BinaryDocument([0xD1, 1, 2], [0x51, 0x61]), .invalidReference(2), 10),
            (BinaryDocument([0xD1, 1, 1], [0x52, 0x61]), .invalidObject(marker: 0x52), 11),
            (BinaryDocument([0xD1, 1, 0], [0x51, 0x61]), .cycle, 10),
            (BinaryDocument([0xD1, 1, 2], [0x51, 0x61], [0x71, 0x61]), .invalidObject(marker: 0x71), 13),
            (BinaryDocument([0xD1, 1, 2], [0x51, 0x61], [0xD2, 1, 1, 0, 0]), .cycle, 16),
        ] as [(BinaryDocument, PropertyListProblem, Int)]
    )
    func damage(document: BinaryDocument, problem: PropertyListProblem, offset: Int) {
        let found = error { () throws(PropertyListError) in try locate(["a"], in: document.bytes) ?? true }
        #expect(found == PropertyListError(problem, at: SourcePosition(offset: offset)))
    }

    @Test("what the search does not read is not checked")
    func untouched() throws {
        let document = BinaryDocument([0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x62], [0x10, 7], [0xF0])
        #expect(try locate(["a"], in: document.bytes) == 7)
        #expect(try locate(["c"], in: document.bytes) == nil)
    }

    @Test("a key of Latin-1 that is marked as ASCII is found, and its bytes are not read as UTF-8")
    func latin1() throws {
        let document = BinaryDocument([0xD2, 1, 2, 3, 4], [0x52, 0xC3, 0xA9], [0x52, 0xE9, 0x61], [0x09], [0x08]).bytes
        #expect(try PropertyList(parsing: document.span, keys: ["éa", "ā", "Ã©"]) == ["Ã©": true, "éa": false])
        for absent in ["é", "e\u{301}a", "éaā", "ā", ""] {
            #expect(try locate([absent], in: document) == nil)
        }
    }

    @Test("the first entry of a duplicate key counts, also if one is in UTF-16")
    func duplicates() throws {
        let document = BinaryDocument([0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x61, 0, 0x61], [0x09], [0x08]).bytes
        #expect(try locate(["a"], in: document) == true)
    }

    @Test("a search finds what the reader finds in a document that no program writes")
    func randomDocuments() throws {
        var generator = SeededGenerator.printingSeed()
        let random = RandomPropertyList()
        for _ in 0..<20 {
            var tree = random.dictionary(using: &generator)
            for _ in 0..<Int.random(in: 0...3_000, using: &generator) {
                let length = Int.random(in: 0...40, using: &generator)
                let key = String((0..<length).map { _ in "aébc😀d".randomElement(using: &generator) ?? "x" })
                tree[key] = .string(key)
            }
            let document = RandomBinaryDocument.bytes(of: .dictionary(tree), using: &generator)
            let keys = (0..<5).compactMap { _ in tree.keys.randomElement(using: &generator) } + ["", "absent"]
            let found = try PropertyList(parsing: document.span, keys: keys)
            #expect(found == (try PropertyList(binary: document)).keeping(.named(keys)))
        }
    }

    @Test("the root dictionary counts toward the depth of a value in it")
    func depth() throws {
        #expect(try locate(["k"], in: BinaryWriter.document(["k": nested(511)])) == nested(511))
        var deep = BinaryDocument([0xD1, 0, 1, 0, 2], [0x51, 0x6B])
        deep.objects += (3...514).map { [0xA1, UInt8($0 >> 8), UInt8($0 & 0xFF)] } + [[0x09]]
        deep.offsetWidth = 2
        deep.referenceWidth = 2
        let found = error { () throws(PropertyListError) in try locate(["k"], in: deep.bytes) }
        #expect(found?.problem == .tooDeep(limit: 512))
    }

    @Test("every value of a random document is found at its path")
    func everyValue() throws {
        var generator = SeededGenerator.printingSeed()
        let random = RandomPropertyList()
        for _ in 0..<100 {
            let tree = PropertyList.dictionary(random.dictionary(using: &generator))
            let document = try BinaryWriter.document(tree)
            try expectEachValue(of: tree, at: [], in: document)
        }
    }

    @Test("any bytes give a value or an error, and the reader's value if the reader succeeds")
    func mutations() throws {
        var generator = SeededGenerator.printingSeed()
        let random = RandomPropertyList()
        for _ in 0..<300 {
            let dictionary = random.dictionary(using: &generator)
            let bytes = try BinaryWriter.document(.dictionary(dictionary))
            for _ in 0..<20 {
                let damaged = bytes.damaged(using: &generator)
                let key = dictionary.keys.randomElement(using: &generator) ?? ""
                let located = Result { () throws(PropertyListError) in try locate([key], in: damaged) }
                // The search may miss damage elsewhere. If the reader succeeds, both find the same value.
                if case .dictionary(let whole)? = try? PropertyList(binary: damaged) {
                    #expect(try located.get() == whole[key])
                }
            }
        }
    }

    private func expectEachValue(of value: PropertyList, at path: [String], in document: [UInt8]) throws {
        #expect(try locate(path, in: document) == value)
        switch value {
        case .array(let elements):
            for (position, element) in elements.enumerated() {
                try expectEachValue(of: element, at: path + [String(position)], in: document)
            }
        case .dictionary(let dictionary):
            for entry in dictionary {
                try expectEachValue(of: entry.value, at: path + [entry.key], in: document)
            }
        default:
            break
        }
    }
}
