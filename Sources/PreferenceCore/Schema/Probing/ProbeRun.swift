import PropertyLists

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
