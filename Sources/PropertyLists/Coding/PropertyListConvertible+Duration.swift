extension Duration: PropertyListConvertible {
    /// A dictionary of `seconds` and `attoseconds`, the fraction in billionths of a billionth, both integers.
    ///
    /// The two are added, and both must be there.
    public init?(propertyList: PropertyList) {
        guard case .dictionary(let components) = propertyList,
            let seconds = components[Self.secondsKey].flatMap(Int128.init(number:)),
            let attoseconds = components[Self.attosecondsKey].flatMap(Int128.init(number:))
        else { return nil }
        // Both fit 65 bits or are whole reals, which may be larger.
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: Self.attosecondsPerSecond)
        let (sum, isOutOfRange) = whole.addingReportingOverflow(attoseconds)
        guard !isTooLong, !isOutOfRange else { return nil }
        self.init(attoseconds: sum)
    }

    /// A dictionary of the whole seconds and of the rest in attoseconds, both integers and of the same sign.
    ///
    /// - Precondition: the seconds lie between -2^63 and 2^64-1, some 300 billion years.
    public var propertyList: PropertyList {
        let (seconds, attoseconds) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerSecond)
        guard let seconds = PropertyListInteger(exactly: seconds),
            let attoseconds = PropertyListInteger(exactly: attoseconds)
        else { preconditionFailure("no property list holds \(self)") }
        return [Self.attosecondsKey: .integer(attoseconds), Self.secondsKey: .integer(seconds)]
    }

    private static let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000
    private static let secondsKey = "seconds"
    private static let attosecondsKey = "attoseconds"
}
