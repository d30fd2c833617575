import Foundation
import PreferenceKit
import Testing

@Suite("A date with a fraction of a second")
struct DateRoundingTests {
    private static let key = PreferenceKey<Date?>("date")

    private struct Case {
        let seconds: TimeInterval
        let whole: TimeInterval
    }

    private static let cases = [
        Case(seconds: 1.999, whole: 1),
        Case(seconds: 0.5, whole: 0),
        Case(seconds: -0.5, whole: -1),
        Case(seconds: -1.001, whole: -2),
        Case(seconds: -63_114_076_800.25, whole: -63_114_076_801),
    ]

    @Test("is rounded down as an XML file holds it, for the writer at once")
    func xml() throws {
        let suite = try SuiteInDirectory(.xml)
        let preferences = try suite.preferences()
        for row in DateRoundingTests.cases {
            preferences[DateRoundingTests.key] = Date(timeIntervalSinceReferenceDate: row.seconds)
            let whole = Date(timeIntervalSinceReferenceDate: row.whole)
            #expect(preferences[DateRoundingTests.key] == whole)
            #expect(try suite.preferences().value(for: DateRoundingTests.key) == whole)
        }
    }

    @Test("stays to the bit in a binary file")
    func binary() throws {
        let dates = DateRoundingTests.cases.map { Date(timeIntervalSinceReferenceDate: $0.seconds) }
        try expectRoundTrip(dates + [Date(), Date(timeIntervalSinceReferenceDate: .leastNonzeroMagnitude)], .binary)
    }

    @Test("is rounded wherever it stands, in an array, a dictionary, a Codable value")
    func nested() throws {
        let suite = try SuiteInDirectory(.xml)
        let preferences = try suite.preferences()
        let key = PreferenceKey<[String: [Date]]>("dates", default: [:])
        preferences[key] = ["a": [Date(timeIntervalSinceReferenceDate: 1.5)]]
        #expect(preferences[key] == ["a": [Date(timeIntervalSinceReferenceDate: 1)]])
        #expect(try suite.contents() == ["dates": ["a": [.date(PropertyListDate(secondsSinceReferenceDate: 1))]]])
    }

    @Test("changes nothing where the file holds its second already")
    func unchanged() throws {
        let suite = try SuiteInDirectory(.xml)
        let preferences = try suite.preferences()
        let date = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
        let outcomes = try (0..<2).map { _ in
            try preferences.change { $0[DateRoundingTests.key] = date }.get().outcome
        }
        #expect(outcomes == [.changed, .unchanged])
    }

    @Test("that no calendar has is refused in XML, and the file stays")
    func notFinite() throws {
        let suite = try SuiteInDirectory(.xml)
        let preferences = try suite.preferences()
        for seconds in [Double.nan, .infinity, -.infinity, 1e300] {
            #expect(throws: PreferenceError.self) {
                try preferences.set(Date(timeIntervalSinceReferenceDate: seconds), for: DateRoundingTests.key)
            }
        }
        #expect(try suite.contents() == [:])
    }
}
