extension CivilTime {
    /// Appends `-MM-DDThh:mm:ss`, which follows the year.
    ///
    /// - Parameter separator: what stands between the date and the time.
    func appendAfterYear(to output: inout [UInt8], separator: String = "T") {
        let fields = [("-", date.month), ("-", date.day), (separator, hour), (":", minute), (":", second)]
        for (separator, number) in fields {
            output.append(contentsOf: separator.utf8)
            number.appendDecimal(to: &output, width: 2)
        }
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

extension Int {
    /// Appends decimal digits behind zeros, up to a width that a minus sign is part of: C's `%0*d`.
    func appendDecimal(to output: inout [UInt8], width: Int) {
        let digits = String(magnitude).utf8
        let sign = self < 0 ? "-" : ""
        let zeros = Swift.max(0, width - sign.utf8.count - digits.count)
        output.append(contentsOf: sign.utf8)
        output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: zeros))
        output.append(contentsOf: digits)
    }
}
