public import PropertyLists

/// A type that a preference can hold: to and from a property list.
///
/// Conform a type of your own by giving the form that stands in the file:
///
/// ```swift
/// struct Grade: PreferenceValue {
///     var level: Int
///     init?(propertyList: PropertyList) {
///         guard let level = Int(propertyList: propertyList) else { return nil }
///         self.level = level
///     }
///     var propertyList: PropertyList { level.propertyList }
/// }
/// ```
///
/// An enumeration with a raw value, and any `Codable` type, have a form without saying more:
///
/// ```swift
/// enum Theme: String, PreferenceValue { case light, dark }
/// struct Account: Codable, PreferenceValue { var name: String }
/// ```
///
/// A property list has no null, so that an optional is no such type: a key of an optional type is unset while it is nil,
/// and `[Int?]` does not compile.
///
/// What a schema says of the type comes with it: of an enumeration its cases, of a `Codable` type its structure. A type
/// that makes its own form says what it is:
///
/// ```swift
/// extension Grade {
///     static var schema: SchemaRule { .integer(in: 1...6) }
/// }
/// ```
public protocol PreferenceValue: PropertyListConvertible, SendableMetatype {
    /// What the form of every value of this type is, as a ``PreferenceSchema`` has it.
    ///
    /// Without a declaration it is the rule of the raw value, one of all cases where the type is `CaseIterable`; of a
    /// `Codable` type the structure that its `init(from:)` asks for, as far as that can be told; of any other type
    /// ``SchemaRule/any``.
    static var schema: SchemaRule { get }

    /// What the form of every list of such values is, where it is not an array of their own forms.
    static var listSchema: SchemaRule { get }
}

extension PreferenceValue {
    /// A value of any type: what is not declared is not known.
    public static var schema: SchemaRule { .any }

    /// An array of the values' own forms.
    public static var listSchema: SchemaRule { .array(of: schema) }
}
