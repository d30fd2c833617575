public import PropertyLists

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
    /// A dictionary with any keys.
    public static var schema: SchemaRule { .dictionary(of: Value.schema) }
}

extension PropertyListDictionary: PreferenceValue {
    /// A dictionary of any values.
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
