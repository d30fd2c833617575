import Foundation
import TestSupport
import Testing

@testable import PropertyLists

@Suite("Base64")
struct Base64Tests {
    @Test(
        "each group length has its padding",
        arguments: [
            ([], ""), ([0], "AA=="), ([1, 2], "AQI="), ([1, 2, 3], "AQID"), ([255, 254, 253, 252], "//79/A=="),
        ] as [([UInt8], String)]
    )
    func groups(data: [UInt8], text: String) {
        var written: [UInt8] = []
        Base64.append(data, to: &written)
        #expect(String(decoding: written, as: UTF8.self) == text)
        #expect(decoded(written) == data)
    }

    @Test(
        "whitespace is ignored anywhere",
        arguments: ["A Q\tI\r\nD\u{C}B A = =", "\n\n\tAQID\n\tBA==\n", "AQIDBA= = "]
    )
    func whitespace(text: String) {
        #expect(decoded(Array(text.utf8)) == [1, 2, 3, 4])
    }

    @Test("the unused bits before the padding can have any value", arguments: ["AB==", "AA=="])
    func leftOverBits(text: String) {
        #expect(decoded(Array(text.utf8)) == [0])
    }

    @Test(
        "any other text is not base64",
        arguments: [
            "A", "AA", "AAA", "AA=", "AA===", "AAA==", "AAAA=", "AAAA==", "=", "==", "A===", "AA=A", "AA==AAAA",
            "AA=A=",
            "AAA-", "AAA_", "AA\u{B}A", "AA\u{0}A", "AAA\u{E9}", "AAAA!", "AA==!",
        ]
    )
    func invalid(text: String) {
        #expect(decoded(Array(text.utf8)) == nil)
    }

    @Test("encoded data decodes to the same bytes")
    func roundTrip() {
        var generator = SeededGenerator.printingSeed()
        for length in 0..<300 {
            let data = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            var line: [UInt8] = []
            Base64.append(data, to: &line)
            #expect(String(decoding: line, as: UTF8.self) == Data(data).base64EncodedString())
            #expect(decoded(line) == data)
        }
    }

    @Test("a byte has the same meaning at any position, in a long block as well as alone")
    func places() throws {
        let characters = Array(String(repeating: "Az09+/Qb", count: 5).utf8)
        let valid = try #require(Data(base64Encoded: String(decoding: characters, as: UTF8.self)))
        #expect(decoded(characters) == Array(valid))
        for place in characters.indices {
            for byte in UInt8.min ... .max where byte != UInt8(ascii: "=") {
                var text = characters
                text[place] = byte
                let data = Data(base64Encoded: Data(text)).map { Array($0) }
                #expect(decoded(text) == data, "\(byte) at \(place)")
                #expect(text.span.withByteView(Base64.isValid) == (data != nil), "\(byte) at \(place)")
            }
        }
    }

    private func decoded(_ text: [UInt8]) -> [UInt8]? {
        text.span.withByteView(Base64.decode)
    }
}
