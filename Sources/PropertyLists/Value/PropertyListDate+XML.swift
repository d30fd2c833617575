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

    /// The bytes of the longest text that is read back, with a year of twelve digits and a sign.
    static let longestXML = 29

    /// Checks that there is a text for the `<date>` element.
    ///
    /// - Throws: `dateOutOfRange` for what is not finite, and for a year that would not be read back.
    func checkRangeOfXML() throws(PropertyListProblem) {
        if civilTimeInXML == nil {
            throw .dateOutOfRange(seconds: secondsSinceReferenceDate.shortestText)
        }
    }

    /// Appends the text of a `<date>` element, as CoreFoundation writes it: the fraction is rounded down.
    ///
    /// - Precondition: the date is in range, and there is room for the text.
    func appendXML(to output: inout OutputSpan<UInt8>) {
        guard let time = civilTimeInXML else { preconditionFailure("a date out of range") }
        output.append(decimal: time.date.year, width: 4)
        output.append(afterYear: time)
        output.append("Z")
    }

    private var civilTimeInXML: CivilTime? {
        guard let seconds = Int(exactly: secondsSinceReferenceDate.rounded(.down)) else { return nil }
        let time = CivilTime(secondsSinceReferenceDate: seconds)
        return CivilDate.years.contains(time.date.year) ? time : nil
    }
}
