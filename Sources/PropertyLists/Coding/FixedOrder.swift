/// A collection that comes in another order in each process, so that its coded elements have to be put in order.
protocol UnorderedCollection {
    /// The elements as `encode(to:)` wrote them, in an order that is the same for equal collections.
    static func inFixedOrder(_ elements: [PropertyList]) -> [PropertyList]
}

extension Set: UnorderedCollection {
    static func inFixedOrder(_ elements: [PropertyList]) -> [PropertyList] {
        elements.inFixedOrder
    }
}

extension Dictionary: UnorderedCollection {
    /// `Codable` has a dictionary whose keys are neither strings nor integers as an array of keys and values in turn.
    static func inFixedOrder(_ elements: [PropertyList]) -> [PropertyList] {
        stride(from: 0, to: elements.count, by: 2)
            .map { elements[$0..<Swift.min($0 + 2, elements.count)] }
            .sorted { PropertyListOrder(of: .array(Array($0)), to: .array(Array($1))) == .before }
            .flatMap(\.self)
    }
}

extension [PropertyList] {
    /// The values in an order that depends on nothing but themselves.
    var inFixedOrder: [PropertyList] {
        sorted { PropertyListOrder(of: $0, to: $1) == .before }
    }
}

/// Where a value stands to another in an order of all values: by kind, then by number, moment, bytes or elements.
///
/// Values have the same place if and only if they are equal.
enum PropertyListOrder {
    case before, same, after
}

extension PropertyListOrder {
    /// The order of two values.
    init(of left: PropertyList, to right: PropertyList) {
        switch (left, right) {
        case (.string(let left), .string(let right)): self.init(of: left.utf8, to: right.utf8) { Self(of: $0, to: $1) }
        case (.integer(let left), .integer(let right)): self.init(of: left, to: right)
        case (.real(let left), .real(let right)): self.init(of: left, to: right)
        case (.boolean(let left), .boolean(let right)): self.init(of: left ? 1 : 0, to: right ? 1 : 0)
        case (.date(let left), .date(let right)):
            self.init(of: left.secondsSinceReferenceDate, to: right.secondsSinceReferenceDate)
        case (.data(let left), .data(let right)): self.init(of: left, to: right) { Self(of: $0, to: $1) }
        case (.array(let left), .array(let right)): self.init(of: left, to: right) { Self(of: $0, to: $1) }
        case (.dictionary(let left), .dictionary(let right)):
            self.init(of: left.inKeyOrder, to: right.inKeyOrder) { Self(of: $0, to: $1) }
        case (.uid(let left), .uid(let right)): self.init(of: left, to: right)
        default: self.init(of: left.kindPosition, to: right.kindPosition)
        }
    }

    private init(of left: PropertyListDictionary.Entry, to right: PropertyListDictionary.Entry) {
        let keys = Self(of: .string(left.key), to: .string(right.key))
        self = keys == .same ? Self(of: left.value, to: right.value) : keys
    }

    private init<Number: Comparable>(of left: Number, to right: Number) {
        self = left < right ? .before : left == right ? .same : .after
    }

    /// The order of reals by their bits, in which negative zero comes before zero and a not-a-number has a place.
    private init(of left: Double, to right: Double) {
        if left.bitPattern == right.bitPattern {
            self = .same
        } else {
            self = left.isTotallyOrdered(belowOrEqualTo: right) ? .before : .after
        }
    }

    /// The order of lists by the first elements that differ; else the shorter comes first.
    private init<Elements: Collection>(
        of left: Elements,
        to right: Elements,
        by order: (Elements.Element, Elements.Element) -> PropertyListOrder
    ) {
        for (left, right) in zip(left, right) {
            let elements = order(left, right)
            guard elements == .same else {
                self = elements
                return
            }
        }
        self.init(of: left.count, to: right.count)
    }
}

extension PropertyList {
    fileprivate var kindPosition: Int {
        PropertyListKind.allCases.firstIndex(of: kind) ?? 0
    }
}

extension PropertyListDictionary {
    fileprivate var inKeyOrder: [Entry] {
        sorted { $0.key.precedesInByteOrder($1.key) }
    }
}
