extension PropertyListConvertible where Self: RawRepresentable, RawValue: PropertyListConvertible {
    /// The value with the raw value that a property list stands for; nil where there is none, as for an unknown case.
    public init?(propertyList: PropertyList) {
        guard let rawValue = RawValue(propertyList: propertyList) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The form of the raw value.
    public var propertyList: PropertyList { rawValue.propertyList }
}

extension PropertyListConvertible where Self: Codable {
    /// The value that `init(from:)` makes of a property list; nil where it throws.
    public init?(propertyList: PropertyList) {
        guard let value = try? PropertyListValueDecoder().decodeStructure(of: Self.self, from: propertyList) else {
            return nil
        }
        self = value
    }

    /// What `encode(to:)` writes.
    ///
    /// - Precondition: the value can be encoded: there is no nil in an array, and every integer lies between -2^63 and
    ///   2^64-1. ``PropertyListValueEncoder`` throws an error instead, for a type that is `Codable` alone.
    public var propertyList: PropertyList {
        do {
            return try PropertyListValueEncoder().encodeStructure(of: self)
        } catch {
            preconditionFailure("no property list holds a \(Self.self): \(error)")
        }
    }
}

/// A type that is both has the form of its raw value.
extension PropertyListConvertible where Self: RawRepresentable & Codable, RawValue: PropertyListConvertible {
    /// The value with the raw value that a property list stands for; nil where there is none, as for an unknown case.
    public init?(propertyList: PropertyList) {
        guard let rawValue = RawValue(propertyList: propertyList) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The form of the raw value.
    public var propertyList: PropertyList { rawValue.propertyList }
}
