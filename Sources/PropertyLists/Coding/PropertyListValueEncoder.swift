/// Encodes any `Encodable` value as a property list that a person can read.
///
/// ```swift
/// struct Account: Codable {
///     var name: String
///     var created: PropertyListDate
///     var nickname: String?
/// }
///
/// let account = Account(name: "kim", created: PropertyListDate(secondsSinceReferenceDate: 0))
/// try PropertyListValueEncoder().encode(account)
/// //=> ["created": .date(...), "name": "kim"]
/// ```
///
/// - A type that is ``PropertyListConvertible`` has its own form, however deep it stands: a ``PropertyListDate`` is a
///   date, `[UInt8]` is data, a ``PropertyList`` is itself.
/// - A keyed container is a dictionary in the byte order of its keys, as `UserDefaults` writes them, so that equal
///   values have equal forms. An unkeyed container is an array in the order of encoding; the elements of a set, and the
///   entries of a dictionary that `Codable` has as an array, are sorted.
/// - A property list has no null. A nil in a keyed container leaves its key out, in a dictionary too; anywhere else,
///   in an array or outermost, it is an error.
/// - A value that encodes nothing is an empty dictionary.
public struct PropertyListValueEncoder: Sendable {
    /// What the values' `encode(to:)` finds in `Encoder.userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// An encoder without user information.
    public init() {}

    /// The form of a value.
    ///
    /// - Throws: `EncodingError.invalidValue` for a nil that is no entry of a dictionary, for an integer below -2^63 or
    ///   above 2^64-1, for values that nest deeper than ``PropertyList/depthLimit``; whatever the `encode(to:)` of a
    ///   value throws.
    public func encode<T: Encodable>(_ value: T) throws -> PropertyList {
        try notNull(outermost.form(of: value, at: CodingPath().replacement), for: value)
    }

    /// What a value's `encode(to:)` writes, even where its type has a form of its own.
    ///
    /// With this a type can be ``PropertyListConvertible`` by its conformance to `Encodable`; ``encode(_:)`` would ask
    /// the type for its form again.
    ///
    /// - Throws: as ``encode(_:)`` does.
    public func encodeStructure<T: Encodable>(of value: T) throws -> PropertyList {
        try notNull(outermost.structure(of: value, at: CodingPath().replacement), for: value)
    }

    private var outermost: ValueEncoder {
        ValueEncoder(at: CodingPath(), userInfo: userInfo)
    }

    private func notNull(_ form: PropertyList?, for value: some Encodable) throws -> PropertyList {
        guard let form else { throw EncodingError.null(value, at: CodingPath()) }
        return form
    }
}
