extension OutputSpan<UInt8> {
    /// Appends `-MM-DDThh:mm:ss`, which follows the year.
    ///
    /// - Parameter separator: what stands between the date and the time.
    mutating func append(afterYear time: CivilTime, separator: StaticString = "T") {
        append("-", time.date.month)
        append("-", time.date.day)
        append(separator, time.hour)
        append(":", time.minute)
        append(":", time.second)
    }

    /// Appends a field of two digits behind what separates it from the one before.
    private mutating func append(_ separator: StaticString, _ field: Int) {
        append(separator)
        append(decimal: field, width: 2)
    }
}

extension ByteCursor {
    /// The day of which `-MM-DD` follows; nil where it does not, or where there is no such day.
    mutating func civilDate(inYear year: Int) -> CivilDate? {
        guard skip("-"), let month = decimal(length: 2...2),
            skip("-"), let day = decimal(length: 2...2)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// The time of which `hh:mm:ss` follows; nil where it does not, or where there is no such time.
    mutating func civilTime(on date: CivilDate) -> CivilTime? {
        guard let hour = decimal(length: 2...2),
            skip(":"), let minute = decimal(length: 2...2),
            skip(":"), let second = decimal(length: 2...2)
        else { return nil }
        return CivilTime(date: date, hour: hour, minute: minute, second: second)
    }
}
