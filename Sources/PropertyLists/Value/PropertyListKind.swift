/// The kind of a property list, without its value.
///
/// The raw value is the kind's name in everything that people read: messages, and the types that the command prints
/// and takes.
public enum PropertyListKind: String, Sendable, CaseIterable {
    case string
    case integer
    case real = "float"
    case boolean = "bool"
    case date
    case data
    case array
    case dictionary
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
