/// Decodes any `Decodable` type from a property list, by the rules of ``PropertyListValueEncoder``.
///
/// ```swift
/// let form: PropertyList = ["name": "kim", "logins": 3]
/// try PropertyListValueDecoder().decode([String: PropertyList].self, from: form)
/// ```
///
/// - A type that is ``PropertyListConvertible`` is read from its own form, however deep it stands. So a real that is a
///   whole number reads as an integer, an integer as a real where that is exact, and nothing else converts.
/// - A key that is not there is nil for an optional.
/// - Keys come in the order of the file.
public struct PropertyListValueDecoder: Sendable {
    /// What the types' `init(from:)` find in `Decoder.userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// A decoder without user information.
    public init() {}

    /// The value that a property list stands for.
    ///
    /// - Throws: `DecodingError`, whose coding path leads to the form that is at fault: `typeMismatch` where it is of
    ///   another kind than is wanted, `dataCorrupted` where its value does not fit the type or values nest deeper than
    ///   ``PropertyList/depthLimit``, `keyNotFound`, `valueNotFound` after the end of an array; whatever the
    ///   `init(from:)` of a type throws.
    public func decode<T: Decodable>(_ type: T.Type, from propertyList: PropertyList) throws -> T {
        try outermost(propertyList).decode(type)
    }

    /// What a type's `init(from:)` makes of a property list, even where the type has a form of its own.
    ///
    /// With this a type can be ``PropertyListConvertible`` by its conformance to `Decodable`; ``decode(_:from:)`` would
    /// ask the type again.
    ///
    /// - Throws: as ``decode(_:from:)`` does.
    public func decodeStructure<T: Decodable>(of type: T.Type, from propertyList: PropertyList) throws -> T {
        try outermost(propertyList).structure(type, of: propertyList, at: CodingPath().replacement)
    }

    private func outermost(_ propertyList: PropertyList) -> ValueDecoder {
        ValueDecoder(propertyList, at: CodingPath(), userInfo: userInfo)
    }
}
