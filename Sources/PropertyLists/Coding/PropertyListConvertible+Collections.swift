extension Array: PropertyListConvertible where Element: PropertyListConvertible {
    /// Creates an array from its form; nil if one of the elements cannot be read.
    public init?(propertyList: PropertyList) {
        guard let elements = Element.elements(of: propertyList) else { return nil }
        self = elements
    }

    public var propertyList: PropertyList { Element.propertyList(of: self) }
}

extension Dictionary: PropertyListConvertible where Key: LosslessStringConvertible, Value: PropertyListConvertible {
    /// Creates a dictionary from its form; nil if one of the keys or values cannot be read.
    ///
    /// The result is also nil if two keys are equal as values of `Key`, such as canonically equivalent strings, or `1`
    /// and `01` as numbers. A change of the dictionary would lose one of them.
    public init?(propertyList: PropertyList) {
        guard case .dictionary(let dictionary) = propertyList else { return nil }
        self.init(minimumCapacity: dictionary.count)
        for entry in dictionary {
            guard let key = Key(entry.key), let value = Value(propertyList: entry.value),
                updateValue(value, forKey: key) == nil
            else { return nil }
        }
    }

    /// A dictionary sorted by the bytes of the keys' descriptions, so that equal values have equal forms.
    public var propertyList: PropertyList {
        .dictionary(
            PropertyListDictionary(
                sorting: map { PropertyListDictionary.Entry(key: $0.key.description, value: $0.value.propertyList) }
            )
        )
    }
}

extension PropertyListDictionary: PropertyListConvertible {
    public init?(propertyList: PropertyList) {
        guard case .dictionary(let dictionary) = propertyList else { return nil }
        self = dictionary
    }

    public var propertyList: PropertyList { .dictionary(self) }
}

extension Set: PropertyListConvertible where Element: PropertyListConvertible {
    /// Creates a set from an array; nil if one of the elements cannot be read.
    ///
    /// Duplicate elements are read once. The result is also nil if two elements are equal but have different forms,
    /// such as canonically equivalent strings. A change of the set would lose one of them.
    public init?(propertyList: PropertyList) {
        guard case .array(let forms) = propertyList else { return nil }
        self.init(minimumCapacity: forms.count)
        for form in forms {
            guard let element = Element(propertyList: form) else { return nil }
            let (isNew, member) = insert(element)
            guard isNew || member.propertyList == element.propertyList else { return nil }
        }
    }

    /// A sorted array of the elements' forms, so that equal sets have equal forms.
    public var propertyList: PropertyList {
        .array(map(\.propertyList).inFixedOrder)
    }
}

extension Range: PropertyListConvertible where Bound: PropertyListConvertible {
    /// Creates a range from an array of its lower and upper bound; nil if the lower bound exceeds the upper.
    public init?(propertyList: PropertyList) {
        guard let bounds = Bound.bounds(of: propertyList) else { return nil }
        self = bounds.lower..<bounds.upper
    }

    /// An array of the lower and the upper bound, as `Codable` encodes it.
    public var propertyList: PropertyList { .array([lowerBound.propertyList, upperBound.propertyList]) }
}

extension ClosedRange: PropertyListConvertible where Bound: PropertyListConvertible {
    /// Creates a range from an array of its lower and upper bound; nil if the lower bound exceeds the upper.
    public init?(propertyList: PropertyList) {
        guard let bounds = Bound.bounds(of: propertyList) else { return nil }
        self = bounds.lower...bounds.upper
    }

    /// An array of the lower and the upper bound, as `Codable` encodes it.
    public var propertyList: PropertyList { .array([lowerBound.propertyList, upperBound.propertyList]) }
}

extension PropertyListConvertible where Self: Comparable {
    /// Returns the bounds of a range; nil if the lower bound exceeds the upper, or if one of them is NaN.
    fileprivate static func bounds(of propertyList: PropertyList) -> (lower: Self, upper: Self)? {
        guard case .array(let forms) = propertyList, forms.count == 2,
            let lower = Self(propertyList: forms[0]),
            let upper = Self(propertyList: forms[1]),
            lower <= upper
        else { return nil }
        return (lower, upper)
    }
}

extension Duration: PropertyListConvertible {
    /// Creates a duration from a dictionary of `seconds` and `attoseconds`, billionths of a billionth of a second.
    ///
    /// Both keys are required, and both values must be integers. The duration is their sum.
    public init?(propertyList: PropertyList) {
        guard case .dictionary(let components) = propertyList,
            let seconds = components[Self.secondsKey].flatMap(Int128.init(number:)),
            let attoseconds = components[Self.attosecondsKey].flatMap(Int128.init(number:))
        else { return nil }
        // Both fit 65 bits or are whole reals, which can be larger.
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: Self.attosecondsPerSecond)
        let (sum, isOutOfRange) = whole.addingReportingOverflow(attoseconds)
        guard !isTooLong, !isOutOfRange else { return nil }
        self.init(attoseconds: sum)
    }

    /// A dictionary of the whole seconds and the remaining attoseconds, both integers of the same sign.
    ///
    /// - Precondition: the seconds are between -2^63 and 2^64-1, about 300 billion years.
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
