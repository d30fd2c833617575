/// A day of the proleptic Gregorian calendar: today's rules without a beginning, and a year 0 before the year 1.
///
/// The conversions are Howard Hinnant's `days_from_civil` and `civil_from_days`: a year starts on 1 March, so that the
/// leap day is its last, and 400 years, an era, always have the same number of days.
struct CivilDate: Equatable {
    let year: Int
    /// From 1 to 12.
    let month: Int
    /// From 1 to the last of the month.
    let day: Int

    /// The years that count, both ways: the seconds from the epoch to each of them fit 64 bits.
    static let years = -200_000_000_000...200_000_000_000

    private static let daysPerEra = 146_097
    private static let daysFromEraToEpoch = 719_468

    /// The day, or nil where the calendar has none such or its year is beyond those that count.
    init?(year: Int, month: Int, day: Int) {
        guard CivilDate.years.contains(year), 1...12 ~= month, 1...CivilDate.lastDay(of: month, in: year) ~= day else {
            return nil
        }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that many days after 1970-01-01, or before it.
    init(daysSinceEpoch: Int) {
        let days = daysSinceEpoch + CivilDate.daysFromEraToEpoch
        let (era, dayOfEra) = days.floorDivided(by: CivilDate.daysPerEra)
        let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    /// Days from 1970-01-01 to this day; negative before.
    var daysSinceEpoch: Int {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).floorDivided(by: 400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * CivilDate.daysPerEra + dayOfEra - CivilDate.daysFromEraToEpoch
    }

    private static func lastDay(of month: Int, in year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        default: 31
        }
    }
}

extension Int {
    /// Quotient and remainder where the remainder is never negative.
    func floorDivided(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
