import PropertyLists

/// What a type asks for while it decodes one made-up value, and what it is answered.
final class ProbeRun {
    /// How many runs find out about a type: the first has every optional key, the second none, the others some.
    static let count = 8
    /// The depth of made-up values beyond which they have no optional keys.
    private static let optionalDepth = 4
    private static let depthLimit = 32
    /// How many values a type may refuse before it is given up.
    private static let attemptCount = 8

    /// Which of the runs it is; equal ones give the same answers.
    let index: Int
    private(set) var requests: [ProbeRequest] = []
    /// Whether something was asked for that cannot be made up.
    private(set) var isLost = false

    private let refused: (position: Int, refusal: ProbeRefusal)?
    private let depth: Int
    private var generator: AnswerGenerator
    /// Whether each key is there that was asked for.
    private var presences: [ByteKey: Bool] = [:]

    /// - Parameters:
    ///   - refused: the request to refuse, by its position; nil to refuse none.
    ///   - seed: what the answers are drawn from; nil is the index.
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

    /// Records a request.
    func note(_ request: ProbeRequest, of type: Any.Type) throws(DecodingError) {
        requests.append(request)
        if let refused, refused.position == requests.count - 1 {
            throw refused.refusal.error(for: type)
        }
    }

    /// Gives up.
    func lose() -> DecodingError {
        isLost = true
        return ProbeRefusal.mismatch.error(for: Any.self)
    }

    /// Whether a key is there: always the same answer for the same key.
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

    /// The elements in an order of this run, which is their own in the first run.
    private func shuffled<Element>(_ elements: [Element]) -> [Element] {
        index == 0 ? elements : elements.shuffled(using: &generator)
    }
}

// MARK: Sample values

extension ProbeRun {
    /// Forms of every kind, some of which most types take.
    private static let plainForms: [PropertyList] = [
        false, true, 0, 1, 2, 3, 5, 10, 100, -1, 0.5, 1.5, "", "a", "b", "10", "https://example.com/",
        "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", .date(PropertyListDate(secondsSinceReferenceDate: 0)), .data([]),
        [], [0, 1], ["a", "b"], [:], ["seconds": 1, "attoseconds": 0],
    ]

    /// Makes up a value of a type, like an example if there is one.
    ///
    /// - Throws: the run is lost if no value can be made.
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

    /// A value that a plain form means, as the type itself says or as its raw value.
    private func formedSample<Value: Decodable>(of type: Value.Type, like example: PropertyList?) -> Value? {
        let convertible = type as? any PropertyListConvertible.Type
        let isRaw = type is any RawRepresentable.Type
        // A raw value may be one of few: an example is, and of all others hardly one.
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

/// What a type asks its decoder for.
enum ProbeRequest: Equatable {
    case dictionary
    case array
    /// One value in place of the type's own.
    case value(ProbedType)
    /// The value of a key, or without a type whether the key is there; an optional one may be missing.
    case entry(String, ProbedType?, isOptional: Bool)

    var refusals: [ProbeRefusal] {
        switch self {
        case .entry(_, nil, _): []
        case .entry(_, _, isOptional: false): [.missing, .mismatch]
        default: [.mismatch]
        }
    }
}

/// A type that another asks its decoder for.
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

/// Numbers that look random and are always the same: SplitMix64, <https://prng.di.unimi.it/splitmix64.c>.
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
