import PropertyLists

extension SchemaRule {
    /// A whole number in a range.
    public static func integer(in range: ClosedRange<Int>) -> SchemaRule {
        integer.limited(from: SchemaNumber(range.lowerBound), to: SchemaNumber(range.upperBound))
    }

    /// A whole number from some other on.
    public static func integer(in range: PartialRangeFrom<Int>) -> SchemaRule {
        integer.limited(from: SchemaNumber(range.lowerBound))
    }

    /// A whole number up to some other.
    public static func integer(in range: PartialRangeThrough<Int>) -> SchemaRule {
        integer.limited(to: SchemaNumber(range.upperBound))
    }

    /// A number in a range.
    public static func number(in range: ClosedRange<Double>) -> SchemaRule {
        number.limited(from: .real(range.lowerBound), to: .real(range.upperBound))
    }

    /// A number from some other on.
    public static func number(in range: PartialRangeFrom<Double>) -> SchemaRule {
        number.limited(from: .real(range.lowerBound))
    }

    /// A number up to some other.
    public static func number(in range: PartialRangeThrough<Double>) -> SchemaRule {
        number.limited(to: .real(range.upperBound))
    }

    /// The same rule for numbers within limits; where it has some already, the narrower ones hold.
    ///
    /// - Parameter isUpperExclusive: whether the upper limit is itself beyond.
    func limited(
        from lower: SchemaNumber? = nil,
        to upper: SchemaNumber? = nil,
        isUpperExclusive: Bool = false
    ) -> SchemaRule {
        var rule = self
        if let lower {
            rule.replace(.minimum(rule.limit(.minimum).map { max($0, lower) } ?? lower))
        }
        if let upper {
            let keyword = isUpperExclusive ? SchemaKeyword.exclusiveMaximum : .maximum
            let limit = rule.limit(keyword).map { min($0, upper) } ?? upper
            rule.replace(isUpperExclusive ? .exclusiveMaximum(limit) : .maximum(limit))
        }
        return rule
    }

    /// The limit that a keyword sets; nil where there is none.
    private func limit(_ keyword: SchemaKeyword) -> SchemaNumber? {
        for constraint in assertions.lazy.map(\.constraint) where constraint.keyword == keyword {
            switch constraint {
            case .minimum(let limit), .maximum(let limit), .exclusiveMaximum(let limit): return limit
            default: continue
            }
        }
        return nil
    }

    /// Adds a constraint in place of the one with the same keyword.
    private mutating func replace(_ constraint: SchemaConstraint) {
        assertions.removeAll { $0.constraint.keyword == constraint.keyword }
        add(constraint)
    }
}

extension SchemaNumber {
    fileprivate init(_ integer: Int) {
        self = .integer(PropertyListInteger(Int64(integer)))
    }
}
