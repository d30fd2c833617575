import TestSupport
import Testing

@testable import PropertyLists

@Suite("Reading the keys, or selected entries, of a document")
struct KeySelectionTests {
    @Test("random documents have the keys and the entries of their trees, in the same order")
    func randomDocuments() throws {
        var generator = SeededGenerator.printingSeed()
        var counts: [PropertyListFormat: Int] = [:]
        for _ in 0..<300 {
            let random = RandomXMLDocument(using: &generator)
            let text = random.text.hasPrefix("\u{FEFF}") ? random.text : "\u{FEFF}" + random.text
            var documents = DocumentEncoding.allCases.map { ($0.encode(text), PropertyListFormat.xml) }
            let tree = PropertyList.dictionary(random.dictionary)
            documents.append((RandomBinaryDocument.bytes(of: tree, using: &generator), .binary))
            documents += [.json, .openStep, .binary].compactMap { format in
                (try? tree.serialized(as: format)).map { ($0, format) }
            }
            for (bytes, format) in documents {
                try expectParts(of: bytes, as: format, using: &generator)
                counts[format, default: 0] += 1
            }
        }
        #expect(counts.values.allSatisfy { $0 > 20 } && counts.count == 4)
    }

    @Test(
        "a root that is not a dictionary has no keys, and is read whole",
        arguments: [PropertyListFormat.xml, .binary]
    )
    func otherRoots(format: PropertyListFormat) throws {
        for tree in [true, ["a"], [["a": 1]], "text"] as [PropertyList] {
            let bytes = try tree.serialized(as: format)
            #expect(try PropertyList.parseKeys(bytes.span) == nil)
            #expect(try PropertyList(parsing: bytes, where: { _ in false }) == tree)
        }
    }

    @Test("the keys of JSON and OpenStep text need the reader", arguments: [PropertyListFormat.json, .openStep])
    func otherFormats(format: PropertyListFormat) throws {
        let bytes = try (["a": "b"] as PropertyList).serialized(as: format)
        #expect(try PropertyList.parseKeys(bytes.span) == nil)
    }

    @Test("damaged XML has the same error as when it is read whole, whatever is read of it")
    func damagedXML() throws {
        var generator = SeededGenerator.printingSeed()
        var failures = 0
        for _ in 0..<2_000 {
            let document = RandomXMLDocument(using: &generator).text
            let damaged = Array(document.utf8).damaged(using: &generator)
            let whole = Result { () throws(PropertyListError) in try PropertyList(parsing: damaged.span) }
            // A document that is no longer XML needs the tree, and so does a root that is not a dictionary.
            #expect(keys(of: damaged).flatMap { $0 == nil ? whole.map(\.keys) : .success($0) } == whole.map(\.keys))
            let some = Result { () throws(PropertyListError) in try PropertyList(parsing: damaged, where: hasLetterA) }
            #expect(some == whole.map { $0.keeping(.matching(hasLetterA)) })
            failures += (try? whole.get()) == nil ? 1 : 0
        }
        #expect((200..<1_990).contains(failures))
    }

    @Test("damaged binary documents have the tree's keys if the tree can be read, and fewer errors")
    func damagedBinary() throws {
        var generator = SeededGenerator.printingSeed()
        var (wholeFailures, keyFailures) = (0, 0)
        for _ in 0..<4_000 {
            let tree = PropertyList.dictionary(RandomPropertyList().dictionary(using: &generator))
            let damaged = RandomBinaryDocument.bytes(of: tree, using: &generator).damaged(using: &generator)
            let whole = Result { () throws(PropertyListError) in try PropertyList(parsing: damaged.span, as: .binary) }
            let all = Result { () throws(PropertyListError) in
                try PropertyList(parsing: damaged, as: .binary, where: { _ in true })
            }
            #expect((try? all.get()) == (try? whole.get()))
            let keys = keys(of: damaged)
            if case .success(.dictionary(let dictionary)) = whole {
                #expect(keys == .success(dictionary.keys))
            } else {
                wholeFailures += 1
                keyFailures += (try? keys.get()) == nil ? 1 : 0
            }
        }
        // Most damage is in the trailer and the offsets, which both reads need.
        #expect((10..<wholeFailures).contains(keyFailures))
    }

