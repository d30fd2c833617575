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
        "white space may stand anywhere",
        arguments: ["A Q\tI\r\nD\u{C}B A = =", "\n\n\tAQID\n\tBA==\n", "AQIDBA= = "]
    )
    func whiteSpace(text: String) {
        #expect(decoded(Array(text.utf8)) == [1, 2, 3, 4])
    }

    @Test("the bits that padding leaves over may have any value", arguments: ["AB==", "AA=="])
    func leftOverBits(text: String) {
        #expect(decoded(Array(text.utf8)) == [0])
    }

    @Test(
        "anything else is no base64",
        arguments: [
            "A", "AA", "AAA", "AA=", "AA===", "AAA==", "AAAA=", "AAAA==", "=", "==", "A===", "AA=A", "AA==AAAA",
            "AA=A=",
            "AAA-", "AAA_", "AA\u{B}A", "AA\u{0}A", "AAA\u{E9}", "AAAA!", "AA==!",
        ]
    )
    func invalid(text: String) {
        #expect(decoded(Array(text.utf8)) == nil)
    }

    @Test("what is written reads back")
    func roundTrip() {
        var generator = SeededGenerator.printingSeed()
        for length in 0..<300 {
            let data = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            var line: [UInt8] = []
            Base64.append(data, to: &line)
            #expect(line.count == (length + 2) / 3 * 4)
            #expect(decoded(line) == data)
        }
    }

    private func decoded(_ text: [UInt8]) -> [UInt8]? {
        text.span.withByteView(Base64.decode)
    }
}
