import Testing

@testable import PropertyLists

@Suite("Civil dates")
struct CivilDateTests {
    @Test(
        "days count from 1970-01-01, both ways",
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
        "a day that the calendar does not have is none",
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
        #expect(CivilTime(secondsSinceReferenceDate: seconds).date.year.magnitude > 200_000_000_000)
        for year in [CivilDate.years.lowerBound, CivilDate.years.upperBound] {
            let date = try #require(CivilDate(year: year, month: 12, day: 31))
            let time = try #require(CivilTime(date: date, hour: 23, minute: 59, second: 59))
            #expect(CivilTime(secondsSinceReferenceDate: time.secondsSinceReferenceDate) == time)
        }
    }
}
