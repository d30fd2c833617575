/// Why a request is refused.
enum ProbeRefusal {
    case missing
    case mismatch

    /// The error that a decoder throws.
    func error(for type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: [], debugDescription: "refused, to see what comes of it")
        return switch self {
        case .missing: .keyNotFound(ProbedKey(), context)
        case .mismatch: .typeMismatch(type, context)
        }
    }
}

/// The key of a refusal.
private struct ProbedKey: CodingKey {
    let stringValue = ""
    let intValue: Int? = nil

    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}
