import Foundation
import TestSupport
import Testing

@testable import PropertyLists

@Suite("Decimal text")
struct DecimalTextTests {
    @Test(
        "text that is not a decimal number is refused",
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

@Suite("Reals in XML")
struct RealSpellingTests {
    @Test(
        "a real has a point, whatever the process's locale prints",
        arguments: [
            ("0.5", "0.5"), ("0,5", "0.5"), ("-1,5e-07", "-1.5e-07"), ("1\u{66B}5", "1.5"), ("12", "12"),
            ("1e+22", "1e+22"),
        ]
    )
    func decimalPoint(printed: String, spelled: String) {
        #expect(String(decoding: Array(printed.utf8).replacingDecimalPoint(), as: UTF8.self) == spelled)
    }

    @Test(
        "a real has the 17 digits that printf(3) prints",
        arguments: [
            // Halfway between two numbers of 17 digits, next to powers of ten, and around the limit of 128 bits.
            140_737_488_355_328.125, 140_737_488_355_328.375, 9.9999999999999995e22, 9.999999999999999e-5, 1e-4,
            99_999_999_999_999_984, 1e17, 0x1p-53, 0x1p-53.nextDown, 0x1p128, 0x1p128.nextDown, 1e-308,
            .leastNonzeroMagnitude,
        ]
    )
    func digits(real: Double) {
        #expect(spelled(real) == printed(real))
        #expect(spelled(-real) == printed(-real))
    }

    @Test("a real with any bits has the digits that printf(3) prints")
    func randomDigits() {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<3_000 {
            let bits = Double(bitPattern: generator.next())
            let near = Double(
                sign: .plus,
                exponent: Int.random(in: -55...130, using: &generator),
                significand: Double.random(in: 1..<2, using: &generator)
            )
            let short = Double(Int.random(in: -100_000...100_000, using: &generator)) / 1_000
            for real in [bits, near, short, near.rounded()] where real.isFinite && real != 0 {
                #expect(spelled(real) == printed(real))
            }
        }
    }

    private func spelled(_ real: Double) -> String {
        let text = [UInt8](capacity: Double.longestXML) { output in output.append(xmlReal: real) }
        return String(decoding: text, as: UTF8.self)
    }

    private func printed(_ real: Double) -> String {
        String(format: "%.17g", real)
    }
}
