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
