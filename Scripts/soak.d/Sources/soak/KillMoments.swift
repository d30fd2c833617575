/// The moments at which writers are killed: any in the life of a write, as long as the last ones took.
struct KillMoments {
    private var lifetimes: [Duration] = []
    private static let memory = 40

    /// Notes how long a write took that nobody killed.
    mutating func note(_ lifetime: Duration) {
        lifetimes = lifetimes.suffix(Self.memory - 1) + [lifetime]
    }

    /// How long after its start to kill the next write; nil while nothing is known of their lives.
    func next(using generator: inout some RandomNumberGenerator) -> Duration? {
        // The longest are those that waited for the lock: nearly all end within the time of nine of ten.
        guard lifetimes.count >= 5 else { return nil }
        return lifetimes.sorted()[lifetimes.count * 9 / 10] * Double.random(in: 0..<1, using: &generator)
    }
}
