extension PropertyListDate {
    /// The moment that the text of a `<date>` element names: `1970-01-01T00:00:00Z`.
    ///
    /// As CoreFoundation reads it: whole seconds in UTC, a year of any number of digits, with a minus sign before the
    /// year 0. Unlike there, a date that the calendar does not have is none. Nil where the text does not read so.
    init?(propertyListXML text: ByteView) {
        var cursor = ByteCursor(text)
        let isNegative = cursor.skip("-")
        guard let year = cursor.decimal(length: 1...Int.max),
            let date = cursor.civilDate(inYear: isNegative ? -year : year),
            cursor.skip("T"),
            let time = cursor.civilTime(on: date),
            cursor.skip("Z"),
            cursor.isAtEnd
        else { return nil }
        self.init(secondsSinceReferenceDate: Double(time.secondsSinceReferenceDate))
    }

    /// Appends the text of a `<date>` element, as CoreFoundation writes it: the fraction is rounded down.
    ///
    /// - Throws: `dateOutOfRange` for what is not finite, and for a year that would not be read back.
    func appendXML(to output: inout [UInt8]) throws(PropertyListProblem) {
        let time = Int(exactly: secondsSinceReferenceDate.rounded(.down))
            .map(CivilTime.init(secondsSinceReferenceDate:))
        guard let time, CivilDate.years.contains(time.date.year) else {
            throw .dateOutOfRange(seconds: secondsSinceReferenceDate.shortestText)
        }
        time.date.year.appendDecimal(to: &output, width: 4)
        time.appendAfterYear(to: &output)
        output.append(UInt8(ascii: "Z"))
    }
}
