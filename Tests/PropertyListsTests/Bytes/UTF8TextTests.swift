import TestSupport
import Testing

@testable import PropertyLists

@Suite("Text that is validated once")
struct UTF8TextTests {
    @Test("random bytes are valid exactly if Swift accepts them, with the same first error")
    func agreement() {
        var generator = SeededGenerator.printingSeed()
        let pieces: [[UInt8]] =
            [Array("plain ASCII of more than 32 bytes, which is one step".utf8), Array("é".utf8), Array("€".utf8)]
            + [Array("😀".utf8), [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0x80], [0xED, 0xA0, 0x80], [0x61]]
        for _ in 0..<4_000 {
            var bytes = (0..<Int.random(in: 0...8, using: &generator)).flatMap { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &generator)]
            }
            if !bytes.isEmpty, Bool.random(using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            expectAgreement(bytes)
        }
    }

    @Test("every sequence of two bytes, and every start of a longer one, is valid exactly if Swift accepts it")
    func sequences() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                expectAgreement([first, second])
                expectAgreement([first, second, 0x80])
                expectAgreement([first, second, 0xBF, 0x80])
            }
        }
    }

    @Test("a part of a text has the characters of its bytes")
    func parts() throws {
        let bytes = Array("ab😀é and much more plain text behind".utf8)
        try bytes.span.withByteView { view throws(PropertyListError) in
            let text = try UTF8Text(validating: view)
            #expect(text.string(in: 0..<2) == "ab")
            #expect(text.string(in: 2..<6) == "😀")
            #expect(text.string(in: 6..<8) == "é")
            #expect(text.string(in: 8..<bytes.count) == " and much more plain text behind")
            #expect(text.string(in: 8..<8).isEmpty)
        }
    }

    private func expectAgreement(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        var expected: Int?
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            expected = error.byteOffsets.lowerBound
        }
        let found = bytes.span.withByteView { view -> Int? in
            do throws(PropertyListError) {
                _ = try UTF8Text(validating: view)
                return nil
            } catch {
                return error.position?.offset
            }
        }
        #expect(found == expected, "\(bytes)", sourceLocation: sourceLocation)
    }
}
