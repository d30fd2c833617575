import PropertyLists

/// A type of JSON, as the keyword `type` names it.
public enum SchemaType: String, Sendable, CaseIterable {
    /// True or false.
    case boolean
    /// A whole number; a real without a fraction is one.
    case integer
    /// Any number.
    case number
    /// Text; a date and data too, where `format` and `contentEncoding` say so.
    case string
    /// A list of values.
    case array
    /// A dictionary.
    case object
    /// What no property list holds.
    case null
}

extension SchemaType {
    /// Whether a value is of this type, a date and data taken for strings.
    func holds(_ value: PropertyList) -> Bool {
        switch (self, value) {
        case (.boolean, .boolean), (.integer, .integer), (.number, .integer), (.number, .real): true
        case (.string, .string), (.string, .date), (.string, .data), (.array, .array), (.object, .dictionary): true
        case (.integer, .real(let real)): real == real.rounded(.towardZero) && real.isFinite
        default: false
        }
    }

    /// The kind of property list that a value of this type is first of all; nil for none.
    var kind: PropertyListKind? {
        switch self {
        case .boolean: .boolean
        case .integer: .integer
        case .number: .real
        case .string: .string
        case .array: .array
        case .object: .dictionary
        case .null: nil
        }
    }
}
