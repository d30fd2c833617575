/// The kind of a property list, without its value.
///
/// The raw value is the kind's name in everything that people read: messages, and the types that the command prints
/// and takes.
public enum PropertyListKind: String, Sendable, CaseIterable {
    /// Text.
    case string
    /// A whole number from -2^63 to 2^64-1.
    case integer
    /// An IEEE 754 double.
    case real = "float"
    /// True or false.
    case boolean = "bool"
    /// A moment in time.
    case date
    /// Bytes without further meaning.
    case data
    /// Values in their order.
    case array
    /// Values by key.
    case dictionary
    /// A keyed archive's reference to one of its objects.
    case uid
}

extension PropertyList {
    /// The kind of this value.
    public var kind: PropertyListKind {
        switch self {
        case .string: .string
        case .integer: .integer
        case .real: .real
        case .boolean: .boolean
        case .date: .date
        case .data: .data
        case .array: .array
        case .dictionary: .dictionary
        case .uid: .uid
        }
    }
}
