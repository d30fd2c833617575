/// The kind of a property list, without its value.
///
/// The raw value is the kind's name in all text for people: messages, and the types that the command prints and
/// accepts.
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
    /// Uninterpreted bytes.
    case data
    /// Values in their order.
    case array
    /// Values by key.
    case dictionary
    /// A keyed archive's reference to one of its objects.
    case uid
}
