/// What the script asks for, in this order: seconds, seed, writers, rounds, increments, kills, then the phases.
struct SoakOptions {
    /// How long all phases take together.
    let seconds: Double
    let seed: UInt64
    /// How many writers are started at once.
    let writers: Int
    /// How often they are, and how many increments each does; 0 leaves it to the time.
    let rounds: Int
    let increments: Int
    /// How many kills must hit; 0 leaves it to the time.
    let kills: Int
    let phases: [Phase]

    init?(_ arguments: some Collection<String>) {
        let numbers = arguments.prefix(6).compactMap { UInt64($0) }
        let phases = arguments.dropFirst(6).compactMap { Phase(rawValue: $0) }
        guard numbers.count == 6, phases.count + 6 == arguments.count else { return nil }
        seconds = Double(numbers[0])
        seed = numbers[1]
        writers = Int(numbers[2])
        rounds = Int(numbers[3])
        increments = Int(numbers[4])
        kills = Int(numbers[5])
        self.phases = phases
    }
}
