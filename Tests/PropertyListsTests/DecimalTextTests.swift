import TestSupport
import Testing

@testable import PropertyLists

@Suite("Decimal text")
struct DecimalTextTests {
    @Test(
        "what is no number is none, to the letter of strtod(3)",
        arguments: [
            "", ".", "+", "-", "e5", ".e5", "1e", "1e+", "1e-", "--1", "+-1", "1 ", " 1", "1.2.3", "1,5", "0x10",
            "1e5.0", "1_000", "１",
        ]
    )
    func invalid(text: String) {
        #expect(real(text) == nil)
        #expect(Double(decimal: text) == nil)
    }

    @Test(
        "every spelling of a number is read",
        arguments: [
            "0", "-0", "+0", "0.0", "-0.0", "1.", ".5", "-.5", "1e5", "1E5", "1e+5", "1e-5", "00012.500",
            "0e99999999999999999999",
            "1e400", "1e-400", "-1e400", "9007199254740993", "9007199254740992", "9223372036854775807",
            "12345678901234567890123", "0.1", "123456789e22", "123456789e-22", "1e23", "4.9e-324",
            "1.7976931348623157e308",
            "0000000000000000000000000000000001", "0.00000000000000000000000000000001", "1e22", "1e-22",
        ]
    )
    func valid(text: String) throws {
        #expect(real(text)?.bitPattern == Double(text)?.bitPattern)
        #expect(real(text) != nil)
    }

    @Test("random spellings are read to the bit as Swift reads them")
    func random() {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<20_000 {
            let whole = String(
                UInt64.random(in: 0...UInt64.max, using: &generator) >> UInt64.random(in: 0...63, using: &generator)
            )
            let fraction = String(
                UInt64.random(in: 0...UInt64.max, using: &generator) >> UInt64.random(in: 0...63, using: &generator)
            )
            let spellings = [
                "\(whole).\(fraction.prefix(4))", "-\(whole.prefix(6)).\(fraction)",
                "\(whole.prefix(9))e\(Int.random(in: -30...30, using: &generator))",
                "\(whole).\(fraction)E-\(Int.random(in: 0...340, using: &generator))",
                Double(bitPattern: .random(in: 0..<0x7FF0_0000_0000_0000, using: &generator)).description,
            ]
            for text in spellings {
                #expect(real(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
            }
        }
    }

    private func real(_ text: String) -> Double? {
        Array(text.utf8).span.withByteView { Double(propertyListXML: $0) }
    }
}
