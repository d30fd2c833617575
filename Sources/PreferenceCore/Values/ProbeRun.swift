import PropertyLists

/// The requests of a type while it decodes one made-up value, and the answers to them.
final class ProbeRun {
    /// The types whose structure is being inferred, each nested in the previous one.
    @TaskLocal static var types: Set<ObjectIdentifier> = []

    /// The number of runs for a type: the first has every optional key, the second has no optional keys, and the others
    /// have some.
    static let count = 8
    /// The nesting depth beyond which made-up values have no optional keys.
    private static let optionalDepth = 4
    private static let depthLimit = 32
    /// The number of values that a type may reject before the run gives up.
    private static let attemptCount = 8

    /// The number of the run; runs with equal numbers give the same answers.
    let index: Int
    private(set) var requests: [ProbeRequest] = []
    /// Whether the type requested something that cannot be made up.
    private(set) var isLost = false

    private let refused: (position: Int, refusal: ProbeRefusal)?
    private let depth: Int
    private var generator: AnswerGenerator
    /// Whether each requested key exists.
    private var presences: [ByteKey: Bool] = [:]

    /// - Parameters:
    ///   - refused: the request to refuse, by its position; nil to refuse no request.
    ///   - seed: the seed for the answers; nil for the index.
    init(
        _ index: Int,
        refusing refused: (position: Int, refusal: ProbeRefusal)? = nil,
        depth: Int = 0,
        seed: UInt64? = nil
    ) {
        self.index = index
        self.refused = refused
        self.depth = depth
        generator = AnswerGenerator(state: seed ?? UInt64(index))
    }

    /// Records a request, and throws an error if it is the one to refuse.
    func note(_ request: ProbeRequest, of type: Any.Type) throws(DecodingError) {
        requests.append(request)
        if let refused, refused.position == requests.count - 1 {
            throw refused.refusal.error(for: type)
        }
    }

    /// Marks the run as lost, and returns an error to throw.
    func lose() -> DecodingError {
        isLost = true
        return ProbeRefusal.mismatch.error(for: Any.self)
    }

    /// Returns whether a key exists; the answer for a key is always the same.
    func has(_ key: String, isNeeded: Bool) -> Bool {
        let key = ByteKey(key)
        if let presence = presences[key] {
            return presence
        }
        let presence =
            switch index {
            case _ where isNeeded: true
            case _ where depth > Self.optionalDepth: false
            case 0: true
            case 1: false
            default: Bool.random(using: &generator)
            }
        presences[key] = presence
        return presence
    }

    /// Returns the elements in an order specific to this run; the first run keeps their order.
    private func shuffled<Element>(_ elements: [Element]) -> [Element] {
        index == 0 ? elements : elements.shuffled(using: &generator)
    }
}

// MARK: Sample values

extension ProbeRun {
    /// Property lists of every kind; most types can be decoded from some of them.
    private static let plainForms: [PropertyList] = [
        false, true, 0, 1, 2, 3, 5, 10, 100, -1, 0.5, 1.5, "", "a", "b", "10", "https://example.com/",
        "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", .date(PropertyListDate(secondsSinceReferenceDate: 0)), .data([]),
        [], [0, 1], ["a", "b"], [:], ["seconds": 1, "attoseconds": 0],
    ]

    /// Makes up a value of a type, similar to an example if there is one.
    ///
    /// - Throws: an error if no value can be made up; the run is lost then.
    func sample<Value: Decodable>(of type: Value.Type, like example: PropertyList?) throws -> Value {
        guard let value = plainSample(of: type) ?? formedSample(of: type, like: example) ?? codedSample(like: example)
        else { throw lose() }
        return value
    }

    private func plainSample<Value>(of type: Value.Type) -> Value? {
        allCases(of: type).flatMap { shuffled($0).first }
            ?? (type as? any ProbedContainer.Type)?.empty as? Value
            ?? Int128(index) as? Value
            ?? UInt128(index) as? Value
    }

    /// Makes up a value from a plain property list, by the type's own conversion or as its raw value.
    private func formedSample<Value: Decodable>(of type: Value.Type, like example: PropertyList?) -> Value? {
        let convertible = type as? any PropertyListConvertible.Type
        let isRaw = type is any RawRepresentable.Type
        // A type with raw values may accept few of them: it accepts the example, but rarely any other.
        let forms = isRaw || index == 0 ? [example].compactMap(\.self) + Self.plainForms : shuffled(Self.plainForms)
        for form in forms {
            if let value = convertible?.init(propertyList: form) as? Value {
                return value
            }
            if isRaw, let value = try? Value(from: ProbingDecoder(run: ProbeRun(0), example: form)) {
                return value
            }
        }
        return nil
    }

    private func codedSample<Value: Decodable>(like example: PropertyList?) -> Value? {
        guard depth < Self.depthLimit else { return nil }
        for _ in 1...Self.attemptCount {
            let run = ProbeRun(index, depth: depth + 1, seed: generator.next())
            if let value = try? Value(from: ProbingDecoder(run: run, example: example)) {
                return value
            }
        }
        return nil
    }
}

// MARK: Requests

/// A request that a type makes to its decoder.
enum ProbeRequest: Equatable {
    case dictionary
    case array
    /// One value, which the type decodes instead of a structure of its own.
    case value(ProbedType)
    /// The value of a key or, if the type is nil, whether the key exists; an optional key may be missing.
    case entry(String, ProbedType?, isOptional: Bool)

    var refusals: [ProbeRefusal] {
        switch self {
        case .entry(_, nil, _): []
        case .entry(_, _, isOptional: false): [.missing, .mismatch]
        default: [.mismatch]
        }
    }
}

/// A type that another type requests from its decoder.
struct ProbedType: Equatable {
    let type: any Decodable.Type

    init(_ type: any Decodable.Type) {
        self.type = type
    }

    static func == (left: ProbedType, right: ProbedType) -> Bool { left.type == right.type }
}

enum ProbeRefusal {
    case missing
    case mismatch

    private enum Key: CodingKey {
        case refused
    }

    func error(for type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: [], debugDescription: "refused, to see what comes of it")
        return switch self {
        case .missing: .keyNotFound(Key.refused, context)
        case .mismatch: .typeMismatch(type, context)
        }
    }
}

/// A generator of reproducible pseudo-random numbers: SplitMix64, <https://prng.di.unimi.it/splitmix64.c>.
private struct AnswerGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
