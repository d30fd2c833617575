import PropertyLists

/// What a file's bytes are.
enum FileContents<Value> {
    /// A value.
    case value(Value)
    /// None.
    case empty
    /// No property list.
    case malformed(PropertyListError)

    /// Whether a program that is writing would leave the file like this for a moment.
    var mayBeUnfinished: Bool {
        switch self {
        case .value: false
        case .empty, .malformed: true
        }
    }
}
