import PropertyLists

/// A number of JSON, which has one type for all: an integer and a real compare by what they are, to the last digit.
enum SchemaNumber: Sendable {
    case integer(PropertyListInteger)
    case real(Double)

    /// The number that a value is; nil for a value of another kind.
    init?(_ value: PropertyList) {
        switch value {
        case .integer(let integer): self = .integer(integer)
        case .real(let real): self = .real(real)
        default: return nil
        }
    }

    /// The number in a property list.
    var propertyList: PropertyList {
        switch self {
        case .integer(let integer): .integer(integer)
        case .real(let real): .real(real)
        }
    }
}

extension SchemaNumber: Comparable {
    static func == (left: SchemaNumber, right: SchemaNumber) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left == right
        case (.integer(let integer), .real(let real)), (.real(let real), .integer(let integer)):
            PropertyListInteger(exactly: real) == integer
        }
    }

    static func < (left: SchemaNumber, right: SchemaNumber) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left < right
        case (.integer(let left), .real(let right)): left.isLess(than: right.rounded(.up), orEqual: false)
        case (.real(let left), .integer(let right)):
            // A not-a-number is in no order.
            !left.isNaN && !right.isLess(than: left.rounded(.down), orEqual: true)
        }
    }

    // A not-a-number is neither below nor above a limit, and not the limit itself: so it is within none.

    static func <= (left: SchemaNumber, right: SchemaNumber) -> Bool { left < right || left == right }

    static func >= (left: SchemaNumber, right: SchemaNumber) -> Bool { right <= left }
}

extension PropertyListInteger {
    /// The same number; nil where it has a fraction, or is out of range.
    init?(exactly real: Double) {
        if let integer = Int64(exactly: real) {
            self.init(integer)
        } else if let integer = UInt64(exactly: real) {
            self.init(integer)
        } else {
            return nil
        }
    }

    /// Whether this is less than a real without a fraction.
    fileprivate func isLess(than whole: Double, orEqual isEqualLess: Bool) -> Bool {
        guard let integer = PropertyListInteger(exactly: whole) else {
            // Beyond every integer, or not a number.
            return whole > 0
        }
        return isEqualLess ? self <= integer : self < integer
    }
}