    @Test(
        "damage in the root dictionary or in a key of a binary document is the same error as in the tree",
        arguments: [
            BinaryDocument([0xD2, 1, 1, 1, 1], [0x51, 0x61]),
            BinaryDocument([0xD3, 3, 1, 2, 1, 1, 1], [0x51, 0x61], [0x61, 0x00, 0x61], [0x51, 0x62]),
            BinaryDocument([0xD1, 1, 0], [0x51, 0x61]), BinaryDocument([0xD1, 1, 2], [0x51, 0x61]),
            BinaryDocument([0xD1, 1, 1], [0x10, 5]), BinaryDocument([0xD1, 2, 1], [0x10, 5]),
            BinaryDocument([0xD1, 1, 1], [0x52, 0x61]), BinaryDocument([0xD1, 0, 1], [0x51, 0x61]),
            BinaryDocument([0xD1, 1, 2], [0x61, 0xD8, 0x00], [0x08]),
        ]
    )
    func keyDamage(document: BinaryDocument) throws {
        let bytes = document.bytes
        let expected = try #require(error { () throws(PropertyListError) in try PropertyList(binary: document) })
        #expect(keys(of: bytes) == .failure(expected))
        let found = error { () throws(PropertyListError) in try PropertyList(parsing: bytes, where: { _ in false }) }
        #expect(found == expected)
    }

    @Test("damage in a value of a binary document is an error only if the value is read")
    func valueDamage() throws {
        let document = BinaryDocument(
            [0xD3, 1, 2, 3, 4, 5, 6],
            [0x51, 0x61],
            [0x51, 0x62],
            [0x51, 0x63],
            [0x10, 7],
            [0xF0],
            [0x61, 0xD8, 0x00]
        )
        let bytes = document.bytes
        #expect(keys(of: bytes) == .success(["a", "b", "c"]))
        #expect(try PropertyList(parsing: bytes, where: { $0.count == 1 && $0[0] == UInt8(ascii: "a") }) == ["a": 7])
        let problems: [(UInt8, PropertyListProblem)] = [
            (UInt8(ascii: "b"), .invalidObject(marker: 0xF0)), (UInt8(ascii: "c"), .invalidUTF16),
        ]
        for (letter, problem) in problems {
            let found = error { () throws(PropertyListError) in
                try PropertyList(parsing: bytes, where: { $0[0] == letter })
            }
            #expect(found?.problem == problem)
        }
    }

    @Test("many named keys of a binary document are read without the other values")
    func manyNamed() throws {
        let names = (0..<100).map { "k\($0)" }
        var dictionary = PropertyListDictionary()
        for name in names {
            dictionary[name] = [.string(name)]
        }
        dictionary["damaged"] = .string("é")
        var bytes = try BinaryWriter.document(.dictionary(dictionary))
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x61, 0x00, 0xE9]) })
        bytes[place + 1] = 0xD8
        let some = Array(names.prefix(30))
        let found = try PropertyList(parsing: bytes.span, keys: ["absent"] + some.reversed())
        guard case .dictionary(let entries) = found else {
            Issue.record("\(found) is no dictionary")
            return
        }
        #expect(entries.keys == some)
        #expect(entries["k7"] == ["k7"])
        let problem = error { () throws(PropertyListError) in
            try PropertyList(parsing: bytes.span, keys: names + ["damaged"])
        }
        #expect(problem?.problem == .invalidUTF16)
    }

    // MARK: -

    /// Expects that the keys and the selected entries of a document match its tree.
    private func expectParts(
        of bytes: [UInt8],
        as format: PropertyListFormat,
        using generator: inout SeededGenerator
    ) throws {
        let whole = try PropertyList(parsing: bytes.span)
        guard case .dictionary(let dictionary) = whole else { return }
        if let (keys, found) = try PropertyList.parseKeys(bytes.span) {
            #expect(keys == dictionary.keys)
            #expect(found == format)
        } else {
            #expect(format == .json || format == .openStep)
        }
        let parity = UInt8.random(in: 0...1, using: &generator)
        let isWanted: KeySelection.Condition = { $0.isEmpty || $0[$0.count - 1] % 2 == parity }
        let some = try PropertyList(parsing: bytes, where: isWanted)
        let expected = dictionary.filter { isWanted($0.key.utf8Span.span) }
        guard case .dictionary(let entries) = some else {
            Issue.record("\(some) is no dictionary")
            return
        }
        #expect(Array(entries) == expected)
    }

    private let hasLetterA: KeySelection.Condition = { key in
        key.indices.contains { key[$0] == UInt8(ascii: "a") }
    }

    private func keys(of bytes: [UInt8]) -> Result<[String]?, PropertyListError> {
        Result { () throws(PropertyListError) in try PropertyList.parseKeys(bytes.span)?.keys }
    }
}

extension PropertyList {
    fileprivate init(
        parsing bytes: [UInt8],
        as format: PropertyListFormat? = nil,
        where isWanted: @escaping KeySelection.Condition
    ) throws(PropertyListError) {
        (self, _) = try PropertyList.parse(bytes.span, as: format, keys: .matching(isWanted))
    }

    /// The keys of a dictionary, or nil for any other value.
    fileprivate var keys: [String]? {
        if case .dictionary(let dictionary) = self { dictionary.keys } else { nil }
    }
}
