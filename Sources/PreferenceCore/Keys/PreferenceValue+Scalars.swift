public import PropertyLists

extension Bool: PreferenceValue {
    /// True or false.
    public static var schema: SchemaRule { .boolean }
}

extension String: PreferenceValue {
    /// Text.
    public static var schema: SchemaRule { .string }
}

extension Character: PreferenceValue {
    /// Text that is not empty: what one character is, each version of Unicode says anew.
    public static var schema: SchemaRule { SchemaRule(.types([.string]), .minLength(1)) }
}

extension Double: PreferenceValue {
    /// A number.
    public static var schema: SchemaRule { .number }
}

extension Float: PreferenceValue {
    /// A number.
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
    /// A moment in time.
    public static var schema: SchemaRule { .date }
}

extension PropertyList: PreferenceValue {
    /// A value of any type.
    public static var schema: SchemaRule { .any }
}

extension Duration: PreferenceValue {
    /// A dictionary of `seconds` and `attoseconds`, both whole numbers.
    public static var schema: SchemaRule {
        .dictionary(["seconds": .integer, "attoseconds": .integer], required: ["seconds", "attoseconds"])
    }
}
