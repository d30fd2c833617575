extension Array: PropertyListConvertible where Element: PropertyListConvertible {
    /// The elements of an array, where each can be read; else none is.
    public init?(propertyList: PropertyList) {
        guard let elements = Element.elements(of: propertyList) else { return nil }
        self = elements
    }

    public var propertyList: PropertyList { Element.propertyList(of: self) }
}

extension Dictionary: PropertyListConvertible where Key == String, Value: PropertyListConvertible {
    /// The entries of a dictionary, where each can be read; else none is.
    ///
    /// Two keys that are canonically equivalent are one key here, so that a dictionary with both is refused.
    public init?(propertyList: PropertyList) {
        guard case .dictionary(let dictionary) = propertyList else { return nil }
        self.init(minimumCapacity: dictionary.count)
        for entry in dictionary {
            guard let value = Value(propertyList: entry.value), updateValue(value, forKey: entry.key) == nil else {
                return nil
            }
        }
    }

    /// A dictionary in the byte order of its keys, so that equal values have equal forms.
    public var propertyList: PropertyList {
        .dictionary(
            PropertyListDictionary(
                uniqueEntries: sorted { $0.key.precedesInByteOrder($1.key) }
                    .map { PropertyListDictionary.Entry(key: $0.key, value: $0.value.propertyList) }
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
