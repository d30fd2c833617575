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
public protocol PreferenceValue: PropertyListConvertible, SendableMetatype {}

extension Bool: PreferenceValue {}
extension String: PreferenceValue {}
extension Character: PreferenceValue {}
extension Double: PreferenceValue {}
extension Float: PreferenceValue {}
extension Int: PreferenceValue {}
extension Int8: PreferenceValue {}
extension Int16: PreferenceValue {}
extension Int32: PreferenceValue {}
extension Int64: PreferenceValue {}
extension UInt: PreferenceValue {}
extension UInt8: PreferenceValue {}
extension UInt16: PreferenceValue {}
extension UInt32: PreferenceValue {}
extension UInt64: PreferenceValue {}
extension PropertyList: PreferenceValue {}
extension PropertyListDate: PreferenceValue {}
extension PropertyListDictionary: PreferenceValue {}
extension Duration: PreferenceValue {}
extension Array: PreferenceValue where Element: PreferenceValue {}
extension Set: PreferenceValue where Element: PreferenceValue {}
extension Dictionary: PreferenceValue where Key: LosslessStringConvertible, Value: PreferenceValue {}
extension Range: PreferenceValue where Bound: PreferenceValue {}
extension ClosedRange: PreferenceValue where Bound: PreferenceValue {}
