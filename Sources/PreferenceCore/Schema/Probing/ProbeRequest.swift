/// What a type asks its decoder for.
enum ProbeRequest: Equatable {
    /// A dictionary.
    case dictionary
    /// An array.
    case array
    /// One value in place of the type's own.
    case value(ProbedType)
    /// The value of a key; an optional one may be missing.
    case entry(String, ProbedType, isOptional: Bool)
    /// Whether a key is there.
    case presence(String)

    /// The ways to refuse it.
    var refusals: [ProbeRefusal] {
        switch self {
        case .entry(_, _, isOptional: false): [.missing, .mismatch]
        case .presence: []
        default: [.mismatch]
        }
    }
}
