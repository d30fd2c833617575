/// A moment: seconds since 2001-01-01T00:00:00Z, the reference date of property lists.
///
/// The binary format stores this number, so that a fraction of a second survives there to the bit. XML and text hold
/// whole seconds. Leap seconds do not count, as in POSIX time.
public struct PropertyListDate: Sendable {
    /// Seconds since 2001-01-01T00:00:00Z; negative before.
    public var secondsSinceReferenceDate: Double

    /// The moment that many seconds after 2001-01-01T00:00:00Z.
    public init(secondsSinceReferenceDate: Double) {
        self.secondsSinceReferenceDate = secondsSinceReferenceDate
    }

    /// Seconds from the POSIX epoch, 1970-01-01T00:00:00Z, to the reference date.
    public static let secondsFromEpochToReferenceDate = 978_307_200.0
}

extension PropertyListDate: Hashable {
    /// Two dates are equal when their bits are: a not-a-number equals itself.
    public static func == (left: PropertyListDate, right: PropertyListDate) -> Bool {
        left.secondsSinceReferenceDate.bitPattern == right.secondsSinceReferenceDate.bitPattern
    }

    public func hash(into hasher: inout Hasher) {
        secondsSinceReferenceDate.bitPattern.hash(into: &hasher)
    }
}

extension PropertyListDate {
    /// The moment that a text of RFC 3339 names: `1970-01-01T00:00:00Z`, with any offset and any fraction.
    ///
    /// Also taken are a space or a small letter for the `T`, a small `z`, and years outside 0 to 9999, which need a
    /// sign and four digits at least. A leap second, `:60`, is none of the moments that count here.
    ///
    /// - Returns: nil for any other text, and for a date that the calendar does not have.
    public init?(rfc3339 text: some StringProtocol) {
        guard let seconds = Array(text.utf8).span.withByteView(secondsSinceReferenceDate(rfc3339:)) else { return nil }
        self.init(secondsSinceReferenceDate: seconds)
    }

    /// RFC 3339 in UTC, `1970-01-01T00:00:00Z`, which `init(rfc3339:)` reads back to the bit.
    ///
    /// A fraction has as few digits as will do, a year outside 0 to 9999 a sign. Nil where no such text would be the
    /// same to the bit: for what is not finite, for negative zero, for less than 0.1 ms around the reference date, and
    /// hundreds of millions of years away from it.
    public var rfc3339: String? {
        // The shortest digits of these have an exponent, or a sign that the text has no place for.
        let digits = secondsSinceReferenceDate.description
        guard secondsSinceReferenceDate.isFinite, !digits.contains("e"), digits != "-0.0" else { return nil }
        let fraction = DecimalFraction(digits: digits.drop { $0 != "." }.dropFirst().utf8)
        return rfc3339(fraction: secondsSinceReferenceDate < 0 ? fraction.complement : fraction)
    }

    /// RFC 3339 in UTC of the second within which the moment lies: without a fraction.
    ///
    /// Nil for what is not finite, and farther away than 64 bits of seconds.
    public var rfc3339WholeSeconds: String? {
        rfc3339(fraction: DecimalFraction())
    }

    private func rfc3339(fraction: DecimalFraction) -> String? {
        guard let seconds = Int(exactly: secondsSinceReferenceDate.rounded(.down)) else { return nil }
        let time = CivilTime(secondsSinceReferenceDate: seconds)
        let text = [UInt8](capacity: 40 + fraction.digits.count) { output in
            output.append(rfc3339Year: time.date.year)
            output.append(afterYear: time)
            if !fraction.isZero {
                output.append(".")
                output.append(fraction.digits.span)
            }
            output.append("Z")
        }
        return String(validating: text)
    }
}

private func secondsSinceReferenceDate(rfc3339 text: ByteView) -> Double? {
    var cursor = ByteCursor(text)
    guard let year = cursor.rfc3339Year(),
        let date = cursor.civilDate(inYear: year),
        cursor.skip("T") || cursor.skip("t") || cursor.skip(" "),
        let time = cursor.civilTime(on: date),
        let fraction = cursor.rfc3339Fraction(),
        let offset = cursor.rfc3339Offset(),
        cursor.isAtEnd
    else { return nil }
    return Double(time.secondsSinceReferenceDate - offset, plus: fraction)
}

extension OutputSpan<UInt8> {
    fileprivate mutating func append(rfc3339Year year: Int) {
        if !(0...9_999 ~= year) {
            append(year < 0 ? "-" : "+")
        }
        append(decimal: abs(year), width: 4)
    }
}

extension ByteCursor {
    fileprivate mutating func rfc3339Year() -> Int? {
        if skip("-") {
            return decimal(length: 4...Int.max).map { -$0 }
        }
        return skip("+") ? decimal(length: 4...Int.max) : decimal(length: 4...4)
    }

    /// The digits after a point; zero where there is no point, nil where there is one without digits.
    fileprivate mutating func rfc3339Fraction() -> DecimalFraction? {
        guard skip(".") else { return DecimalFraction() }
        let start = offset
        skip { $0.decimalDigit != nil }
        return offset == start ? nil : DecimalFraction(digits: bytes[start..<offset].copy)
    }

    /// The seconds by which local time is ahead of UTC.
    fileprivate mutating func rfc3339Offset() -> Int? {
        skip("Z") || skip("z") ? 0 : offsetFromUTC(separator: ":")
    }
}

/// The digits of a number from 0 to below 1, behind its point.
struct DecimalFraction: Equatable {
    /// ASCII digits without zeros at the end; none is zero.
    let digits: [UInt8]

    private static let zero = UInt8(ascii: "0")

    init(digits: some BidirectionalCollection<UInt8> = []) {
        let end = digits.lastIndex { $0 != DecimalFraction.zero }
        self.digits = end.map { Array(digits[...$0]) } ?? []
    }

    var isZero: Bool { digits.isEmpty }

    /// What is missing to the next whole number, and so what a number below zero has above the whole one under it.
    var complement: DecimalFraction {
        guard let last = digits.last else { return self }
        let nines = digits.dropLast().map { DecimalFraction.zero + 9 - ($0 - DecimalFraction.zero) }
        return DecimalFraction(digits: nines + [DecimalFraction.zero + 10 - (last - DecimalFraction.zero)])
    }
}

extension Double {
    /// The double nearest to the sum of a whole number and a fraction.
    init?(_ whole: Int, plus fraction: DecimalFraction) {
        if fraction.isZero {
            self.init(whole)
        } else if whole >= 0 {
            self.init("\(whole).\(String(decoding: fraction.digits, as: UTF8.self))")
        } else {
            self.init("-\(-(whole + 1)).\(String(decoding: fraction.complement.digits, as: UTF8.self))")
        }
    }
}
