/// A collection whose order differs between processes, so that its form must not depend on it.
protocol UnorderedCollection {
    /// Returns the form of a collection from the elements that `encode(to:)` wrote; equal collections have equal forms.
    static func form(of elements: [PropertyList]) -> PropertyList
}

extension Set: UnorderedCollection {
    /// Returns the elements in sorted order.
    static func form(of elements: [PropertyList]) -> PropertyList {
        .array(elements.inFixedOrder)
    }
}

extension Dictionary: UnorderedCollection {
    /// Returns a dictionary if each key can be the key of one, or the alternating keys and values in sorted order.
    ///
    /// `Codable` encodes a dictionary as an array of alternating keys and values if it does not know the type of the
    /// keys, although most such types have strings as their forms.
    static func form(of elements: [PropertyList]) -> PropertyList {
        let pairs = stride(from: 0, to: elements.count, by: 2)
            .map { Array(elements[$0..<Swift.min($0 + 2, elements.count)]) }
        let entries = pairs.compactMap { pair in
            name(of: pair[0]).map { PropertyListDictionary.Entry(key: $0, value: pair[pair.count - 1]) }
        }
        let dictionary = PropertyListDictionary(sorting: entries)
        return dictionary.count == pairs.count
            ? .dictionary(dictionary)
            : .array(pairs.sorted { $0.precedes($1) { $0.precedes($1) } }.flatMap(\.self))
    }
}

extension [PropertyList] {
    /// The values in an order that depends only on them: by kind, then by number, date, bytes or elements.
    var inFixedOrder: [PropertyList] {
        sorted { $0.precedes($1) }
    }
}

extension PropertyList {
    /// Returns whether this value sorts before another; of two different values, one always does.
    fileprivate func precedes(_ other: PropertyList) -> Bool {
        switch (self, other) {
        case (.string(let left), .string(let right)): left.precedesInByteOrder(right)
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left.precedes(right)
        case (.boolean(let left), .boolean(let right)): !left && right
        case (.date(let left), .date(let right)):
            left.secondsSinceReferenceDate.precedes(right.secondsSinceReferenceDate)
        case (.data(let left), .data(let right)): left.lexicographicallyPrecedes(right)
        case (.array(let left), .array(let right)): left.precedes(right) { $0.precedes($1) }
        case (.dictionary(let left), .dictionary(let right)):
            left.sorted(byBytesOf: \.key).precedes(right.sorted(byBytesOf: \.key)) { left, right in
                left.key.hasSameBytes(as: right.key)
                    ? left.value.precedes(right.value) : left.key.precedesInByteOrder(right.key)
            }
        case (.uid(let left), .uid(let right)): left < right
        default: kindPosition < other.kindPosition
        }
    }

    private var kindPosition: Int {
        PropertyListKind.allCases.firstIndex(of: kind) ?? 0
    }
}

extension Double {
    /// Returns whether this real sorts before another in a total order, which puts -0 before 0 and includes NaN.
    fileprivate func precedes(_ other: Double) -> Bool {
        bitPattern != other.bitPattern && isTotallyOrdered(belowOrEqualTo: other)
    }
}

extension Array where Element: Equatable {
    /// Returns whether this list sorts before another by the first elements that differ, or by length if none do.
    fileprivate func precedes(_ other: [Element], by order: (Element, Element) -> Bool) -> Bool {
        guard let (left, right) = zip(self, other).first(where: { $0 != $1 }) else { return count < other.count }
        return order(left, right)
    }
}
