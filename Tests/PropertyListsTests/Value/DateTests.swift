import TestSupport
import Testing

@testable import PropertyLists

@Suite("Dates as text", .mayWait)
struct DateTests {
    @Test(
        "an RFC 3339 date is read with any offset and fraction",
        arguments: [
            ("1970-01-01T00:00:00Z", -978_307_200), ("2001-01-01T00:00:00z", 0), ("2001-01-01t01:30:00+01:30", 0),
            ("2000-12-31 19:00:00-05:00", 0), ("2001-01-01T00:00:00-00:00", 0), ("2001-01-01T00:00:00.25Z", 0.25),
            ("2001-01-01T00:00:00.2500000Z", 0.25), ("2001-01-01T00:00:00.000Z", 0),
            ("2000-12-31T23:59:59.75Z", -0.25), ("2000-12-31T23:59:59.05Z", -0.95),
            ("2001-01-01T00:00:00.1+00:01", -59.9),
            ("0000-01-01T00:00:00Z", -63_145_526_400), ("-0001-01-01T00:00:00Z", -63_177_062_400),
            ("+12345-01-01T00:00:00Z", 326_425_075_200), ("+2001-01-01T00:00:00Z", 0),
        ]
    )
    func readRFC3339(text: String, seconds: Double) {
        #expect(PropertyListDate(rfc3339: text) == PropertyListDate(secondsSinceReferenceDate: seconds))
    }

    @Test(
        "text that is not an RFC 3339 date is refused",
        arguments: [
            "", "yesterday", "2001-01-01", "2001-01-01T00:00Z", "2001-01-01T00:00:00", "2001-01-01T00:00:60Z",
            "2001-01-01T24:00:00Z", "2001-02-29T00:00:00Z", "2001-13-01T00:00:00Z", "2001-1-01T00:00:00Z",
            "2001-01-01T00:00:00.Z", "2001-01-01T00:00:00,5Z", "2001-01-01T00:00:00+24:00", "2001-01-01T00:00:00+01:60",
            "2001-01-01T00:00:00+0100", "2001-01-01T00:00:00+01", "12345-01-01T00:00:00Z", "-123-01-01T00:00:00Z",
            "2001-01-01T00:00:00Z ", " 2001-01-01T00:00:00Z", "2001-01-01T00:00:00ZZ", "2001-01-01_00:00:00Z",
            "+99999999999999999999-01-01T00:00:00Z", "+999999999999-01-01T00:00:00Z", "２００1-01-01T00:00:00Z",
        ]
    )
    func refuseRFC3339(text: String) {
        #expect(PropertyListDate(rfc3339: text) == nil)
    }

    @Test(
        "an RFC 3339 date is written in UTC, with the fewest digits that read back",
        arguments: [
            (-978_307_200, "1970-01-01T00:00:00Z"), (0, "2001-01-01T00:00:00Z"), (0.25, "2001-01-01T00:00:00.25Z"),
            (-0.25, "2000-12-31T23:59:59.75Z"), (-0.001, "2000-12-31T23:59:59.999Z"),
            (700_000_000.123_456_7, "2023-03-08T20:26:40.1234567Z"), (-63_177_062_400, "-0001-01-01T00:00:00Z"),
            (326_425_075_200, "+12345-01-01T00:00:00Z"), (-0.0, nil), (1e-5, nil), (1e17, nil), (.nan, nil),
            (.infinity, nil), (-.infinity, nil), (.greatestFiniteMagnitude, nil),
        ] as [(Double, String?)]
    )
    func writeRFC3339(seconds: Double, text: String?) {
        #expect(PropertyListDate(secondsSinceReferenceDate: seconds).rfc3339 == text)
    }

    @Test("every date that has a text reads back to the bit")
    func roundTrip() {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<2_000 {
            let magnitude = Double(sign: .plus, exponent: Int.random(in: -12...52, using: &generator), significand: 1)
            let seconds = Double.random(in: -magnitude...magnitude, using: &generator)
            for seconds in [seconds, seconds.rounded(), (seconds * 1_000).rounded() / 1_000] where seconds != 0 {
                let date = PropertyListDate(secondsSinceReferenceDate: seconds)
                if let text = date.rfc3339 {
                    #expect(PropertyListDate(rfc3339: text) == date, "\(seconds) as \(text)")
                } else {
                    #expect(seconds.description.contains("e"))
                }
            }
        }
    }

