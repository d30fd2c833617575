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
