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
