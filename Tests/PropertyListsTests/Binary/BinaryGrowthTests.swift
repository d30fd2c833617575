import TestSupport
import Testing

@testable import PropertyLists

@Suite("Large binary property lists", .timeLimit(.minutes(10)))
struct BinaryGrowthTests {
    @Test(
        "a dictionary with many keys is read in one pass, or with one sort",
        arguments: [
            (0..<20_000).map { "key \(100_000 + $0)" }, (0..<20_000).map { "key \(100_000 - $0)" },
            (0..<20_000).map { "é\(100_000 - $0)" },
            (0..<20_000).map { ($0.isMultiple(of: 2) ? "e\u{301}" : "\u{E9}") + "\($0 / 2)" },
        ].map(Sample.init)
    )
    func keys(sample: Sample<[String]>) throws {
        let keys = sample.value
        let entries = keys.map { PropertyListDictionary.Entry(key: $0, value: true) }
        let tree = PropertyList.dictionary(PropertyListDictionary(uniqueEntries: entries))
        let document = try BinaryWriter.document(tree)
        #expect(try PropertyList(binary: document) == tree)
        #expect(try locate([keys[keys.count / 2]], in: document) == true)
        #expect(try PropertyList.parseKeys(document.span)?.keys == keys)
        #expect(try PropertyList(parsing: document.span, keys: keys) == tree)
    }

    @Test(
        "a key that occurs many times is read once",
        arguments: [[0x51, 0x61], [0x61, 0, 0x61]] as [[UInt8]]
    )
    func duplicateKeys(key: [UInt8]) throws {
        let document = BinaryDocument(container(BinaryMarker.dictionary, [Int](repeating: 1, count: 200_000)), key)
        #expect(try PropertyList(binary: document.wide) == ["a": "a"])
        #expect(try locate(["a"], in: document.wide) == "a")
    }

    @Test("deeply nested containers are followed without recursion, up to the limit")
    func depth() {
        var document = BinaryDocument()
        document.objects = (1..<100_000).map { container(BinaryMarker.array, [$0]) } + [[0xA0]]
        expect(.tooDeep(limit: 512), of: document)
        let path = [String](repeating: "0", count: 99_999)
        let found = error { () throws(PropertyListError) in try locate(path, in: document.wide) ?? true }
        #expect(found?.problem == .tooDeep(limit: 512))
    }

    @Test(
        "a long string or data value is read in one pass",
        arguments: [
            .string(String(repeating: "x", count: 1_000_000)), .string(String(repeating: "é", count: 200_000)),
            .string(String(repeating: "😀", count: 100_000)), .data([UInt8](repeating: 7, count: 1_000_000)),
        ].map(Sample<PropertyList>.init)
    )
    func scalars(value: Sample<PropertyList>) throws {
        #expect(try PropertyList(binary: BinaryWriter.document([value.value])) == [value.value])
    }

    @Test(
        "shared references are followed once",
        arguments: [
            ([0x09], 100_000), ([0x40], 100_000), ([0xA0], 100_000), ([0xD0], 100_000),
            ([0x4F, 0x11, 0x04, 0x00] + [UInt8](repeating: 0, count: 0x400), 100_000),
            (container(BinaryMarker.array, [Int](repeating: 2, count: 900)), 1_000),
        ].map { (Sample($0), $1) } as [(Sample<[UInt8]>, Int)]
    )
    func sharedReferences(object: Sample<[UInt8]>, count: Int) throws {
        let array = container(BinaryMarker.array, [Int](repeating: 1, count: count))
        let value = try PropertyList(binary: BinaryDocument(array, object.value, [0x09]).wide)
        guard case .array(let elements) = value else {
            Issue.record("no array")
            return
        }
        #expect(elements.count == count)
    }

    @Test("the number of values in shared values is limited, however many entries are read")
    func sharedValues() throws {
        let keys = (1_000..<3_000).map(String.init)
        let references = Array(1...keys.count) + [Int](repeating: keys.count + 1, count: keys.count)
        var document = BinaryDocument(container(BinaryMarker.dictionary, references))
        document.objects += keys.map { [0x54] + $0.utf8 }
        document.objects += [container(BinaryMarker.array, [Int](repeating: keys.count + 2, count: 900)), [0x09]]
        let bytes = document.wide
        expect(.tooManyValues(limit: 1_000_000), of: document)
        let found = error { () throws(PropertyListError) in try PropertyList(parsing: bytes.span, keys: keys) }
        #expect(found?.problem == .tooManyValues(limit: 1_000_000))
        let half = try PropertyList(parsing: bytes.span, keys: Array(keys.prefix(1_000)))
        #expect(half[pointer: [keys[999], "899"]] == true)
        #expect(try PropertyList.parseKeys(bytes.span)?.keys == keys)
    }

