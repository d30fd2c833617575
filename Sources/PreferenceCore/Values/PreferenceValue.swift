public import PreferenceSchemas
public import PropertyLists

/// A type whose values can be stored as preferences, by conversion to and from a property list.
///
/// To conform a type of your own, define the property list that the file contains:
///
/// ```swift
/// struct Grade: PreferenceValue {
///     var level: Int
///     init?(propertyList: PropertyList) {
///         guard let level = Int(propertyList: propertyList) else { return nil }
///         self.level = level
///     }
///     var propertyList: PropertyList { level.propertyList }
///     static var schema: SchemaRule { .integer(in: 1...6) }
/// }
/// ```
///
/// An enumeration with a raw value, and any `Codable` type, need no further code:
///
/// ```swift
/// enum Theme: String, PreferenceValue { case light, dark }
/// struct Account: Codable, PreferenceValue { var name: String }
/// ```
///
/// A property list has no null, so an optional does not conform. A key of an optional type is nil if it is unset, and
/// `[Int?]` does not compile.
///
/// A schema describes the type: the cases of an enumeration, or the structure of a `Codable` type. A type with its own
/// conversion can declare its rule.
public protocol PreferenceValue: PropertyListConvertible, Sendable {
    /// The rule for the property lists of all values of this type, for use in a ``PreferenceSchemas/PreferenceSchema``.
    ///
    /// The default depends on the type:
    ///
    /// - For a type with a raw value, it is the rule of the raw value, limited to all cases if the type is
    ///   `CaseIterable`.
    /// - For a `Codable` type, it is the structure that `init(from:)` requests, as far as it can be inferred.
    /// - For any other type, it is ``PreferenceSchemas/SchemaRule/any``.
    static var schema: SchemaRule { get }

    /// The rule for the property list of an array of such values, if it is not an array of their own property lists.
    static var listSchema: SchemaRule { get }
}

extension PreferenceValue {
    /// A rule for any value, because the type declares none.
    public static var schema: SchemaRule { .any }

    /// A rule for an array of the values' own property lists.
    public static var listSchema: SchemaRule { .array(of: schema) }
}

extension PreferenceValue where Self: RawRepresentable, RawValue: PreferenceValue {
    /// The rule of the raw value, limited to all cases if the type lists them.
    public static var schema: SchemaRule { .rawValue(of: Self.self) { $0.propertyList } }
}

extension PreferenceValue where Self: Codable {
    /// The structure that `init(from:)` requests, as far as it can be inferred.
    public static var schema: SchemaRule { .structure(ofForms: Self.self) }
}

/// A type with a raw value that is also `Codable` is stored as its raw value.
extension PreferenceValue where Self: RawRepresentable & Codable, RawValue: PreferenceValue {
    /// The rule of the raw value, limited to all cases if the type lists them.
    public static var schema: SchemaRule { .rawValue(of: Self.self) { $0.propertyList } }
}

/// An integer with a fixed width of at most 64 bits.
extension PreferenceValue where Self: FixedWidthInteger & Codable {
    /// A whole number in this type's range; a signed 64-bit type has no limits, since every reader has the same ones.
    public static var schema: SchemaRule {
        guard bitWidth >= Int64.bitWidth else { return .integer(in: Int(min)...Int(max)) }
        return isSigned ? .integer : .integer(in: 0...)
    }
}

extension SchemaRule {
    /// Returns the rule of a type with a raw value, limited to all cases if the type lists them.
    ///
    /// - Parameter form: returns the property list of a value; it must be that of the raw value if the type lists no
    ///   cases.
    static func rawValue<Value: RawRepresentable>(
        of type: Value.Type,
        form: (Value) -> PropertyList = { $0.rawValue.propertyList }
    ) -> SchemaRule where Value.RawValue: PreferenceValue {
        let rule = Value.RawValue.schema
        let isOfRawValues = allCases(of: type)?.allSatisfy { form($0) == $0.rawValue.propertyList } ?? true
        return cases(of: type, with: isOfRawValues ? rule : .any, form: form)
    }

