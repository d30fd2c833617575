import TestSupport
import Testing

@testable import PropertyLists

@Suite("Reading binary property lists", .mayWait)
struct BinaryReaderTests {
    @Test(
        "each kind of object is read",
        arguments: [
            ([0x08], false), ([0x09], true),
            ([0x10, 0xFF], 255), ([0x11, 0xFF, 0xFF], 65_535), ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295),
            ([0x13] + [UInt8](repeating: 0xFF, count: 8), -1),
            ([0x14] + [UInt8](repeating: 0xFF, count: 16), -1),
            ([0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8), .integer(.max)),
            ([0x14] + [UInt8](repeating: 0xFF, count: 8) + [0x80, 0, 0, 0, 0, 0, 0, 0], .integer(.min)),
            ([0x22, 0x3F, 0xC0, 0, 0], 1.5), ([0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0], 1.5),
            ([0x33, 0xBF, 0xD0, 0, 0, 0, 0, 0, 0], .date(PropertyListDate(secondsSinceReferenceDate: -0.25))),
            ([0x40], .data([])), ([0x42, 1, 2], .data([1, 2])),
            ([0x50], ""), ([0x52, 0x68, 0x69], "hi"), ([0x5F, 0x10, 0x02, 0x68, 0x69], "hi"),
            ([0x62, 0x00, 0xE9, 0x20, 0xAC], "é€"), ([0x62, 0xD8, 0x3D, 0xDE, 0x00], "😀"),
            ([0x80, 7], .uid(7)), ([0x82, 1, 0, 0], .uid(65_536)),
            ([0x8F] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8), .uid(.max)),
            ([0xA0], []), ([0xC0], []), ([0xD0], [:]), ([0xAF, 0x11, 0, 0], []),
        ] as [([UInt8], PropertyList)]
    )
    func kinds(object: [UInt8], value: PropertyList) throws {
        #expect(try PropertyList(binary: BinaryDocument(object)) == value)
    }

    @Test("containers can refer to their elements in any order and more than once")
    func containers() throws {
        let document = BinaryDocument(
            [0xA4, 3, 1, 1, 4],
            [0x51, 0x61],
            [0x10, 5],
            [0xD2, 1, 4, 2, 1],
            [0x61, 0x00, 0xE9],
            [0x08]
        )
        let dictionary: PropertyList = ["a": 5, "é": "a"]
        #expect(try PropertyList(binary: document) == [dictionary, "a", "a", "é"])
    }

    @Test("a set is read as an array")
    func sets() throws {
        #expect(try PropertyList(binary: BinaryDocument([0xC2, 1, 2], [0x10, 1], [0x10, 2])) == [1, 2])
    }

    @Test("offsets and references can have any width", arguments: 1...8, 1...8)
    func widths(offsetWidth: Int, referenceWidth: Int) throws {
        var array: [UInt8] = [0xA1]
        array.append(bigEndian: 1, width: referenceWidth)
        var document = BinaryDocument(array, [0x10, 5])
        document.offsetWidth = offsetWidth
        document.referenceWidth = referenceWidth
        #expect(try PropertyList(binary: document) == [5])
    }

    @Test(
        "an object that is invalid in a property list is refused, at its offset",
        arguments: [
            ([0x00], .invalidObject(marker: 0x00)), ([0x0F], .invalidObject(marker: 0x0F)),
            ([0x0C], .invalidObject(marker: 0x0C)), ([0x15], .invalidObject(marker: 0x15)),
            ([0x20, 0], .invalidObject(marker: 0x20)), ([0x30, 0], .invalidObject(marker: 0x30)),
            ([0x71, 0x61], .invalidObject(marker: 0x71)), ([0x90], .invalidObject(marker: 0x90)),
            ([0xB0], .invalidObject(marker: 0xB0)), ([0xE0], .invalidObject(marker: 0xE0)),
            ([0xF0], .invalidObject(marker: 0xF0)),
            ([0x11, 0], .invalidObject(marker: 0x11)), ([0x33, 0], .invalidObject(marker: 0x33)),
            ([0x42, 1], .invalidObject(marker: 0x42)), ([0x62, 0, 1], .invalidObject(marker: 0x62)),
            ([0x81, 1], .invalidObject(marker: 0x81)), ([0xA1], .invalidObject(marker: 0xA1)),
            ([0xD1, 0], .invalidObject(marker: 0xD1)), ([0x4F], .invalidObject(marker: 0x4F)),
            ([0x4F, 0x10], .invalidObject(marker: 0x4F)), ([0x4F, 0x50], .invalidObject(marker: 0x4F)),
            ([0x4F, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7), .invalidObject(marker: 0x4F)),
            ([0xDF, 0x13, 0xFF] + [UInt8](repeating: 0xFF, count: 7), .invalidObject(marker: 0xDF)),
            ([0xAF, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7), .invalidObject(marker: 0xAF)),
            ([0x14] + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], .integerOutOfRange("18446744073709551616")),
            (
                [0x14, 0x80] + [UInt8](repeating: 0, count: 15),
                .integerOutOfRange("-170141183460469231731687303715884105728")
            ),
            ([0x88, 1, 0, 0, 0, 0, 0, 0, 0, 0], .integerOutOfRange("18446744073709551616")),
        ] as [([UInt8], PropertyListProblem)]
    )
    func objects(object: [UInt8], problem: PropertyListProblem) {
        let found = error { () throws(PropertyListError) in try PropertyList(binary: BinaryDocument(object)) }
        #expect(found == PropertyListError(problem, at: SourcePosition(offset: 8)))
    }

    @Test(
        "half of a surrogate pair is U+FFFD",
        arguments: [
            ([0x61, 0xD8, 0x00], "\u{FFFD}"), ([0x61, 0xDC, 0x00], "\u{FFFD}"),
            ([0x62, 0xD8, 0x00, 0x00, 0x61], "\u{FFFD}a"), ([0x62, 0xDC, 0x00, 0xD8, 0x00], "\u{FFFD}\u{FFFD}"),
            ([0x64, 0xD8, 0x00, 0xD8, 0x3D, 0xDE, 0x00, 0x00, 0x61], "\u{FFFD}😀a"),
        ] as [([UInt8], String)]
    )
    func loneSurrogates(object: [UInt8], text: String) throws {
        let document = BinaryDocument([0xD1, 1, 1], object)
        let value: PropertyList = [text: .string(text)]
        #expect(try PropertyList(binary: document) == value)
        #expect(try FoundationPropertyLists.answers(to: [document.bytes])[0].text == value.canonicalText)
        let findings = try PropertyListInspection(of: document.bytes.span, isSuite: true).findings
        #expect(findings.map(\.hazard) == [.loneSurrogate])
    }

    @Test("a byte over 127 in a string that is marked as ASCII is a character of Latin-1, at any position")
    func latin1() throws {
        for length in 0..<26 {
            let text = [UInt8](repeating: 0x7F, count: length)
            let object = [0x5F, 0x10, UInt8(length)] + text
            #expect(try PropertyList(binary: BinaryDocument(object)) == .string(String(decoding: text, as: UTF8.self)))
            for position in 3..<object.count {
                var damaged = object
                damaged[position] = 0xE9
                let characters = damaged[3...].map { Character(Unicode.Scalar($0)) }
                #expect(try PropertyList(binary: BinaryDocument(damaged)) == .string(String(characters)))
            }
        }
    }

    @Test("a trailer that does not match the file is refused")
    func trailers() {
        let cases: [(PropertyListProblem, (inout BinaryDocument) -> Void)] = [
            (.unknownFormat, { $0.magic = "bplist1_" }),
            (.invalidTrailer("width of offsets"), { ($0.offsetWidth, $0.offsets) = (0, [8]) }),
            (.invalidTrailer("width of offsets"), { $0.offsetWidth = 9 }),
            (.invalidTrailer("width of references"), { $0.referenceWidth = 0 }),
            (.invalidTrailer("width of references"), { $0.referenceWidth = 200 }),
            (.invalidTrailer("offset of the object table"), { $0.offsetTable = 8 }),
            (.invalidTrailer("offset of the object table"), { $0.offsetTable = 11 }),
            (.invalidTrailer("offset of the object table"), { $0.offsetTable = .max }),
            (.invalidTrailer("number of objects"), { $0.objectCount = 0 }),
            (.invalidTrailer("number of objects"), { $0.objectCount = 2 }),
            (.invalidTrailer("number of objects"), { $0.objectCount = .max }),
            (.invalidTrailer("number of objects"), { $0.gap = [0] }),
            (.invalidTrailer("number of objects"), { $0.offsets = [8, 8, 8] }),
            (.invalidTrailer("root object"), { $0.root = 1 }),
            (.invalidTrailer("root object"), { $0.root = .max }),
            (.invalidOffset(7), { $0.offsets = [7] }),
            (.invalidOffset(10), { $0.offsets = [10] }),
            (.invalidOffset(.max), { ($0.offsets, $0.offsetWidth) = ([.max], 8) }),
        ]
        for (problem, damage) in cases {
            var document = BinaryDocument([0x10, 5])
            damage(&document)
            #expect(error { () throws(PropertyListError) in try PropertyList(binary: document) }?.problem == problem)
        }
    }

    @Test("a document that is truncated anywhere is an error")
    func cuts() throws {
        let bytes = try BinaryWriter.document(["a": [1, 2.5, "text", .data([1, 2, 3])], "b": true])
        for length in bytes.indices {
            let cut = Array(bytes[..<length])
            #expect(error { () throws(PropertyListError) in try PropertyList(binary: cut) } != nil, "\(length)")
        }
    }

    @Test(
        "invalid contents of a container are refused",
        arguments: [
            (BinaryDocument([0xA1, 0]), .cycle, 9),
            (BinaryDocument([0xA1, 1], [0xD1, 2, 0], [0x51, 0x61]), .cycle, 12),
            (BinaryDocument([0xA1, 2], [0x08]), .invalidReference(2), 9),
            (BinaryDocument([0xD1, 1, 1], [0x10, 5]), .keyNotString(.integer), 9),
            (BinaryDocument([0xD1, 0, 1], [0x10, 5]), .keyNotString(.dictionary), 9),
            (BinaryDocument([0xA2, 1, 2], [0x10, 5], [0xD1, 1, 1]), .keyNotString(.integer), 14),
        ] as [(BinaryDocument, PropertyListProblem, Int)]
    )
    func containers(document: BinaryDocument, problem: PropertyListProblem, offset: Int) {
        let found = error { () throws(PropertyListError) in try PropertyList(binary: document) }
        #expect(found == PropertyListError(problem, at: SourcePosition(offset: offset)))
    }

    @Test("canonically equivalent keys are different keys")
    func equivalentKeys() throws {
        let document = BinaryDocument([0xD2, 1, 2, 3, 3], [0x61, 0x00, 0xE9], [0x62, 0x00, 0x65, 0x03, 0x01], [0x09])
        guard case .dictionary(let dictionary) = try PropertyList(binary: document) else {
            Issue.record("no dictionary")
            return
        }
        #expect(dictionary.count == 2)
    }

    @Test("containers nest up to the limit")
    func depth() throws {
        var document = BinaryDocument()
        (document.offsetWidth, document.referenceWidth) = (2, 2)
        document.objects = chain(length: 512, firstNumber: 0)
        #expect(try PropertyList(binary: document) == (1..<512).reduce([]) { value, _ in [value] })
        document.objects = chain(length: 513, firstNumber: 0)
        let problem = error { () throws(PropertyListError) in try PropertyList(binary: document) }?.problem
        #expect(problem == .tooDeep(limit: 512))
    }

    @Test(
        "a shared container counts at its deepest level",
        arguments: [(510, nil), (511, .tooDeep(limit: 512))] as [(Int, PropertyListProblem?)]
    )
    func sharedDepth(length: Int, problem: PropertyListProblem?) {
        // The root contains the chain, and an array that contains the chain.
        var document = BinaryDocument([0xA2, 0, 2, 0, 1], [0xA1, 0, 2])
        (document.offsetWidth, document.referenceWidth) = (2, 2)
        document.objects += chain(length: length, firstNumber: 2)
        #expect(error { () throws(PropertyListError) in try PropertyList(binary: document) }?.problem == problem)
    }

    @Test("the number of values in shared references is limited", .timeLimit(.minutes(10)))
    func sharedReferences() throws {
        // Each array contains the next one twice: 18 arrays expand to 2^19 - 1 values, and 19 to 2^20 - 1.
        for (arrays, isRefused) in [(18, false), (19, true), (200, true)] {
            var document = BinaryDocument()
            for next in 1...arrays {
                document.objects.append([0xA2, UInt8(next), UInt8(next)])
            }
            document.objects.append([0x09])
            document.offsetWidth = 2
            let problem = error { () throws(PropertyListError) in try PropertyList(binary: document) }?.problem
            #expect(problem == (isRefused ? .tooManyValues(limit: 1_000_000) : nil))
        }
    }

    @Test("the number of bytes in shared references is limited", .timeLimit(.minutes(10)))
    func sharedTexts() throws {
        let length = 1 << 20
        let text = [0x5F, 0x12, 0x00, 0x10, 0x00, 0x00] + [UInt8](repeating: 0x61, count: length)
        for (references, isRefused) in [(256, false), (257, true)] {
            var array: [UInt8] = [0xAF, 0x11]
            array.append(bigEndian: UInt64(references), width: 2)
            array += [UInt8](repeating: 1, count: references)
            var document = BinaryDocument(array, text)
            document.offsetWidth = 4
            let problem = error { () throws(PropertyListError) in try PropertyList(binary: document) }?.problem
            #expect(problem == (isRefused ? .tooManyBytes(limit: 1 << 28) : nil))
        }
        // Keys count too, since the keys of a dictionary are compared with each other.
        var dictionary: [UInt8] = [0xDF, 0x11]
        dictionary.append(bigEndian: 300, width: 2)
        dictionary += [UInt8](repeating: 1, count: 300) + [UInt8](repeating: 2, count: 300)
        var document = BinaryDocument(dictionary, text, [0x09])
        document.offsetWidth = 4
        let problem = error { () throws(PropertyListError) in try PropertyList(binary: document) }?.problem
        #expect(problem == .tooManyBytes(limit: 1 << 28))
        #expect(problem?.description == "shared references expand to more than 268435456 bytes of text and data")
    }

    @Test("text that overlapping objects would repeat many times is refused", .timeLimit(.minutes(10)))
    func overlappingObjects() {
        // Each six bytes are the header of a string of 0x7000 bytes, and part of the text of the strings before it.
        let count = 0x4000
        let header: [UInt8] = [0x5F, 0x12, 0x00, 0x00, 0x70, 0x00]
        var document = BinaryDocument()
        var root: [UInt8] = [0xAF, 0x11]
        root.append(bigEndian: UInt64(count), width: 2)
        for reference in 1...count {
            root.append(bigEndian: UInt64(reference), width: 2)
        }
        document.objects = [root, (0..<2 * count).flatMap { _ in header }]
        let start = 8 + root.count
        document.offsets = [8] + (0..<count).map { UInt64(start + 6 * $0) }
        document.offsetWidth = 4
        document.referenceWidth = 2
        let problem = error { () throws(PropertyListError) in try PropertyList(binary: document) }?.problem
        #expect(problem == .overlappingObjects)
    }

    @Test("any bytes give a value or an error")
    func mutations() throws {
        var generator = SeededGenerator.printingSeed()
        let random = RandomPropertyList()
        for _ in 0..<300 {
            let bytes = try BinaryWriter.document(.dictionary(random.dictionary(using: &generator)))
            for _ in 0..<40 {
                let damaged = bytes.damaged(using: &generator)
                if let value = try? PropertyList(binary: damaged) {
                    let rewritten = try BinaryWriter.document(value)
                    #expect(try PropertyList(binary: rewritten) == value)
                }
            }
        }
    }

    /// Returns arrays that are nested in each other, with two-byte references.
    private func chain(length: Int, firstNumber: Int) -> [[UInt8]] {
        (firstNumber + 1..<firstNumber + length).map { [0xA1, UInt8($0 >> 8), UInt8($0 & 0xFF)] } + [[0xA0]]
    }
}

