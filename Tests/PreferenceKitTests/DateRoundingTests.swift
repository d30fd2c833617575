import PreferenceStore
import PropertyLists
import Foundation
import PreferenceKit
import Testing

@Suite("Dates with a fraction of a second")
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

    @Test("a date in an XML file is rounded down, and the writer reads the rounded date at once")
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

    @Test("a date in a binary file is exact to the bit")
    func binary() throws {
        let dates = DateRoundingTests.cases.map { Date(timeIntervalSinceReferenceDate: $0.seconds) }
        try expectRoundTrip(dates + [Date(), Date(timeIntervalSinceReferenceDate: .leastNonzeroMagnitude)], .binary)
    }

    @Test(
        "the bridge .timestamp keeps a date to the bit, and reads a date",
        arguments: [.xml, .binary] as [PropertyListFormat]
    )
    func timestamp(format: PropertyListFormat) throws {
        let key = PreferenceKey("date", default: Date.distantPast, bridge: .timestamp)
        let suite = try SuiteInDirectory(format)
        let preferences = try suite.preferences()
        try preferences.set(Date(timeIntervalSinceReferenceDate: 5), for: DateRoundingTests.key)
        #expect(preferences[key] == Date(timeIntervalSinceReferenceDate: 5))
        for seconds in DateRoundingTests.cases.map(\.seconds) + [Date().timeIntervalSinceReferenceDate] {
            preferences[key] = Date(timeIntervalSinceReferenceDate: seconds)
            #expect(try suite.preferences().value(for: key).timeIntervalSinceReferenceDate == seconds)
            #expect(try suite.contents() == ["date": .real(seconds)])
        }
        #expect(try PreferenceSchema(keys: [key]).violations(in: ["date": 1.5]).isEmpty)
    }

    @Test("a date inside an array and a dictionary is rounded too")
    func nested() throws {
        let suite = try SuiteInDirectory(.xml)
        let preferences = try suite.preferences()
        let key = PreferenceKey<[String: [Date]]>("dates", default: [:])
        preferences[key] = ["a": [Date(timeIntervalSinceReferenceDate: 1.5)]]
        #expect(preferences[key] == ["a": [Date(timeIntervalSinceReferenceDate: 1)]])
        #expect(try suite.contents() == ["dates": ["a": [.date(PropertyListDate(secondsSinceReferenceDate: 1))]]])
    }

    @Test("a date changes nothing if the file already contains its second")
    func unchanged() throws {
        let suite = try SuiteInDirectory(.xml)
        let preferences = try suite.preferences()
        let date = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
        let outcomes = try (0..<2).map { _ in
            try preferences.change { $0[DateRoundingTests.key] = date }.outcome
        }
        #expect(outcomes == [.changed, .unchanged])
    }

    @Test("a date outside the calendar is an error in XML, and the file stays unchanged")
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
