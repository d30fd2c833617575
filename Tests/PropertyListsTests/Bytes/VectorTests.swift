import CPlainVectors
import CVectors
import Foundation
import TestSupport
import Testing

@testable import PropertyLists

/// The functions of CVectors, on this processor and in plain C.
private enum Variant: CaseIterable {
    case vectors
    case plain

    func indexOfDifference(_ block: [UInt8], _ other: [UInt8]) -> Int {
        switch self {
        case .vectors: unsafe Int(CVectors.indexOfDifference(block, other))
        case .plain: unsafe Int(plainIndexOfDifference(block, other))
        }
    }

    func indexOfJSONMarkup(_ block: [UInt8]) -> Int {
        switch self {
        case .vectors: unsafe Int(CVectors.indexOfJSONMarkup(block))
        case .plain: unsafe Int(plainIndexOfJSONMarkup(block))
        }
    }

    /// Returns the 12 bytes that 16 base64 characters encode; nil for other characters.
    func decodedBase64(_ block: [UInt8]) -> [UInt8]? {
        var data = [UInt8](repeating: 0, count: 12)
        let isDecoded =
            switch self {
            case .vectors: unsafe CVectors.decodeBase64Block(block, &data)
            case .plain: unsafe plainDecodeBase64Block(block, &data)
            }
        return isDecoded ? data : nil
    }

    func markupOffsets(_ memory: GuardedMemory, first: Int) -> [Int] {
        var offsets = [Int](repeating: 0, count: memory.count + 8)
        let count =
            switch self {
            case .vectors: unsafe CVectors.markupOffsets(memory.bytes, memory.count, first, &offsets)
            case .plain: unsafe plainMarkupOffsets(memory.bytes, memory.count, first, &offsets)
            }
        return Array(offsets.prefix(count))
    }

    func startOfBase64(_ memory: GuardedMemory) -> [Int] {
        var characters = 0
        let length =
            switch self {
            case .vectors: unsafe CVectors.lengthOfBase64(memory.bytes, memory.count, &characters)
            case .plain: unsafe plainLengthOfBase64(memory.bytes, memory.count, &characters)
            }
        return [length, characters]
    }

    func isKnownUTF8(_ memory: GuardedMemory) -> Bool {
        switch self {
        case .vectors: unsafe CVectors.isKnownUTF8(memory.bytes, memory.count)
        case .plain: unsafe plainIsKnownUTF8(memory.bytes, memory.count)
        }
    }
}

/// Memory that ends before a page that cannot be read, so that a read past its end stops the process.
@safe
private final class GuardedMemory {
    private static let length = 16 * 1024
    private static let page = sysconf(Int32(_SC_PAGESIZE))
    private let start: UnsafeMutableRawPointer
    private(set) var bytes: UnsafePointer<UInt8>
    private(set) var count = 0

    init() throws {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        unsafe start = try #require(mmap(nil, Self.length + Self.page, PROT_READ | PROT_WRITE, flags, -1, 0))
        unsafe mprotect(start + Self.length, Self.page, PROT_NONE)
        unsafe bytes = UnsafePointer(start.assumingMemoryBound(to: UInt8.self))
    }

    deinit {
        unsafe munmap(start, Self.length + Self.page)
    }

    /// Takes other bytes; `distance` bytes follow them in the memory.
    func copy(_ bytes: [UInt8], distance: Int = 0) {
        count = bytes.count
        unsafe memcpy(start + Self.length - distance - count, bytes, count)
        unsafe self.bytes = UnsafePointer((start + Self.length - distance - count).assumingMemoryBound(to: UInt8.self))
    }
}

@Suite("Comparisons of many bytes at once")
struct VectorTests {
    private static let lengths = Array(0...300) + Array(4_090...4_160) + [8_192]

    @Test("the first difference of two blocks is found at each index, for each difference of a byte")
    func differences() {
        var generator = SeededGenerator.printingSeed()
        for variant in Variant.allCases {
            for index in 0..<16 {
                for difference in 1...255 as ClosedRange<UInt8> {
                    let block = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
                    var other = block
                    other[index] ^= difference
                    for later in index..<16 where Bool.random(using: &generator) && later > index {
                        other[later] = ~other[later]
                    }
                    #expect(variant.indexOfDifference(block, other) == index)
                    #expect(variant.indexOfDifference(block, block) == 16)
                }
            }
        }
    }

    @Test("the first markup of a block is found at each index, and no other byte is markup")
    func firstMarkup() {
        for variant in Variant.allCases {
            for byte in 0...255 as ClosedRange<UInt8> {
                for index in 0..<16 {
                    var block = [UInt8](repeating: UInt8(ascii: "x"), count: 16)
                    block[index] = byte
                    let isJSONMarkup = "\"\\[]{}".utf8.contains(byte)
                    #expect(variant.indexOfJSONMarkup(block) == (isJSONMarkup ? index : 16))
                }
            }
        }
    }

