import PropertyLists

/// An element of a collection's property list that has the wrong type.
struct ElementFault {
    /// The positions and keys that lead to the element.
    var path: [String]
    let expected: any PropertyListConvertible.Type
    let found: PropertyListKind
}

/// A collection whose elements are property lists of their own, so that a message can name the first wrong one.
protocol ElementwiseConvertible {
    /// Returns the first element of the wrong type; nil if there is none, as if the whole has another type.
    static func elementFault(in form: PropertyList) -> ElementFault?
}

extension ElementwiseConvertible {
    fileprivate static func fault<Element: PropertyListConvertible>(
        of type: Element.Type,
        in elements: some Sequence<(place: String, form: PropertyList)>
    ) -> ElementFault? {
        for (place, form) in elements where Element(propertyList: form) == nil {
            var fault =
                (Element.self as? any ElementwiseConvertible.Type)?.elementFault(in: form)
                ?? ElementFault(path: [], expected: Element.self, found: form.kind)
            fault.path.insert(place, at: 0)
            return fault
        }
        return nil
    }

    fileprivate static func fault<Element: PropertyListConvertible>(
        ofElements type: Element.Type,
        in form: PropertyList
    ) -> ElementFault? {
        guard case .array(let forms) = form else { return nil }
        return fault(of: Element.self, in: forms.enumerated().lazy.map { ("\($0)", $1) })
    }
}

extension Array: ElementwiseConvertible where Element: PropertyListConvertible {
    static func elementFault(in form: PropertyList) -> ElementFault? { fault(ofElements: Element.self, in: form) }
}

extension Set: ElementwiseConvertible where Element: PropertyListConvertible {
    static func elementFault(in form: PropertyList) -> ElementFault? { fault(ofElements: Element.self, in: form) }
}

extension Dictionary: ElementwiseConvertible where Key: LosslessStringConvertible, Value: PropertyListConvertible {
    static func elementFault(in form: PropertyList) -> ElementFault? {
        guard case .dictionary(let entries) = form else { return nil }
        return fault(of: Value.self, in: entries.lazy.map { ($0.key, $0.value) })
    }
}