/// A binary property list that is built by hand, for a test to break in one place.
struct BinaryDocument {
    var magic = "bplist00"
    /// The bytes of each object, starting with its marker.
    var objects: [[UInt8]]
    var root: UInt64 = 0
    var offsetWidth = 1
    var referenceWidth = 1
    /// The offsets in the table, or nil for the offsets of the objects.
    var offsets: [UInt64]?
    var objectCount: UInt64?
    var offsetTable: UInt64?
    /// Bytes between the offset table and the trailer.
    var gap: [UInt8] = []

    init(_ objects: [UInt8]...) {
        self.objects = objects
    }

    var bytes: [UInt8] {
        var bytes = Array(magic.utf8)
        var offsets: [UInt64] = []
        for object in objects {
            offsets.append(UInt64(bytes.count))
            bytes += object
        }
        let end = UInt64(bytes.count)
        for offset in self.offsets ?? offsets {
            bytes.append(bigEndian: offset, width: offsetWidth)
        }
        bytes += gap + [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(referenceWidth)]
        bytes.append(bigEndian: objectCount ?? UInt64(self.offsets?.count ?? offsets.count), width: 8)
        bytes.append(bigEndian: root, width: 8)
        bytes.append(bigEndian: offsetTable ?? end, width: 8)
        return bytes
    }
}