    @Test(
        "XML stores the second in which a date lies, as CoreFoundation writes it",
        arguments: [
            (0.9, "2001-01-01T00:00:00Z"), (-0.1, "2000-12-31T23:59:59Z"), (-0.0, "2001-01-01T00:00:00Z"),
            (-63_177_062_400, "-001-01-01T00:00:00Z"), (-63_145_526_400, "0000-01-01T00:00:00Z"),
            (-6.7768038400752e16, "-2147481647-01-01T00:00:00Z"), (6.77680384006656e16, "2147485648-12-31T00:00:00Z"),
            (-1e11, "-1168-02-16T14:13:20Z"), (3e11, "11507-08-17T05:20:00Z"), (1e15, "31690739-07-06T01:46:40Z"),
        ]
    )
    func xml(seconds: Double, text: String) throws {
        let date = PropertyListDate(secondsSinceReferenceDate: seconds)
        let time = try #require(date.civilTimeInXML)
        let written = [UInt8](capacity: PropertyListDate.longestXML) { output in output.append(xmlDate: time) }
        #expect(String(decoding: written, as: UTF8.self) == text)
        let read = try #require(self.date(xml: written))
        #expect(read.secondsSinceReferenceDate == seconds.rounded(.down))
    }

    @Test(
        "a year in XML can have any number of digits",
        arguments: [
            ("1-01-01T00:00:00Z", -63_113_904_000), ("0001-01-01T00:00:00Z", -63_113_904_000),
            ("-1-01-01T00:00:00Z", -63_177_062_400),
        ]
    )
    func xmlYears(text: String, seconds: Double) {
        #expect(date(xml: Array(text.utf8))?.secondsSinceReferenceDate == seconds)
    }

    @Test(
        "a year that CoreFoundation would read as another one is refused",
        arguments: [
            ("2147485648-12-31", true), ("2147485648-13-01", true), ("2147485649-01-01", false),
            ("-2147481647-01-01", true), ("-2147481648-12-31", false), ("-2147481648-13-01", false),
            ("12345678901-01-02", false), ("-12345678901-01-02", false), ("200000000000-01-01", false),
        ]
    )
    func yearLimits(day: String, isRead: Bool) throws {
        let document = Array("<plist><date>\(day)T00:00:00Z</date></plist>".utf8)
        let answer = try FoundationPropertyLists.answers(to: [document])[0].text
        let value = try? PropertyList(xml: document)
        #expect((value != nil) == isRead)
        #expect(answer != nil)
        if let value { #expect(answer == value.canonicalText) }
    }

    @Test(
        "the fields after the year may exceed the calendar, as in Foundation",
        arguments: [
            ("2024-01-32T00:00:00Z", "2024-02-01T00:00:00Z"), ("2024-01-31T24:00:00Z", "2024-02-01T00:00:00Z"),
            ("2024-01-31T23:59:60Z", "2024-02-01T00:00:00Z"), ("2023-02-29T00:00:00Z", "2023-03-01T00:00:00Z"),
            ("2024-01-01T99:99:99Z", "2024-01-05T04:40:39Z"), ("2024-01-99T00:00:00Z", "2024-04-08T00:00:00Z"),
            ("2024-01-00T00:00:00Z", "2023-12-31T00:00:00Z"), ("2024-13-01T00:00:00Z", "2025-01-01T00:00:00Z"),
            ("2023-13-32T00:00:00Z", "2024-02-01T00:00:00Z"), ("-0001-13-01T00:00:00Z", "0000-01-01T00:00:00Z"),
            // Months that are not in the table of CoreFoundation.
            ("2024-00-01T00:00:00Z", "2024-01-01T00:00:00Z"), ("2024-14-05T00:00:00Z", "2024-01-05T00:00:00Z"),
            ("2024-99-01T00:00:00Z", "2024-01-01T00:00:00Z"),
        ]
    )
    func overflow(text: String, date: String) throws {
        let document = Array("<plist><array><date>\(text)</date></array></plist>".utf8)
        let value = try PropertyList(xml: document)
        #expect(value == [.date(try #require(PropertyListDate(rfc3339: date)))])
        #expect(try FoundationPropertyLists.answers(to: [document])[0].text == value.canonicalText)
        let findings = try PropertyListInspection(of: document.span, isSuite: true).findings
        #expect(findings.map(\.hazard) == [.dateOverflow])
        let written = String(decoding: try value.serialized(as: .xml), as: UTF8.self)
        #expect(written.contains("<date>\(date)</date>"))
    }

    @Test(
        "a date that CoreFoundation would not write is refused in XML",
        arguments: [
            "", "-", "-01-01T00:00:00Z", "2001-01-01T00:00:00.5Z", "2001-01-01T00:00:00", "2001-01-01 00:00:00Z",
            "2001-01-01T00:00:00+00:00", "2001-2-01T00:00:00Z", "2001-01-01T00:00:600Z", " 2001-01-01T00:00:00Z",
            "99999999999999999999999-01-01T00:00:00Z", "9223372036854775807-01-01T00:00:00Z", "2001-01-01T00:00:00z",
        ]
    )
    func refuseXML(text: String) {
        #expect(date(xml: Array(text.utf8)) == nil)
    }

    @Test(
        "a date that could not be read back is an error in XML",
        arguments: [Double.nan, .infinity, 1e19, -1e300, 9e18, -9e18, 6.4e18, 6.78e16, -6.78e16]
    )
    func xmlOutOfRange(seconds: Double) {
        #expect(throws: PropertyListError(.dateOutOfRange(seconds: seconds.shortestText))) {
            try XMLWriter.document(.date(PropertyListDate(secondsSinceReferenceDate: seconds)))
        }
    }

