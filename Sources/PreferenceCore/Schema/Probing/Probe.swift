import PropertyLists

/// One attempt to have a type decode a made-up value.
struct Probe<Value: Decodable> {
    let run: ProbeRun
    /// The form of some value, where there is one.
    let example: PropertyList?
    /// What came of it; nil where the type refused.
    let value: Value?

    init(_ run: ProbeRun, like example: PropertyList?) {
        self.run = run
        self.example = example
        value = try? Value(from: ProbingDecoder(run: run, example: example))
    }

    /// Whether everything that the type did could be followed, up to the value.
    var isComplete: Bool { value != nil && !run.isLost && !run.requests.isEmpty }

    /// Whether the type gives up at once when one of its requests is refused.
    func fails(without position: Int) -> Bool {
        run.requests[position].refusals.allSatisfy { refusal in
            let probe = Probe(ProbeRun(run.index, refusing: position, as: refusal), like: example)
            return probe.value == nil && probe.run.requests.count == position + 1
        }
    }
}

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
    fileprivate var refusals: [ProbeRefusal] {
        switch self {
        case .entry(_, _, isOptional: false): [.missing, .mismatch]
        case .presence: []
        default: [.mismatch]
        }
    }
}

/// Why a request is refused.
enum ProbeRefusal: Error {
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