    @Test("a block of base64 is decoded as Foundation does, and one with any other byte is not")
    func base64Blocks() {
        var generator = SeededGenerator.printingSeed()
        for variant in Variant.allCases {
            for number in 0..<2_000 {
                let data = (0..<12).map { _ in UInt8.random(in: 0...255, using: &generator) }
                var block = Array(Data(data).base64EncodedString().utf8)
                #expect(variant.decodedBase64(block) == data)
                let byte = UInt8(truncatingIfNeeded: number)
                block[number % 16] = byte
                let isCharacter = Data(base64Encoded: Data([byte, 65, 65, 65])) != nil
                #expect((variant.decodedBase64(block) != nil) == isCharacter)
            }
        }
    }

    @Test("the offsets of markup are those of each < and &, at each length and alignment")
    func markupOffsets() throws {
        var generator = SeededGenerator.printingSeed()
        let memory = try GuardedMemory()
        for length in Self.lengths {
            // Without markup, with some, and with nothing else.
            for share in [0, 3, 40, 100] {
                let bytes = (0..<(length / 64 * 64)).map { _ in
                    Int.random(in: 0..<100, using: &generator) < share
                        ? generator.pick(Array("<&".utf8)) : UInt8.random(in: 0...255, using: &generator)
                }
                memory.copy(bytes, distance: length % 64)
                let expected = bytes.indices.filter { bytes[$0] == UInt8(ascii: "<") || bytes[$0] == UInt8(ascii: "&") }
                for variant in Variant.allCases {
                    #expect(variant.markupOffsets(memory, first: 7_000) == expected.map { $0 + 7_000 })
                }
            }
        }
    }

    @Test("the start of base64 ends at any other byte, and its characters are counted")
    func base64() throws {
        var generator = SeededGenerator.printingSeed()
        let memory = try GuardedMemory()
        let whitespace = Set(" \t\r\n\u{C}".utf8)
        let alphabet = Set((0...255 as ClosedRange<UInt8>).filter { Base64.isValid(of: [$0, 65, 65, 65]) })
            .subtracting(whitespace)
        #expect(alphabet.count == 64)
        let allowed = Array(alphabet.union(whitespace)).sorted()
        for length in 0...300 {
            var bytes = (0..<length).map { _ in generator.pick(allowed) }
            for _ in 0..<4 {
                memory.copy(bytes)
                let firstOther = bytes.firstIndex { !allowed.contains($0) } ?? length
                let end = firstOther / 16 * 16
                let characters = bytes[..<end].count { alphabet.contains($0) }
                for variant in Variant.allCases {
                    #expect(variant.startOfBase64(memory) == [end, characters])
                }
                guard length > 0 else { break }
                bytes[Int.random(in: 0..<length, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
        }
    }

    @Test("the fast check of UTF-8 accepts nothing that Swift rejects, at each length and alignment")
    func utf8() throws {
        var generator = SeededGenerator.printingSeed()
        let memory = try GuardedMemory()
        let hasFastCheck = Self.hasFastCheck(memory)
        let characters = [
            "a", "~", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}",
        ]
        for length in Self.lengths {
            var bytes: [UInt8] = []
            while bytes.count < length {
                let isASCII = Int.random(in: 0..<10, using: &generator) > 0
                let text = isASCII ? String(repeating: "a", count: 40) : generator.pick(characters)
                bytes.append(contentsOf: text.utf8)
            }
            for damage in 0..<6 {
                let isValid = String(validating: bytes, as: UTF8.self) != nil
                memory.copy(bytes)
                let isKnown = Variant.vectors.isKnownUTF8(memory)
                #expect(!isKnown || isValid, "\(bytes)")
                #expect(isKnown == isValid || !hasFastCheck || bytes.count < 4_096, "\(bytes)")
                #expect(!Variant.plain.isKnownUTF8(memory))
                guard !bytes.isEmpty else { break }
                // A damaged byte, or an end within a character.
                if damage % 2 == 0 {
                    bytes.removeLast()
                } else {
                    bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
                        in: 0x80...0xFF,
                        using: &generator
                    )
                }
            }
        }
    }

    @Test("each pair of bytes, and each longer character at a limit, is judged as by Swift, anywhere in a block")
    func pairs() throws {
        let memory = try GuardedMemory()
        let hasFastCheck = Self.hasFastCheck(memory)
        var sequences: [[UInt8]] = []
        for first in 0x80...0xFF as ClosedRange<UInt8> {
            for second in stride(from: 0, through: 0xFF, by: 0x0F) {
                for tail in [[], [0x80], [0x80, 0x80], [0xBF, 0xBF], [0x80, 0x7F], [0x80, 0x80, 0x80]] as [[UInt8]] {
                    sequences.append([first, UInt8(second)] + tail)
                }
            }
        }
        for (number, sequence) in sequences.enumerated() {
            var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 4_200)
            let place = 4_000 + number % 130
            bytes.replaceSubrange(place..<place + sequence.count, with: sequence)
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            memory.copy(bytes)
            #expect(Variant.vectors.isKnownUTF8(memory) == (isValid && hasFastCheck), "\(sequence)")
        }
    }

    /// Returns whether this processor has a fast check at all.
    private static func hasFastCheck(_ memory: GuardedMemory) -> Bool {
        memory.copy([UInt8](repeating: UInt8(ascii: "x"), count: 4_096))
        return Variant.vectors.isKnownUTF8(memory)
    }
}

extension Base64 {
    fileprivate static func isValid(of text: [UInt8]) -> Bool {
        text.span.withByteView { isValid($0) }
    }
}