    @Test(
        "a real has the fewest digits that read back, with a point or an exponent",
        arguments: [
            (1, "1.0"), (0.1, "0.1"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"), (-0.0, "-0.0"),
            (.nan, "nan"), (-.nan, "nan"), (.signalingNaN, "nan"), (.infinity, "inf"), (-.infinity, "-inf"),
            (1e16, "1e+16"),
            (123_456_789_012_345, "123456789012345.0"),
        ] as [(Double, String)]
    )
    func shortestText(real: Double, text: String) {
        #expect(real.shortestText == text)
    }

    private func date(xml text: [UInt8]) -> PropertyListDate? {
        text.span.withByteView(PropertyListDate.init(propertyListXML:))
    }

    @Test("XML and OpenStep text store whole seconds, rounded down at any depth; the other formats store every date")
    func held() {
        func form(_ seconds: Double...) -> PropertyList {
            [["a": .array(seconds.map { .date(PropertyListDate(secondsSinceReferenceDate: $0)) })], "x"]
        }
        for format in PropertyListFormat.allCases {
            let isText = format == .xml || format == .openStep
            #expect(form(0.5, -0.5, 7).stored(in: format) == (isText ? form(0, -1, 7) : form(0.5, -0.5, 7)))
            #expect(form(.infinity).stored(in: format) == form(.infinity))
        }
    }

    @Test("the value that XML stores is the value that is read from it")
    func heldInXML() throws {
        for seconds in [-0.0, 0.999, -0.001, 1e9 + 0.5, -6e10 - 0.25] {
            let date = PropertyList.date(PropertyListDate(secondsSinceReferenceDate: seconds))
            let document = try date.serialized(as: .xml)
            #expect(try PropertyList(parsing: document.span) == date.stored(in: .xml))
        }
    }
}

@Suite("Civil dates")
struct CivilDateTests {
    @Test(
        "days count from 1970-01-01, in both directions",
        arguments: [
            (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2001, 1, 1, 11_323), (1, 1, 1, -719_162),
            (0, 2, 29, -719_469), (-1, 12, 31, -719_529), (-400, 3, 1, -865_565), (9999, 12, 31, 2_932_896),
        ]
    )
    func known(year: Int, month: Int, day: Int, days: Int) throws {
        let date = try #require(CivilDate(year: year, month: month, day: day))
        #expect(date.daysSinceEpoch == days)
        #expect(CivilDate(daysSinceEpoch: days) == date)
    }

    @Test("every day of 800 years follows the one before")
    func consecutive() throws {
        var days = -865_565
        for year in -400..<400 {
            for month in 1...12 {
                for day in 1...31 {
                    guard let date = CivilDate(year: year, month: month, day: day) else { continue }
                    if year > -400 || month > 2 {
                        try #require(date.daysSinceEpoch == days && CivilDate(daysSinceEpoch: days) == date)
                        days += 1
                    }
                }
            }
        }
    }

    @Test(
        "a day that the calendar does not have is refused",
        arguments: [
            (2001, 2, 29), (1900, 2, 29), (2000, 2, 30), (2000, 4, 31), (2000, 0, 1), (2000, 13, 1), (2000, 1, 0),
            (2000, 1, 32), (Int.max, 1, 1), (Int.min, 1, 1),
        ]
    )
    func invalid(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test("the farthest years and seconds do not overflow", arguments: [Int.min, Int.max])
    func extremes(seconds: Int) throws {
        #expect(!CivilDate.years.contains(CivilTime(secondsSinceReferenceDate: seconds).date.year))
        for year in [CivilDate.years.lowerBound, CivilDate.years.upperBound] {
            let date = try #require(CivilDate(year: year, month: 12, day: 31))
            let time = try #require(CivilTime(date: date, hour: 23, minute: 59, second: 59))
            #expect(CivilTime(secondsSinceReferenceDate: time.secondsSinceReferenceDate) == time)
        }
    }
}
