import TestSupport
import Testing

@testable import PropertyLists

@Suite("Editing the bytes of a binary document", .mayWait)
struct BinaryEditorTests {
    private static let document = BinaryDocument(
        [0xD2, 1, 2, 3, 4],
        [0x51, 0x61],
        [0x51, 0x62],
        [0x10, 7],
        [0xA2, 3, 5],
        [0x52, 0x68, 0x69]
    )

    @Test("a shared value stays, and the new value becomes the last object")
    func sharedValue() throws {
        var expected = Self.document
        expected.objects[0] = [0xD2, 1, 2, 6, 4]
        expected.objects.append([0x09])
        try expect(Self.document, { $0["a"] = true }, gives: expected)
    }

    @Test("a replaced value goes with the objects that only it refers to, and the new objects take their references")
    func replacement() throws {
        var expected = Self.document
        // The new array is object 4, and its only element is object 5. They stay at the end of the objects.
        expected.objects[4] = [0xA1, 5]
        expected.objects[5] = [0x51, 0x63]
        try expect(Self.document, { $0["b"] = ["c"] }, gives: expected)
    }

    @Test("an element is replaced, added or removed in the object of its array, and the others keep their objects")
    func elements() throws {
        var expected = Self.document
        expected.objects[5] = [0x09]
        try expect(Self.document, { $0["b"] = [7, true] }, gives: expected)
        expected = Self.document
        expected.objects[4] = [0xA3, 3, 5, 6]
        expected.objects.append([0x09])
        try expect(Self.document, { $0["b"] = [7, "hi", true] }, gives: expected)
        expected = Self.document
        expected.objects[4] = [0xA1, 5]
        try expect(Self.document, { $0["b"] = ["hi"] }, gives: expected)
    }

    @Test("an array to which two values refer, or a set, is replaced as a whole")
    func sharedArray() throws {
        let shared = BinaryDocument([0xD2, 1, 2, 3, 3], [0x51, 0x61], [0x51, 0x62], [0xA1, 4], [0x10, 7])
        var expected = shared
        expected.objects[0] = [0xD2, 1, 2, 5, 3]
        expected.objects += [[0xA2, 6, 7], [0x10, 7], [0x08]]
        try expect(shared, { $0["a"] = [7, false] }, gives: expected)
        let set = BinaryDocument([0xD1, 1, 2], [0x51, 0x61], [0xC1, 3], [0x10, 7])
        let array = BinaryDocument([0xD1, 1, 2], [0x51, 0x61], [0xA2, 3, 4], [0x10, 7], [0x08])
        try expect(set, { $0["a"] = [7, false] }, gives: array)
    }

    @Test("text of Latin-1 that is marked as ASCII stays")
    func latin1() throws {
        let document = BinaryDocument([0xD2, 1, 2, 3, 4], [0x51, 0xE9], [0x51, 0x6B], [0x52, 0xC3, 0xA9], [0x08])
        var expected = document
        expected.objects[4] = [0x09]
        try expect(document, { $0["k"] = true }, gives: expected)
    }

    @Test("a removed entry takes its key with it")
    func removal() throws {
        let expected = BinaryDocument([0xD1, 1, 3], [0x51, 0x61], [0x10, 7])
        var document = expected
        document.objects.insert([], at: 2)
        document.offsets = [8, 11, 8, 13]
        try expect(Self.document, { $0["b"] = nil }, gives: document)
    }

    @Test("a new entry goes to its position")
    func insertion() throws {
        var expected = Self.document
        expected.objects[0] = [0xD3, 6, 1, 2, 7, 3, 4]
        expected.objects += [[0x51, 0x41], [0x22, 0, 0, 0, 0]]
        expected.objects[7] = [0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0]
        try expect(Self.document, { $0.insert(1.5, forKey: "A", at: 0) }, gives: expected)
    }

    @Test("offsets get wider if necessary, and the start of the trailer stays")
    func offsetWidth() throws {
        var bytes = Self.document.bytes
        bytes[bytes.count - 32] = 5
        let new = try change(bytes) { $0["a"] = .data([UInt8](repeating: 1, count: 300)) }
        let edited = try #require(new)
        #expect(edited[(edited.count - 32)...].prefix(8).elementsEqual([5, 0, 0, 0, 0, 0, 2, 1]))
        #expect(try locate(["b", "0"], in: edited) == 7)
    }

