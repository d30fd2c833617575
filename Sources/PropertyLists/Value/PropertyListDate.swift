/// A moment, in seconds since 2001-01-01T00:00:00Z, the reference date of property lists.
///
/// The binary format stores this number, so a fraction of a second stays exact there. XML and OpenStep text store whole
/// seconds. As in POSIX time, leap seconds are not counted.
public struct PropertyListDate: Sendable {
    /// Seconds since 2001-01-01T00:00:00Z; negative for earlier moments.
    public var secondsSinceReferenceDate: Double

    /// Creates the moment that is this number of seconds after 2001-01-01T00:00:00Z.
    public init(secondsSinceReferenceDate: Double) {
        self.secondsSinceReferenceDate = secondsSinceReferenceDate
    }

    /// Seconds from the POSIX epoch, 1970-01-01T00:00:00Z, to the reference date.
    public static let secondsFromEpochToReferenceDate = 978_307_200.0
}

extension PropertyListDate: Hashable {
    /// Returns whether two dates have the same bits: a not-a-number equals itself.
    public static func == (left: PropertyListDate, right: PropertyListDate) -> Bool {
        left.secondsSinceReferenceDate.bitPattern == right.secondsSinceReferenceDate.bitPattern
    }

    public func hash(into hasher: inout Hasher) {
        secondsSinceReferenceDate.bitPattern.hash(into: &hasher)
    }
}

extension PropertyListDate {
    /// Parses RFC 3339, such as `1970-01-01T00:00:00Z`, with any offset and any fraction.
    ///
    /// Also accepts `t` or a space for the `T`, and `z` for the `Z`. A year outside 0 to 9999 needs a sign and at least
    /// four digits. A leap second, `:60`, is rejected, because leap seconds are not counted.
    ///
    /// - Returns: nil for any other text, and for a date that the calendar does not have.
    public init?(rfc3339 text: some StringProtocol) {
        guard let seconds = Array(text.utf8).span.withByteView(secondsSinceReferenceDate(rfc3339:)) else { return nil }
        self.init(secondsSinceReferenceDate: seconds)
    }

    /// RFC 3339 in UTC, such as `1970-01-01T00:00:00Z`, which `init(rfc3339:)` reads back exactly.
    ///
    /// A fraction has the fewest digits that suffice; a year outside 0 to 9999 has a sign. The text is nil for a moment
    /// that would not read back exactly:
    /// - one that is not finite;
    /// - negative zero;
    /// - one less than 0.1 ms away from the reference date;
    /// - one hundreds of millions of years away from it.
    public var rfc3339: String? {
        // The shortest digits of these have an exponent, or a sign that the text cannot express.
        let digits = secondsSinceReferenceDate.description
        guard secondsSinceReferenceDate.isFinite, !digits.contains("e"), digits != "-0.0" else { return nil }
        let fraction = DecimalFraction(digits: digits.drop { $0 != "." }.dropFirst().utf8)
        return rfc3339(fraction: secondsSinceReferenceDate < 0 ? fraction.complement : fraction)
    }

    /// The second that contains the moment, in RFC 3339 in UTC, without a fraction.
    ///
    /// Nil if the moment is not finite, or its seconds do not fit 64 bits.
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

    /// Reads the digits after a point; returns zero if there is no point, and nil if it has no digits.
    fileprivate mutating func rfc3339Fraction() -> DecimalFraction? {
        guard skip(".") else { return DecimalFraction() }
        let start = offset
        skip { $0.decimalDigit != nil }
        return offset == start ? nil : DecimalFraction(digits: bytes[start..<offset].copy)
    }

    /// Reads the seconds by which local time is ahead of UTC.
    fileprivate mutating func rfc3339Offset() -> Int? {
        skip("Z") || skip("z") ? 0 : offsetFromUTC(separator: ":")
    }
}

/// The digits after the point of a number from 0 to below 1.
struct DecimalFraction: Equatable {
    /// ASCII digits without trailing zeros; empty for zero.
    let digits: [UInt8]

    private static let zero = UInt8(ascii: "0")

    init(digits: some BidirectionalCollection<UInt8> = []) {
        let end = digits.lastIndex { $0 != DecimalFraction.zero }
        self.digits = end.map { Array(digits[...$0]) } ?? []
    }

    var isZero: Bool { digits.isEmpty }

    /// The distance to the next whole number; zero for zero.
    ///
    /// For a number below zero, it is the distance from the whole number below.
    var complement: DecimalFraction {
        guard let last = digits.last else { return self }
        let nines = digits.dropLast().map { DecimalFraction.zero + 9 - ($0 - DecimalFraction.zero) }
        return DecimalFraction(digits: nines + [DecimalFraction.zero + 10 - (last - DecimalFraction.zero)])
    }
}

extension Double {
    /// Creates the double nearest to the sum of a whole number and a fraction.
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
