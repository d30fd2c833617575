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
///     static var schema: SchemaRule { .integer(in: 1...6) }
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
/// that makes its own form may say what it is.
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

extension PreferenceValue where Self: RawRepresentable, RawValue: PreferenceValue {
    /// What the raw value is, one of all cases where they can be listed.
    public static var schema: SchemaRule { .cases(of: Self.self) { $0.propertyList } }
}

extension PreferenceValue where Self: Codable {
    /// The structure that `init(from:)` asks for, as far as that can be told.
    public static var schema: SchemaRule { .structure(ofForms: Self.self) }
}

/// A type that is both has the form of its raw value.
extension PreferenceValue where Self: RawRepresentable & Codable, RawValue: PreferenceValue {
    /// What the raw value is, one of all cases where they can be listed.
    public static var schema: SchemaRule { .cases(of: Self.self) { $0.propertyList } }
}

/// An integer of a fixed width, of 64 bits or fewer.
extension PreferenceValue where Self: FixedWidthInteger & Codable {
    /// A whole number in this type's range; one of 64 bits with a sign has no limits, since every reader has those.
    public static var schema: SchemaRule {
        guard bitWidth >= Int64.bitWidth else { return .integer(in: Int(min)...Int(max)) }
        return isSigned ? .integer : .integer(in: 0...)
    }
}

extension SchemaRule {
    /// What the raw value of a type is, one of all cases where they can be listed.
    static func rawValue<Value: RawRepresentable>(of type: Value.Type) -> SchemaRule
    where Value.RawValue: PreferenceValue {
        cases(of: type) { $0.rawValue.propertyList }
    }

    /// The rule of a type with a raw value.
    ///
    /// - Parameter form: the form of a value, which has to be that of the raw value if the type lists no cases.
    fileprivate static func cases<Value: RawRepresentable>(
        of type: Value.Type,
        form: (Value) -> PropertyList
    ) -> SchemaRule where Value.RawValue: PreferenceValue {
        let rule = Value.RawValue.schema
        guard let cases = allCases(of: type), !cases.isEmpty else { return rule }
        let forms = cases.map(form)
        return (forms == cases.map(\.rawValue.propertyList) ? rule : .any).allowing(only: forms)
    }
}

/// The values of a type that lists them all; nil for any other type.
///
/// The flags that a set of options lists are no such: every union of them is a value too.
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
    /// Text that is not empty: what one character is, each version of Unicode says anew.
    public static var schema: SchemaRule { SchemaRule(.types([.string]), .limit(.minLength, SchemaNumber(1))) }
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
    /// Data: what a list of bytes is.
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
    /// What the element says of its lists: an array, or data of bytes.
    public static var schema: SchemaRule { Element.listSchema }
}

extension Set: PreferenceValue where Element: PreferenceValue {
    /// An array of elements that differ.
    ///
    /// That they do is not said of elements that may be anything: JSON takes `1` and `1.0` for equal, a date and its text
    /// too.
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

extension SchemaRule {
    /// Whether every part of a value has one type, so that values that differ do so in JSON.
    fileprivate var isTyped: Bool {
        types.count == 1
            && assertions.allSatisfy { assertion in
                switch assertion.constraint {
                case .items(let rule): rule.isTyped
                case .members(let members):
                    members.properties.allSatisfy(\.rule.isTyped) && members.others?.isTyped ?? true
                default: true
                }
            }
    }
}