    /// Returns a rule, limited to all cases of a type if the type lists them.
    ///
    /// - Parameter form: returns the property list of a value.
    static func cases<Value>(
        of type: Value.Type,
        with rule: SchemaRule,
        form: (Value) -> PropertyList?
    ) -> SchemaRule {
        guard let cases = allCases(of: type), !cases.isEmpty else { return rule }
        return rule.allowing(only: cases.compactMap(form))
    }
}

/// Returns all values of a type that lists them; nil for any other type.
///
/// An option set that lists its flags returns nil, since every union of flags is also a value.
func allCases<Value>(of type: Value.Type) -> [Value]? {
    guard let type = type as? any CaseIterable.Type, !(type is any SetAlgebra.Type) else { return nil }
    func list<Cases: CaseIterable>(_ type: Cases.Type) -> [Value] { Cases.allCases.compactMap { $0 as? Value } }
    return list(type)
}

extension Bool: PreferenceValue {
    public static var schema: SchemaRule { .boolean }
}

extension String: PreferenceValue {
    public static var schema: SchemaRule { .string }
}

extension Character: PreferenceValue {
    /// A string that is not empty; it has no maximum length, since each Unicode version redefines what one character
    /// is.
    public static var schema: SchemaRule { .string(minLength: 1) }
}

extension Double: PreferenceValue {
    public static var schema: SchemaRule { .number }
}

extension Float: PreferenceValue {
    public static var schema: SchemaRule { .number }
}

extension Int: PreferenceValue {}
extension Int8: PreferenceValue {}
extension Int16: PreferenceValue {}
extension Int32: PreferenceValue {}
extension Int64: PreferenceValue {}
extension UInt: PreferenceValue {}
extension UInt16: PreferenceValue {}
extension UInt32: PreferenceValue {}
extension UInt64: PreferenceValue {}

extension UInt8: PreferenceValue {
    /// Data, since an array of bytes is stored as data.
    public static var listSchema: SchemaRule { .data }
}

extension PropertyListDate: PreferenceValue {
    public static var schema: SchemaRule { .date }
}

extension PropertyList: PreferenceValue {
    public static var schema: SchemaRule { .any }
}

extension Duration: PreferenceValue {
    /// A dictionary of `seconds` and `attoseconds`, both whole numbers.
    public static var schema: SchemaRule {
        .dictionary(["seconds": .integer, "attoseconds": .integer], required: ["seconds", "attoseconds"])
    }
}

extension Array: PreferenceValue where Element: PreferenceValue {
    /// The rule of the element for its arrays: an array, or data for bytes.
    public static var schema: SchemaRule { Element.listSchema }
}

extension Set: PreferenceValue where Element: PreferenceValue {
    /// An array of unique elements.
    ///
    /// The rule does not require unique elements if they can have any type: in JSON, `1` equals `1.0`, and a date
    /// equals its text.
    public static var schema: SchemaRule {
        let element = Element.schema
        return .array(of: element, isUnique: element.isTyped)
    }
}

extension Dictionary: PreferenceValue where Key: LosslessStringConvertible, Value: PreferenceValue {
    public static var schema: SchemaRule { .dictionary(of: Value.schema) }
}

extension PropertyListDictionary: PreferenceValue {
    public static var schema: SchemaRule { .dictionary(of: .any) }
}

extension Range: PreferenceValue where Bound: PreferenceValue {
    /// An array of the two bounds.
    public static var schema: SchemaRule { .array(of: Bound.schema, count: 2...2) }
}

extension ClosedRange: PreferenceValue where Bound: PreferenceValue {
    /// An array of the two bounds.
    public static var schema: SchemaRule { .array(of: Bound.schema, count: 2...2) }
}
