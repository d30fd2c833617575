/// A second of a day of the proleptic Gregorian calendar, in UTC and without leap seconds.
struct CivilTime: Equatable {
    let date: CivilDate
    /// From 0 to 23.
    let hour: Int
    /// From 0 to 59.
    let minute: Int
    /// From 0 to 59.
    let second: Int

    private static let secondsPerDay = 86_400
    /// From the epoch, 1970-01-01, to the reference date of property lists, 2001-01-01.
    private static let daysFromEpochToReferenceDate = 11_323

    /// The time, or nil where a day has none such.
    init?(date: CivilDate, hour: Int, minute: Int, second: Int) {
        guard 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second else { return nil }
        self.date = date
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The second that many seconds after 2001-01-01T00:00:00Z, or before it.
    init(secondsSinceReferenceDate: Int) {
        let (days, second) = secondsSinceReferenceDate.floorDivided(by: CivilTime.secondsPerDay)
        date = CivilDate(daysSinceEpoch: days + CivilTime.daysFromEpochToReferenceDate)
        hour = second / 3_600
        minute = second / 60 % 60
        self.second = second % 60
    }

    /// Seconds from 2001-01-01T00:00:00Z to this second; negative before.
    var secondsSinceReferenceDate: Int {
        (date.daysSinceEpoch - CivilTime.daysFromEpochToReferenceDate) * CivilTime.secondsPerDay
            + hour * 3_600 + minute * 60 + second
    }
}
