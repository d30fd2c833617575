/// A day of the proleptic Gregorian calendar: today's rules for all times, and a year 0 before the year 1.
///
/// The conversions are Howard Hinnant's `days_from_civil` and `civil_from_days`. A year starts on 1 March, so the leap
/// day is its last day. An era of 400 years always has the same number of days.
struct CivilDate: Equatable {
    let year: Int
    let month: Int
    let day: Int

    /// The supported years: those of CoreFoundation, which counts them from 2001 in 32 bits and reads others as one of
    /// these.
    static let years = 2_001 + Int(Int32.min)...2_001 + Int(Int32.max)

    private static let daysPerEra = 146_097
    private static let daysFromEraToEpoch = 719_468

    /// Creates a day; nil if the calendar does not have it, or if the year is not supported.
    init?(year: Int, month: Int, day: Int) {
        guard CivilDate.years.contains(year), 1...12 ~= month, 1...CivilDate.lastDay(of: month, in: year) ~= day else {
            return nil
        }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the day that is a number of days after 1970-01-01, or before it if the number is negative.
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

    /// The number of days from 1970-01-01 to this day; negative before 1970-01-01.
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
    /// Returns the quotient and the remainder; the remainder is never negative.
    func floorDivided(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

/// A second of a day of the proleptic Gregorian calendar, in UTC and without leap seconds.
struct CivilTime: Equatable {
    let date: CivilDate
    let hour: Int
    let minute: Int
    let second: Int

    private static let secondsPerDay = 86_400
    /// The days from the epoch, 1970-01-01, to the reference date of property lists, 2001-01-01.
    private static let daysFromEpochToReferenceDate = 11_323

    init?(date: CivilDate, hour: Int, minute: Int, second: Int) {
        guard 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second else { return nil }
        self.date = date
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Creates the second that is a number of seconds after 2001-01-01T00:00:00Z, or before it if the number is
    /// negative.
    init(secondsSinceReferenceDate: Int) {
        let (days, second) = secondsSinceReferenceDate.floorDivided(by: CivilTime.secondsPerDay)
        date = CivilDate(daysSinceEpoch: days + CivilTime.daysFromEpochToReferenceDate)
        hour = second / 3_600
        minute = second / 60 % 60
        self.second = second % 60
    }

    /// The number of seconds from 2001-01-01T00:00:00Z to this second; negative before 2001-01-01T00:00:00Z.
    var secondsSinceReferenceDate: Int {
        (date.daysSinceEpoch - CivilTime.daysFromEpochToReferenceDate) * CivilTime.secondsPerDay
            + hour * 3_600 + minute * 60 + second
    }
}

extension OutputSpan<UInt8> {
    /// Appends `-MM-DDThh:mm:ss`, the part after the year, with `separator` in place of the `T`.
    mutating func append(afterYear time: CivilTime, separator: StaticString = "T") {
        append("-", time.date.month)
        append("-", time.date.day)
        append(separator, time.hour)
        append(":", time.minute)
        append(":", time.second)
    }

    private mutating func append(_ separator: StaticString, _ field: Int) {
        append(separator)
        append(decimal: field, width: 2)
    }
}

extension ByteView {
    /// The time that a text like 2001-02-28T23:59:59Z spells; nil for any other text.
    ///
    /// Three words contain all digits, which are checked and converted together.
    var plainCivilTime: CivilTime? {
        guard count == 20,
            let date = word(at: 0).digitPairs(spelledLike: 0x2D30_302D_3030_3030),  // 0000-00-
            let middle = word(at: 8).digitPairs(spelledLike: 0x3030_3A30_3054_3030),  // 00T00:00
            let end = word(at: 12).digitPairs(spelledLike: 0x5A30_303A_3030_3A30),  // 0:00:00Z
            let day = CivilDate(year: date(0) * 100 + date(2), month: date(5), day: middle(0))
        else { return nil }
        return CivilTime(date: day, hour: middle(3), minute: middle(6), second: end(5))
    }
}

extension UInt64 {
    /// The numbers from 0 to 99 that each two adjacent digits spell, by the index of the first digit.
    fileprivate struct DigitPairs {
        let numbers: UInt64

        func callAsFunction(_ index: UInt64) -> Int {
            Int(UInt8(truncatingIfNeeded: numbers &>> (8 &* index)))
        }
    }

    /// Returns the pairs of digits, or nil if the text differs from the pattern, in which each digit is 0.
    @inline(__always)
    fileprivate func digitPairs(spelledLike pattern: UInt64) -> DigitPairs? {
        let differences = pattern ^ .repeating(UInt8(ascii: "0"))
        let others = ((differences & .repeating(0x7F)) &+ .repeating(0x7F)) | differences
        let isDigit = (~others & .repeating(0x80)) &>> 7
        let values = self ^ pattern
        // The sum with 6 exceeds four bits from 10 on.
        guard values & ~(isDigit &* 0x0F) == 0, (values &+ isDigit &* 6) & .repeating(0xF0) == 0 else { return nil }
        return DigitPairs(numbers: values &* 10 &+ values &>> 8)
    }
}

extension ByteCursor {
    /// Parses `-MM-DD`; returns nil if it does not come next, or if the day does not exist.
    mutating func civilDate(inYear year: Int) -> CivilDate? {
        guard skip("-"), let month = decimal(length: 2...2),
            skip("-"), let day = decimal(length: 2...2)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// Parses `+hh:mm` or `-hh:mm`, with `separator` in place of the colon; returns nil if neither comes next.
    ///
    /// The result is the number of seconds by which local time is ahead of UTC.
    mutating func offsetFromUTC(separator: StaticString) -> Int? {
        guard let sign = skip("+") ? 1 : skip("-") ? -1 : nil,
            let hours = decimal(length: 2...2), 0...23 ~= hours,
            skip(separator), let minutes = decimal(length: 2...2), 0...59 ~= minutes
        else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }

    /// Parses `hh:mm:ss`; returns nil if it does not come next, or if the time does not exist.
    mutating func civilTime(on date: CivilDate) -> CivilTime? {
        guard let hour = decimal(length: 2...2),
            skip(":"), let minute = decimal(length: 2...2),
            skip(":"), let second = decimal(length: 2...2)
        else { return nil }
        return CivilTime(date: date, hour: hour, minute: minute, second: second)
    }

    /// Parses `-MM-DDThh:mm:ss` with fields from 0 to 99, and returns the seconds since 2001-01-01T00:00:00Z.
    ///
    /// As in CoreFoundation, a day or a time that is too great counts on, and the month 13 is the next January. The
    /// other months that do not exist are January of the same year: its table of the days before each month has 0 for
    /// them. Returns nil if the text does not come next, or if the year is not supported.
    mutating func overflowingTime(inYear year: Int) -> Int? {
        guard skip("-"), let month = decimal(length: 2...2),
            skip("-"), let day = decimal(length: 2...2),
            skip("T"), let hour = decimal(length: 2...2),
            skip(":"), let minute = decimal(length: 2...2),
            skip(":"), let second = decimal(length: 2...2),
            let date = CivilDate(year: year, month: month == 13 ? 12 : 1...12 ~= month ? month : 1, day: 1),
            let start = CivilTime(date: date, hour: 0, minute: 0, second: 0)
        else { return nil }
        let days = month == 13 ? day + 30 : day - 1
        return start.secondsSinceReferenceDate + days * 86_400 + hour * 3_600 + minute * 60 + second
    }
}
