extension PropertyList {
    /// The number of values within, this one included.
    var valueCount: Int {
        switch self {
        case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
        case .dictionary(let dictionary): dictionary.reduce(1) { $0 + $1.value.valueCount }
        default: 1
        }
    }
}
