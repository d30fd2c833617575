extension Set: PropertyListConvertible where Element: PropertyListConvertible {
    /// The elements of an array, where each can be read; else none is.
    ///
    /// An element that stands twice is taken once. Two that are equal here but have different forms, such as canonically
    /// equivalent strings, are refused, since a change of the set would lose one of them.
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
