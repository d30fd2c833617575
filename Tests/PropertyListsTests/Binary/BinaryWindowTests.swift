import TestSupport
import Testing

@testable import PropertyLists

@Suite("Searching many keys of a binary document through windows")
struct BinaryWindowTests {
    /// The order of object numbers, or of objects in the document.
    enum Order: CaseIterable {
        case ascending, descending, random
    }

    private static let count = 6_000
    /// The size of the data that no other object refers to, in bytes.
    private static let unusedLength = 400_000

    @Test("each key is found, wherever the windows end", arguments: Order.allCases, Order.allCases)
    func orders(numbers: Order, places: Order) throws {
        var generator = SeededGenerator.printingSeed()
        let document = document(numbers: numbers, places: places, using: &generator)
        var keys = ["key 0", "key \(Self.count - 1)", "absent", "é 7"]
        keys += (0..<8).map { _ in "key \(Int.random(in: 0..<Self.count, using: &generator))" }
        let (found, fetched) = try BinaryLocator.search(keys, in: document, using: &generator)
        #expect(found == (try PropertyList(binary: document)).keeping(.named(keys)))
        // The document itself, plus the windows that were fetched before they proved useless.
        #expect(fetched <= document.count + 128 * DocumentWindow.length)
    }

    @Test("ordered keys are read in one pass, forward or backward", arguments: [true, false])
    func direction(isAscending: Bool) throws {
        var generator = SeededGenerator.printingSeed()
        let order: Order = isAscending ? .ascending : .descending
        let document = document(numbers: .ascending, places: order, using: &generator)
        let keys = ["key 17"]
        let (found, fetched) = try BinaryLocator.search(keys, in: document, using: &generator)
        #expect(found == (try PropertyList(binary: document)).keeping(.named(keys)))
        #expect(fetched < Self.unusedLength)
    }

    @Test("a key is found at any distance from the end of a window")
    func borders() throws {
        var generator = SeededGenerator.printingSeed()
        let last = String(repeating: "z", count: 40)
        for shift in 0..<64 {
            // The length of the first key shifts the keys after it by one byte in each round.
            var tree: PropertyListDictionary = [String(repeating: "a", count: 200 + shift): 0]
            for number in 0..<1_100 {
                tree["\(number) " + String(repeating: "m", count: 50)] = .boolean(true)
            }
            tree[last] = "found"
            let document = try BinaryWriter.document(.dictionary(tree))
            let keys = [last, "600 " + String(repeating: "m", count: 50)]
            #expect(
                try BinaryLocator.search(keys, in: document, using: &generator).found
                    == PropertyList.dictionary(tree).keeping(.named(keys))
            )
        }
    }

    @Test("a search among damaged keys has the same errors as in the whole document")
    func damage() throws {
        var generator = SeededGenerator.printingSeed()
        var failures = 0
        for _ in 0..<40 {
            let document = document(numbers: .ascending, places: .ascending, using: &generator)
            let trailer = try BinaryTrailer.of(document)
            let references = 13..<13 + Self.count * trailer.referenceWidth
            let offsets = trailer.offsetTable..<document.count - BinaryTrailer.length
            for area in [references, offsets, 0..<document.count - Self.unusedLength] {
                var damaged = document
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    damaged[Int.random(in: area, using: &generator)] = .random(in: .min ... .max, using: &generator)
                }
                let keys = ["key 5000", "é 7"]
                let expected = Result { () throws(PropertyListError) in
                    try PropertyList(parsing: damaged.span, as: .binary, keys: keys)
                }
                let found = Result { () throws(PropertyListError) in
                    try BinaryLocator.search(keys, in: damaged, using: &generator).found
                }
                #expect(found == expected)
                if case .failure = found {
                    failures += 1
                }
            }
        }
        #expect(failures > 0)
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
            let found = try BinaryLocator.search(keys, in: document, using: &generator).found
            #expect(found == (try PropertyList(binary: document)).keeping(.named(keys)))
        }
    }

    @Test("the first entry of a duplicate key counts, however far apart its entries are")
    func duplicates() throws {
        var generator = SeededGenerator.printingSeed()
        let document = document(numbers: .ascending, places: .ascending, twice: true, using: &generator)
        #expect(try BinaryLocator.search(["key 0"], in: document, using: &generator).found == ["key 0": true])
        #expect(try BinaryLocator.search(["key 1"], in: document, using: &generator).found == ["key 1": true])
    }

    @Test("a key of Latin-1 that is marked as ASCII is found, and its bytes are not read as UTF-8")
    func latin1() throws {
        let document = BinaryDocument([0xD2, 1, 2, 3, 4], [0x52, 0xC3, 0xA9], [0x52, 0xE9, 0x61], [0x09], [0x08]).bytes
        #expect(try PropertyList(binary: document) == ["Ã©": true, "éa": false])
        #expect(try locate(["Ã©"], in: document) == true)
        #expect(try locate(["éa"], in: document) == false)
        for absent in ["é", "e\u{301}a", "éaā", "ā", ""] {
            #expect(try locate([absent], in: document) == nil)
        }
        var generator = SeededGenerator.printingSeed()
        let keys = ["éa", "ā", "Ã©"]
        #expect(try BinaryLocator.search(keys, in: document, using: &generator).found == PropertyList(binary: document))
    }

    /// Returns a document of many keys that all have the same value.
    ///
    /// One of the keys is not ASCII, and one is long.
    ///
    /// - Parameter twice: Whether the first key occurs again at the end.
    private func document(
        numbers: Order,
        places: Order,
        twice: Bool = false,
        using generator: inout SeededGenerator
    ) -> [UInt8] {
        var texts = (0..<Self.count).map { "key \($0)" } + ["é 7", String(repeating: "long ", count: 80)]
        if twice {
            texts.append("key 0")
        }
        let keyNumbers = order(numbers, of: texts.count, using: &generator)
        let keyPlaces = order(places, of: texts.count, using: &generator)
        var document = BinaryDocument()
        document.referenceWidth = 2
        document.offsetWidth = 3
        var root: [UInt8] = []
        root.append(marker: BinaryMarker.dictionary, count: texts.count)
        root.append(bigEndian: keyNumbers.map { $0 + 2 }, width: 2)
        root.append(bigEndian: [Int](repeating: 1, count: texts.count), width: 2)
        document.objects = [root, [0x09]]
        var offset = BinaryTrailer.headerLength + root.count + 1
        var offsets = [UInt64](repeating: 0, count: texts.count + 2)
        (offsets[0], offsets[1]) = (UInt64(BinaryTrailer.headerLength), UInt64(offset - 1))
        for key in keyPlaces {
            var text: [UInt8] = []
            text.append(binaryScalar: .string(texts[key]))
            offsets[keyNumbers[key] + 2] = UInt64(offset)
            document.objects.append(text)
            offset += text.count
        }
        var unused: [UInt8] = []
        unused.append(binaryScalar: .data([UInt8](repeating: 0, count: Self.unusedLength)))
        document.objects.append(unused)
        document.offsets = offsets + [UInt64(offset)]
        return document.bytes
    }

    private func order(_ order: Order, of count: Int, using generator: inout SeededGenerator) -> [Int] {
        switch order {
        case .ascending: Array(0..<count)
        case .descending: (0..<count).reversed()
        case .random: (0..<count).shuffled(using: &generator)
        }
    }
}

extension BinaryTrailer {
    fileprivate static func of(_ document: [UInt8]) throws(PropertyListError) -> BinaryTrailer {
        try document.span.withByteView { bytes throws(PropertyListError) in try BinaryTrailer(bytes) }
    }
}
