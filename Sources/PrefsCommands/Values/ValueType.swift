import PropertyLists

/// What a VALUE on the command line is to be read as.
enum ValueType: Hashable {
    /// A kind of property list, in its own spelling; of a container, JSON.
    case kind(PropertyListKind)
    /// Data, in hexadecimal digits instead of base64.
    case hexadecimal
    /// Whatever the JSON text is.
    case json
    /// Whatever the property list is, in any format that can be detected.
    case propertyList

    /// Whether the value is data, however it is spelled.
    var isData: Bool {
        self == .kind(.data) || self == .hexadecimal
    }

    /// The value as messages call it.
    var name: String {
        switch self {
        case .kind(.integer): "an integer"
        case .kind(.array): "a JSON array"
        case .kind(.dictionary): "a JSON object"
        case .kind(.data): "base64 data"
        case .kind(let kind): "a \(kind.rawValue)"
        case .hexadecimal: "hexadecimal data"
        case .json: "JSON"
        case .propertyList: "a property list"
        }
    }
}
