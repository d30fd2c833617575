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
