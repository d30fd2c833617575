import PropertyLists

/// A decoder that makes up what it is asked for, and notes it.
struct ProbingDecoder: Decoder {
    let run: ProbeRun
    /// The form of some value, where there is one.
    let example: PropertyList?

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try run.note(.dictionary, of: PropertyListDictionary.self)
        return KeyedDecodingContainer(ProbingDictionary(run: run, example: example))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try run.note(.array, of: [PropertyList].self)
        throw run.lose()
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ProbingDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool {
        // A property list has no null.
        false
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(of: type) }

    // The protocol's own methods for these two only throw.
    func decode(_ type: Int128.Type) throws -> Int128 { try value(of: type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try value(of: type) }

    private func value<T: Decodable>(of type: T.Type) throws -> T {
        try run.note(.value(ProbedType(type)), of: type)
        return try MadeUpValue.of(type, like: example, in: run)
    }
}

/// A dictionary that has what it is asked for.
struct ProbingDictionary<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let run: ProbeRun
    /// The form of some value, where there is one.
    let example: PropertyList?

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        _ = run.lose()
        return []
    }

    func contains(_ key: Key) -> Bool {
        // A request for a presence is not refused.
        try? run.note(.presence(key.stringValue), of: Key.self)
        return run.has(key.stringValue, isNeeded: false)
    }

    func decodeNil(forKey key: Key) -> Bool {
        !contains(key)
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(of: type, forKey: key) }

    // The protocol's own methods for these two only throw.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(of: type, forKey: key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(of: type, forKey: key) }

    private func value<T: Decodable>(of type: T.Type, forKey key: Key) throws -> T {
        let isOptional = type is any ProbedOptional.Type
        try run.note(.entry(key.stringValue, ProbedType(type), isOptional: isOptional), of: type)
        guard run.has(key.stringValue, isNeeded: !isOptional) || isOptional else {
            throw ProbeRefusal.missing.error(for: type)
        }
        return try MadeUpValue.of(type, like: example?[path: [key.stringValue]], in: run)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try run.note(.entry(key.stringValue, ProbedType(type), isOptional: true), of: type)
        guard run.has(key.stringValue, isNeeded: false) else { return nil }
        return try MadeUpValue.of(type, like: example?[path: [key.stringValue]], in: run)
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw run.lose()
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw run.lose()
    }

    func superDecoder() throws -> any Decoder {
        throw run.lose()
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        throw run.lose()
    }
}

/// An optional, for whose key the dictionary may have nothing.
private protocol ProbedOptional {}

extension Optional: ProbedOptional {}

/// What a type asks for while it decodes one made-up value, and what it is answered.
final class ProbeRun {
    /// How many runs find out about a type: the first has every optional key, the second none, the others some.
    static let count = 8
    /// How deep made-up values nest, beyond which there are no optional ones.
    private static let optionalDepth = 4
    /// How deep made-up values nest at all.
    private static let depthLimit = 32

    /// Which of the runs it is; equal ones give the same answers.
    let index: Int
    /// What was asked for, in order.
    private(set) var requests: [ProbeRequest] = []
    /// Whether something was asked for that cannot be made up.
    private(set) var isLost = false

    private let refused: (position: Int, refusal: ProbeRefusal)?
    private let depth: Int
    private var generator: AnswerGenerator
    /// Whether each key is there that was asked for.
    private var presences: [ByteKey: Bool] = [:]

    init(_ index: Int) {
        self.index = index
        refused = nil
        depth = 0
        generator = AnswerGenerator(seed: index)
    }

    /// The same run, with one of its requests refused.
    init(_ index: Int, refusing position: Int, as refusal: ProbeRefusal) {
        self.index = index
        refused = (position, refusal)
        depth = 0
        generator = AnswerGenerator(seed: index)
    }

    /// A run for a value within that of another.
    init(within other: ProbeRun) {
        index = other.index
        refused = nil
        depth = other.depth + 1
        generator = AnswerGenerator(seed: Int(truncatingIfNeeded: other.generator.next()))
    }

    /// Whether values nest deeper than they may.
    var isTooDeep: Bool { depth > Self.depthLimit }

    /// Notes a request.
    ///
    /// - Throws: what it is refused with.
    func note(_ request: ProbeRequest, of type: Any.Type) throws(DecodingError) {
        requests.append(request)
        if let refused, refused.position == requests.count - 1 {
            throw refused.refusal.error(for: type)
        }
    }

    /// Gives up.
    ///
    /// - Returns: the error to throw.
    func lose() -> DecodingError {
        isLost = true
        return ProbeRefusal.mismatch.error(for: Any.self)
    }

    /// Whether a key is there; once said, it stays so.
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

    /// Some elements in an order of this run; in the first run they stand as they are.
    func shuffled<Element>(_ elements: [Element]) -> [Element] {
        index == 0 ? elements : elements.shuffled(using: &generator)
    }
}

/// Numbers that look random and are always the same: SplitMix64, <https://prng.di.unimi.it/splitmix64.c>.
private struct AnswerGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(truncatingIfNeeded: seed)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
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
    var refusals: [ProbeRefusal] {
        switch self {
        case .entry(_, _, isOptional: false): [.missing, .mismatch]
        case .presence: []
        default: [.mismatch]
        }
    }
}

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
