import PropertyLists

/// Why a VALUE on the command line is no value of the type that is due.
enum ValueError: Error, Hashable {
    /// The text spells no value of the type.
    case invalid(String, ValueType)
    /// The text spells a number beyond the type's range.
    case outOfRange(String, ValueType)
    /// The text is a document with an error in it.
    case malformed(ValueType, PropertyListError)
    /// The text spells a value of another kind than the one due.
    case wrongKind(PropertyListKind, due: ValueType)
}
