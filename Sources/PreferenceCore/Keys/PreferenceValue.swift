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
public protocol PreferenceValue: PropertyListConvertible, SendableMetatype {}

extension Bool: PreferenceValue {}
extension String: PreferenceValue {}
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
extension Array: PreferenceValue where Element: PreferenceValue {}
extension Dictionary: PreferenceValue where Key == String, Value: PreferenceValue {}
