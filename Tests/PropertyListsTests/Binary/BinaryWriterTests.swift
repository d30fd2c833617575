import TestSupport
import Testing

@testable import PropertyLists

@Suite("Writing binary property lists")
struct BinaryWriterTests {
    @Test(
        "a scalar takes as few bytes as in CoreFoundation's output",
        arguments: [
            (false, [0x08]), (true, [0x09]),
            (0, [0x10, 0]), (255, [0x10, 0xFF]), (256, [0x11, 1, 0]), (65_536, [0x12, 0, 1, 0, 0]),
            (4_294_967_296, [0x13, 0, 0, 0, 1, 0, 0, 0, 0]), (-1, [0x13] + [UInt8](repeating: 0xFF, count: 8)),
            (.integer(.min), [0x13, 0x80, 0, 0, 0, 0, 0, 0, 0]),
            (.integer(PropertyListInteger(Int64.max)), [0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7)),
            (.integer(.max), [0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8)),
            (1.5, [0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0]),
            (.date(PropertyListDate(secondsSinceReferenceDate: -0.25)), [0x33, 0xBF, 0xD0, 0, 0, 0, 0, 0, 0]),
            (.data([]), [0x40]),
            (.data([UInt8](repeating: 7, count: 15)), [0x4F, 0x10, 15] + [UInt8](repeating: 7, count: 15)),
            ("", [0x50]), ("hi", [0x52, 0x68, 0x69]), ("é😀", [0x63, 0, 0xE9, 0xD8, 0x3D, 0xDE, 0x00]),
            (.uid(0), [0x80, 0]), (.uid(256), [0x81, 1, 0]), (.uid(65_536), [0x83, 0, 1, 0, 0]),
            (.uid(.max), [0x87] + [UInt8](repeating: 0xFF, count: 8)),
        ] as [(PropertyList, [UInt8])]
    )
    func scalars(value: PropertyList, object: [UInt8]) throws {
        #expect(try BinaryWriter.document(value) == BinaryDocument(object).bytes)
    }

    @Test("the outermost object comes first, then its keys, then its values")
    func layout() throws {
        let document = BinaryDocument(
            [0xD2, 1, 2, 3, 4],
            [0x51, 0x62],
            [0x51, 0x61],
            [0xA3, 1, 5, 5],
            [0xD0],
            [0x10, 1]
        )
        // The number follows the array that contains it.
        var expected = document
        expected.objects = [[0xD2, 1, 2, 3, 5], [0x51, 0x62], [0x51, 0x61], [0xA3, 1, 4, 4], [0x10, 1], [0xD0]]
        #expect(try BinaryWriter.document(["b": ["b", 1, 1], "a": [:]]) == expected.bytes)
    }

    @Test("equal scalars are one object, unless their types differ")
    func sharing() throws {
        let one: PropertyList = [
            1, 1, 1.0, 1.0, true, true, "1", "1", .uid(1), .uid(1), .data([1]), .data([1]), [1], [1],
        ]
        // The array, an integer, a real, a boolean, a string, a UID, data, and two arrays.
        #expect(try objectCount(one) == 9)
        #expect(try objectCount([0.0, -0.0, "\u{E9}", "e\u{301}"]) == 5)
        #expect(try PropertyList(binary: BinaryWriter.document(one)) == one)
    }

    @Test(
        "references are as wide as the number of objects requires",
        arguments: [(254, 1), (255, 2), (65_534, 2), (65_535, 4)]
    )
    func referenceWidth(count: Int, width: UInt8) throws {
        let value = PropertyList.array((0..<count).map { .integer(PropertyListInteger(UInt64($0))) })
        let bytes = try BinaryWriter.document(value)
        #expect(bytes[bytes.count - 25] == width)
        #expect(try PropertyList(binary: bytes) == value)
    }

    @Test(
        "offsets are as wide as the offset of their table requires",
        arguments: [(244, 1), (245, 2), (65_522, 2), (65_600, 4)]
    )
    func offsetWidth(count: Int, width: UInt8) throws {
        let value = PropertyList.data([UInt8](repeating: 1, count: count))
        let bytes = try BinaryWriter.document(value)
        #expect(bytes[bytes.count - 26] == width)
        #expect(try PropertyList(binary: bytes) == value)
    }

    @Test("containers nest up to the limit")
    func depth() throws {
        let deepest = nested(512)
        #expect(try PropertyList(binary: BinaryWriter.document(deepest)) == deepest)
        #expect(throws: PropertyListError(.tooDeep(limit: 512))) { try BinaryWriter.document(nested(513)) }
    }

    @Test("equal data that would exceed the reader's limit is refused")
    func sharedData() {
        let large = PropertyList.data([UInt8](repeating: 1, count: 1 << 20))
        #expect(throws: PropertyListError(.tooManyBytes(limit: 1 << 28))) {
            try BinaryWriter.document(.array([PropertyList](repeating: large, count: 257)))
        }
    }

    @Test("a value reads back the same to the bit, in the same order")
    func roundTrip() throws {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<500 {
            let value = RandomPropertyList().value(using: &generator)
            let bytes = try BinaryWriter.document(value)
            let read = try PropertyList(binary: bytes)
            #expect(read == value)
            #expect(try BinaryWriter.document(read) == bytes)
        }
    }

    private func objectCount(_ value: PropertyList) throws -> UInt64 {
        let bytes = try BinaryWriter.document(value)
        return bytes.span.withByteView { $0.bigEndian(at: bytes.count - 24, width: 8) }
    }
}
