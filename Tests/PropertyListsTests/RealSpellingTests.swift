import Foundation
import TestSupport
import Testing

@testable import PropertyLists

@Suite("Reals in XML")
struct RealSpellingTests {
    @Test(
        "have a point, whatever the process's locale prints",
        arguments: [
            ("0.5", "0.5"), ("0,5", "0.5"), ("-1,5e-07", "-1.5e-07"), ("1\u{66B}5", "1.5"), ("12", "12"),
            ("1e+22", "1e+22"),
        ]
    )
    func decimalPoint(printed: String, spelled: String) {
        #expect(String(decoding: Array(printed.utf8).replacingDecimalPoint(), as: UTF8.self) == spelled)
    }

    @Test(
        "are those of printf(3) to 17 digits",
        arguments: [
            // Halfway between two numbers of 17 digits, the next power of ten, and where 128 bits end.
            140_737_488_355_328.125, 140_737_488_355_328.375, 9.9999999999999995e22, 9.999999999999999e-5, 1e-4,
            99_999_999_999_999_984, 1e17, 0x1p-53, 0x1p-53.nextDown, 0x1p128, 0x1p128.nextDown, 1e-308,
            .leastNonzeroMagnitude,
        ]
    )
    func digits(real: Double) {
        #expect(spelled(real) == printed(real))
        #expect(spelled(-real) == printed(-real))
    }

    @Test("are those of printf(3), whatever their bits")
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
        let text = [UInt8](capacity: Double.longestXML) { output in real.appendXML(to: &output) }
        return String(decoding: text, as: UTF8.self)
    }

    private func printed(_ real: Double) -> String {
        String(format: "%.17g", real)
    }
}
