/// The moments at which writers are killed: any in the life of a write that takes as long as one of the last did.
struct KillMoments {
    private var lifetimes: [Duration] = []
    private static let memory = 40

    /// Notes how long a write took that nobody killed.
    mutating func note(_ lifetime: Duration) {
        lifetimes = lifetimes.suffix(Self.memory - 1) + [lifetime]
    }

    /// How long after its start to kill the next write; nil while nothing is known of their lives.
    func next(using generator: inout some RandomNumberGenerator) -> Duration? {
        guard let lifetime = lifetimes.randomElement(using: &generator) else { return nil }
        return lifetime * Double.random(in: 0..<1, using: &generator)
    }
}
