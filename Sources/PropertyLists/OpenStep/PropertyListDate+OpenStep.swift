extension PropertyListDate {
    /// The moment that the text of a typed date names, as GNUstep writes one: `2001-01-01 00:00:00 +0000`.
    ///
    /// Nil for any other text, and for a date that the calendar does not have.
    init?(openStep text: ByteView) {
        var cursor = ByteCursor(text)
        guard let year = cursor.decimal(length: 4...4),
            let date = cursor.civilDate(inYear: year),
            cursor.skip(" "),
            let time = cursor.civilTime(on: date),
            cursor.skip(" "),
            let sign = cursor.skip("+") ? 1 : cursor.skip("-") ? -1 : nil,
            let hours = cursor.decimal(length: 2...2), 0...23 ~= hours,
            let minutes = cursor.decimal(length: 2...2), 0...59 ~= minutes,
            cursor.isAtEnd
        else { return nil }
        let offset = sign * (hours * 3_600 + minutes * 60)
        self.init(secondsSinceReferenceDate: Double(time.secondsSinceReferenceDate - offset))
    }

    /// Appends the text of a typed date, in UTC: the fraction is rounded down, since GNUstep refuses a file with one.
    ///
    /// - Throws: `dateOutOfRange` for what is not finite, and for years that do not have four digits.
    func appendOpenStep(to output: inout [UInt8]) throws(PropertyListProblem) {
        guard let seconds = Int(exactly: secondsSinceReferenceDate.rounded(.down)),
            case let time = CivilTime(secondsSinceReferenceDate: seconds),
            0...9_999 ~= time.date.year
        else { throw .dateOutOfRange(seconds: secondsSinceReferenceDate.shortestText) }
        output.append(addingCapacity: 40) { output in
            output.append(decimal: time.date.year, width: 4)
            output.append(afterYear: time, separator: " ")
            output.append(" +0000")
        }
    }
}
