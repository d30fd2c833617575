extension Array: PropertyListConvertible where Element: PropertyListConvertible {
    /// The elements of an array, where each can be read; else none is.
    public init?(propertyList: PropertyList) {
        guard let elements = Element.elements(of: propertyList) else { return nil }
        self = elements
    }

    public var propertyList: PropertyList { Element.propertyList(of: self) }
}

extension Dictionary: PropertyListConvertible where Key: LosslessStringConvertible, Value: PropertyListConvertible {
    /// The entries of a dictionary, where each key and each value can be read; else none is.
    ///
    /// Two keys that are equal here, as canonically equivalent strings or the numbers `1` and `01` are, make the whole
    /// refused, since a change of the dictionary would lose one of them.
    public init?(propertyList: PropertyList) {
        guard case .dictionary(let dictionary) = propertyList else { return nil }
        self.init(minimumCapacity: dictionary.count)
        for entry in dictionary {
            guard let key = Key(entry.key), let value = Value(propertyList: entry.value),
                updateValue(value, forKey: key) == nil
            else { return nil }
        }
    }

    /// A dictionary in the byte order of the keys' descriptions, so that equal values have equal forms.
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
    /// The elements of an array, where each can be read; else none is.
    ///
    /// An element that stands twice is taken once. Two that are equal here but have different forms, such as
    /// canonically equivalent strings, are refused, since a change of the set would lose one of them.
    public init?(propertyList: PropertyList) {
        guard case .array(let forms) = propertyList else { return nil }
        self.init(minimumCapacity: forms.count)
        for form in forms {
            guard let element = Element(propertyList: form) else { return nil }
            let (isNew, member) = insert(element)
            guard isNew || member.propertyList == element.propertyList else { return nil }
        }
    }

    /// An array of the elements' forms, sorted, so that equal sets have equal forms.
    public var propertyList: PropertyList {
        .array(map(\.propertyList).inFixedOrder)
    }
}

extension Range: PropertyListConvertible where Bound: PropertyListConvertible {
    /// An array of the lower and the upper bound, in this order; one whose bounds are in another order is refused.
    public init?(propertyList: PropertyList) {
        guard let bounds = Bound.bounds(of: propertyList) else { return nil }
        self = bounds.lower..<bounds.upper
    }

    /// An array of the lower and the upper bound, as `Codable` has it.
    public var propertyList: PropertyList { .array([lowerBound.propertyList, upperBound.propertyList]) }
}

extension ClosedRange: PropertyListConvertible where Bound: PropertyListConvertible {
    /// An array of the lower and the upper bound, in this order; one whose bounds are in another order is refused.
    public init?(propertyList: PropertyList) {
        guard let bounds = Bound.bounds(of: propertyList) else { return nil }
        self = bounds.lower...bounds.upper
    }

    /// An array of the lower and the upper bound, as `Codable` has it.
    public var propertyList: PropertyList { .array([lowerBound.propertyList, upperBound.propertyList]) }
}

extension PropertyListConvertible where Self: Comparable {
    /// The bounds of a range; nil where the lower one is above the upper one, or one of them is not a number.
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
