import PropertyLists

extension PropertyListKind {
    /// The kind that a type's name on the command line means: the name itself, or another one for it.
    init?(typeName: String) {
        guard let kind = Self.allCases.first(where: { $0.rawValue == typeName || $0.otherNames.contains(typeName) })
        else { return nil }
        self = kind
    }

    /// The names that are understood beside the one that is printed.
    var otherNames: [String] {
        switch self {
        case .integer: ["int"]
        case .real: ["real", "double"]
        case .boolean: ["boolean"]
        case .dictionary: ["dict"]
        case .string, .date, .data, .array, .uid: []
        }
    }
}