    @Test("keys in another order, or more objects than references can address, need a new document")
    func refusals() throws {
        #expect(
            try change(Self.document.bytes) {
                $0["a"] = nil
                $0["a"] = 7
            } == nil
        )
        let many = PropertyListDictionary(
            uniqueEntries: (0..<UInt64(127)).map {
                PropertyListDictionary.Entry(key: "\($0)", value: .integer(PropertyListInteger($0)))
            }
        )
        let bytes = try BinaryWriter.document(.dictionary(many))
        #expect(bytes[bytes.count - 25] == 1)
        #expect(try change(bytes) { $0["a"] = nil } == bytes)
        #expect(try change(bytes) { $0["0"] = "new" } != nil)
        #expect(try change(bytes) { $0["a"] = ["b"] } == nil)
    }

    @Test("objects that share bytes with a removed object need a new document")
    func overlappingObjects() throws {
        // The second value is the last byte of the first.
        var document = BinaryDocument([0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x62], [0x42, 0x01, 0x09])
        document.offsets = [8, 13, 15, 17, 19]
        #expect(try PropertyList(binary: document) == ["a": .data([1, 9]), "b": true])
        #expect(try change(document.bytes) { $0["a"] = 5 } == nil)
        #expect(try change(document.bytes) { $0["c"] = 5 } != nil)
    }

    @Test("values that exceed the limit of the shorter document need a new document")
    func sharedContainers() throws {
        // Each of 20 arrays but the last contains the next one twice. They expand to 2^20 - 1 values, and the document
        // has enough bytes to allow them.
        var document = BinaryDocument([0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x62])
        document.objects.append([0x4F, 0x12, 0x00, 0x11, 0, 0] + [UInt8](repeating: 0, count: 0x11_0000))
        for next in 5..<24 {
            document.objects.append([0xA2, UInt8(next), UInt8(next)])
        }
        document.objects.append([0xA0])
        document.offsetWidth = 4
        #expect(try change(document.bytes) { $0["a"] = nil } == nil)
        #expect(try change(document.bytes) { $0["c"] = 5 } != nil)
    }

    @Test("a key that is set a thousand times takes no more space than once", arguments: [false, true])
    func growth(isLarge: Bool) throws {
        func value(_ number: Int) -> PropertyList {
            isLarge
                ? ["list": [.integer(PropertyListInteger(UInt64(number % 50 + 1_000))), "x"], "text": "é"]
                : "\(number % 50 + 50)"
        }
        var bytes = try BinaryWriter.document(["a": value(0), "b": "other", "c": [1, 2]])
        var counts: Set<Int> = []
        for number in 0..<1_000 {
            bytes = try #require(change(bytes) { $0["a"] = value(number) })
            counts.insert(bytes.count)
            #expect(try locate(["a"], in: bytes) == value(number))
        }
        #expect(counts.count == 1)
        let added = try #require(change(bytes) { $0["d"] = value(0) })
        #expect(try change(added) { $0["d"] = nil } == bytes)
    }

    @Test("any change reads back as the same change of the tree, and keeps the other objects")
    func propertyOfChanges() throws {
        var generator = SeededGenerator.printingSeed()
        let random = RandomPropertyList(isPortable: true)
        let trees = (0..<300).map { _ in PropertyList.dictionary(random.dictionary(using: &generator)) }
        var documents = try trees.map { tree in try BinaryWriter.document(tree) }
        documents += try PythonPlistlib.rewritten(documents, as: .binary).compactMap(\.self)
        documents += trees.map { RandomBinaryDocument.bytes(of: $0, using: &generator) }
        var results: [(bytes: [UInt8], root: PropertyListDictionary)] = []
        var refusalCount = 0
        for document in documents {
            var new = try root(of: document)
            let old = new
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                change(&new, random, using: &generator)
            }
            let keepsOrder = old.keys.filter { new[$0] != nil } == new.keys.filter { old[$0] != nil }
            guard let edited = try edit(document, old, new) else {
                refusalCount += keepsOrder ? 1 : 0
                continue
            }
            let reread = try root(of: edited)
            #expect(reread == new && reread.keys == new.keys)
            try expectOtherObjects(of: document, old, in: edited, new)
            results.append((edited, new))
        }
        // A small document that loses most of its objects needs a new document.
        #expect(refusalCount < documents.count / 10)
        let rewritten = try PythonPlistlib.rewritten(results.map(\.bytes), as: .binary)
        for (bytes, result) in zip(rewritten, results) {
            #expect(try PropertyList(binary: #require(bytes)) == .dictionary(result.root))
        }
    }

    @Test("a change of any document that can be read reads back, even if the document is damaged")
    func mutations() throws {
        var generator = SeededGenerator.printingSeed()
        let random = RandomPropertyList()
        for _ in 0..<300 {
            let tree = PropertyList.dictionary(random.dictionary(using: &generator))
            let document = RandomBinaryDocument.bytes(of: tree, using: &generator)
            for _ in 0..<20 {
                let damaged = document.damaged(using: &generator)
                guard case .dictionary(let old)? = try? PropertyList(binary: damaged) else { continue }
                var new = old
                change(&new, random, using: &generator)
                if let edited = try edit(damaged, old, new) {
                    let reread = try root(of: edited)
                    #expect(reread == new && reread.keys == new.keys)
                }
            }
        }
    }

    // MARK: Changes

    private func change(
        _ dictionary: inout PropertyListDictionary,
        _ random: RandomPropertyList,
        using generator: inout SeededGenerator
    ) {
        let value = random.value(using: &generator, depth: 3)
        switch (Int.random(in: 0...4, using: &generator), dictionary.keys.randomElement(using: &generator)) {
        case (0, let key?): dictionary[key] = nil
        case (4, let key?): dictionary[key] = dictionary[key].map { changed($0, value, using: &generator) }
        case (1, let key?): dictionary[key] = value
        case (2, _):
            let key = "new \(generator.next())"
            dictionary.insert(value, forKey: key, at: Int.random(in: 0...dictionary.count, using: &generator))
        default: dictionary["last"] = value
        }
    }

    /// Returns a value with another one in it: replaced, or removed, or inserted.
    private func changed(
        _ whole: PropertyList,
        _ value: PropertyList,
        using generator: inout SeededGenerator
    ) -> PropertyList {
        switch whole {
        case .array(var elements) where !elements.isEmpty:
            let position = elements.indices.randomElement(using: &generator) ?? 0
            switch Int.random(in: 0...3, using: &generator) {
            case 0: elements[position] = value
            case 1: elements.remove(at: position)
            case 2: elements.insert(value, at: position)
            default: elements[position] = changed(elements[position], value, using: &generator)
            }
            return .array(elements)
        case .dictionary(var dictionary) where !dictionary.isEmpty:
            let key = dictionary.keys.randomElement(using: &generator) ?? ""
            dictionary[key] = dictionary[key].map { changed($0, value, using: &generator) }
            return .dictionary(dictionary)
        default:
            return value
        }
    }

    private func change(
        _ document: [UInt8],
        _ change: (inout PropertyListDictionary) -> Void
    ) throws -> [UInt8]? {
        let old = try root(of: document)
        var new = old
        change(&new)
        return try edit(document, old, new)
    }

    private func edit(
        _ document: [UInt8],
        _ old: PropertyListDictionary,
        _ new: PropertyListDictionary
    ) throws -> [UInt8]? {
        try document.span.withByteView { bytes in try BinaryEditor.splice(bytes, changing: old, to: new) }?
            .applied(to: document.span)
    }

    private func root(of document: [UInt8]) throws -> PropertyListDictionary {
        guard case .dictionary(let root) = try PropertyList(binary: document) else { return [:] }
        return root
    }

    // MARK: Expectations

    private func expect(
        _ document: BinaryDocument,
        _ change: (inout PropertyListDictionary) -> Void,
        gives expected: BinaryDocument,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let old = try root(of: document.bytes)
        var new = old
        change(&new)
        let edited = try new.serialized(changing: document.bytes.span, replacing: old, as: .binary)
        #expect(edited == expected.bytes, sourceLocation: sourceLocation)
        #expect(try PropertyList(binary: edited) == .dictionary(new), sourceLocation: sourceLocation)
    }

    /// Expects that the values of unchanged entries are the same objects, in the same order.
    private func expectOtherObjects(
        of oldBytes: [UInt8],
        _ old: PropertyListDictionary,
        in newBytes: [UInt8],
        _ new: PropertyListDictionary
    ) throws {
        try oldBytes.span.withByteView { oldBytes in
            try newBytes.span.withByteView { newBytes in
                let oldObjects = try BinaryObjectTable(oldBytes)
                let newObjects = try BinaryObjectTable(newBytes)
                let oldRoot = try oldObjects.object(oldObjects.trailer.root)
                let newRoot = try newObjects.object(newObjects.trailer.root)
                var pending: [Int] = []
                for (position, entry) in old.enumerated() where new[entry.key] == entry.value {
                    let newPosition = try #require(new.position(of: entry.key))
                    let value = try oldObjects.reference(oldRoot.count + position, of: oldRoot)
                    #expect(try newObjects.reference(newRoot.count + newPosition, of: newRoot) == value)
                    pending.append(value)
                }
                var offsets: [(old: Int, new: Int)] = []
                while let reference = pending.popLast() {
                    let oldObject = try oldObjects.object(reference)
                    let newObject = try newObjects.object(reference)
                    #expect(oldBytes[oldObject.range].copy == newBytes[newObject.range].copy)
                    offsets.append((oldObject.offset, newObject.offset))
                    for position in 0..<oldObjects.referenceCount(of: oldObject) {
                        pending.append(try oldObjects.reference(position, of: oldObject))
                    }
                }
                let inOldOrder = offsets.sorted { $0.old < $1.old }.map(\.new)
                #expect(inOldOrder == inOldOrder.sorted())
            }
        }
    }
}