    @Test("keys that overlap in the document are refused", .timeLimit(.minutes(10)))
    func overlappingKeys() {
        // Each six bytes are the header of a string of 0x7000 bytes, and part of the text of the strings before it.
        let count = 0x4000
        let header: [UInt8] = [0x5F, 0x12, 0x00, 0x00, 0x70, 0x00]
        let references = Array(1...count) + [Int](repeating: 1, count: count)
        var document = BinaryDocument(container(BinaryMarker.dictionary, references))
        let start = UInt64(BinaryTrailer.headerLength + document.objects[0].count)
        document.objects.append((0..<2 * count).flatMap { _ in header })
        document.offsets = [8] + (0..<UInt64(count)).map { start + 6 * $0 }
        let bytes = document.wide
        let found = error { () throws(PropertyListError) in try PropertyList.parseKeys(bytes.span) }
        #expect(found?.problem == .overlappingObjects)
    }

    @Test("arrays that overlap reserve no more space than the document's bytes allow")
    func overlappingArrays() {
        // The marker and the count of each array are among the references of the arrays before it.
        let count = 500
        let header: [UInt8] = [0xAF, 0x12, 0x00, 0x01, 0x00, 0x00]
        var document = BinaryDocument(container(BinaryMarker.array, Array(1...count)))
        let start = UInt64(BinaryTrailer.headerLength + document.objects[0].count)
        document.objects.append((0..<count).flatMap { _ in header } + [UInt8](repeating: 0, count: 0x40_000))
        document.offsets = [8] + (0..<UInt64(count)).map { start + 6 * $0 }
        let found = error { () throws(PropertyListError) in try PropertyList(binary: document.wide) }
        #expect(found != nil)
    }

    @Test(
        "overlapping objects are searched as fast as others, and the error is the reader's",
        arguments: [
            // Headers of data, and headers of arrays that share their references with the others.
            [0x4F, 0x12, 0x00, 0x04, 0x00, 0x00], [0xAF, 0x12, 0x00, 0x01, 0x00, 0x00],
        ] as [[UInt8]]
    )
    func overlappingValues(header: [UInt8]) {
        let count = 20_000
        var document = BinaryDocument(
            container(BinaryMarker.dictionary, [1, 2]),
            [0x51, 0x6B],
            container(BinaryMarker.array, Array(3..<count + 3))
        )
        let start = UInt64(BinaryTrailer.headerLength + document.objects.reduce(0) { $0 + $1.count })
        document.offsets = document.objects.indices.map { index in
            UInt64(BinaryTrailer.headerLength + document.objects[..<index].reduce(0) { $0 + $1.count })
        }
        document.offsets? += (0..<UInt64(count)).map { start + UInt64(header.count) * $0 }
        document.objects.append((0..<count).flatMap { _ in header } + [UInt8](repeating: 0, count: 0x40_000))
        let bytes = document.wide
        let whole = error { () throws(PropertyListError) in try PropertyList(binary: bytes) }
        let sought = error { () throws(PropertyListError) in
            try PropertyList(parsing: bytes.span, keys: ["k"])
        }
        #expect(whole != nil)
        #expect(sought == whole)
    }

    @Test("the last of many keys is changed in place")
    func editor() throws {
        let entries = (0..<5_000).map { PropertyListDictionary.Entry(key: "k\($0)", value: ["\($0)"]) }
        let old = PropertyListDictionary(uniqueEntries: entries)
        let document = try BinaryWriter.document(.dictionary(old))
        var new = old
        new["k4999"] = "last"
        new["new"] = true
        let edited = try new.serialized(changing: document.span, replacing: old, as: .binary)
        #expect(try PropertyList(binary: edited) == .dictionary(new))
        let emptied = try PropertyListDictionary().serialized(changing: edited.span, replacing: new, as: .binary)
        #expect(try PropertyList(binary: emptied) == [:])
        #expect(emptied.count < 100)
    }

    private func expect(_ problem: PropertyListProblem, of document: BinaryDocument) {
        #expect(error { () throws(PropertyListError) in try PropertyList(binary: document.wide) }?.problem == problem)
    }
}

/// Returns an array or dictionary object with four-byte references.
private func container(_ marker: UInt8, _ references: [Int]) -> [UInt8] {
    var object: [UInt8] = []
    object.append(marker: marker, count: marker == BinaryMarker.dictionary ? references.count / 2 : references.count)
    object.append(bigEndian: references[...], width: 4)
    return object
}

extension BinaryDocument {
    /// The document's bytes, with four-byte offsets and references.
    fileprivate var wide: [UInt8] {
        var document = self
        (document.offsetWidth, document.referenceWidth) = (4, 4)
        return document.bytes
    }
}
