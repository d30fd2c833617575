import Foundation
import PreferenceKit
import Testing

@Suite("A decimal number")
struct DecimalTests {
    private static let texts = [
        "0", "1", "-1", "9.99", "-0.001", "0.1", "1000", "99999999999999999999999999999999999999",
        "-12345678901234567890.123456789012345678", "0.00000000000000000000000000000000000001",
        "340282366920938463463374607431768211455",
    ]

    @Test("comes back to the last of its 38 digits", arguments: [PropertyListFormat.xml, .binary])
    func roundTrip(format: PropertyListFormat) throws {
        let numbers = try DecimalTests.texts.map { try #require(Decimal(string: $0)) }
        let edges: [Decimal] = [.greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, .pi]
        try expectRoundTrip(numbers + edges, format)
        for (number, text) in zip(numbers, DecimalTests.texts) {
            #expect(number.propertyList == .string(text))
        }
    }

    @Test("that is no number comes back as none", arguments: [PropertyListFormat.xml, .binary])
    func notANumber(format: PropertyListFormat) throws {
        let suite = try SuiteInDirectory(format)
        let key = PreferenceKey<Decimal>("price", default: 1)
        try suite.preferences().set(.nan, for: key)
        #expect(try suite.preferences().value(for: key).isNaN)
    }

    @Test("is read from every spelling of it, and from numbers")
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

    @Test("is not read from text that goes on, or has more digits than it can hold")
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
