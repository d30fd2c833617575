import PropertyLists
import Foundation
import PreferenceKit
import Testing

@Suite("Decimal numbers")
struct DecimalTests {
    private static let texts = [
        "0", "1", "-1", "9.99", "-0.001", "0.1", "1000", "99999999999999999999999999999999999999",
        "-12345678901234567890.123456789012345678", "0.00000000000000000000000000000000000001",
        "340282366920938463463374607431768211455",
    ]

    @Test(
        "a decimal number is read as it was written, to the last of its 38 digits",
        arguments: [PropertyListFormat.xml, .binary]
    )
    func roundTrip(format: PropertyListFormat) throws {
        let numbers = try DecimalTests.texts.map { try #require(Decimal(string: $0)) }
        let edges: [Decimal] = [.greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, .pi]
        try expectRoundTrip(numbers + edges, format)
        for (number, text) in zip(numbers, DecimalTests.texts) {
            #expect(number.propertyList == .string(text))
        }
    }

    @Test("not-a-number is read as it was written", arguments: [PropertyListFormat.xml, .binary])
    func notANumber(format: PropertyListFormat) throws {
        let suite = try SuiteInDirectory(format)
        let key = PreferenceKey<Decimal>("price", default: 1)
        try suite.preferences().set(.nan, for: key)
        #expect(try suite.preferences().value(for: key).isNaN)
    }

    @Test("a decimal number is read from each of its spellings, and from numbers")
    func spellings() {
        let cases: [(PropertyList, String)] = [
            ("+1.50", "1.5"), ("1e3", "1000"), ("1.5E-2", "0.015"), ("007", "7"), (".5", "0.5"), ("5.", "5"),
            ("-0", "0"),
            (5, "5"), (.integer(.min), "-9223372036854775808"), (.integer(.max), "18446744073709551615"),
            (9.99, "9.99"), (-2.0, "-2"), (1e20, "100000000000000000000"),
        ]
        for (form, text) in cases {
            #expect(Decimal(propertyList: form)?.description == text, "\(form)")
        }
    }

    @Test("a decimal number is not read from trailing text or from more digits than it can represent")
    func refused() {
        expectRefused(
            [
                "", " 1", "1 ", "12abc", "1,5", "1.2.3", "0x10", "1e", "--1", "+-1", ".", "e5", "nan", "inf", "1e999",
                "1e99999999999999999999", "١", "12345678901234567890123456789012345678901", true, [], .real(.nan),
                .real(.infinity), .real(1e300), .real(.leastNonzeroMagnitude),
            ],
            as: Decimal.self
        )
    }
}
