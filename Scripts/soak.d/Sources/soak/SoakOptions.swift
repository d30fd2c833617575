/// What the script asks for, in this order: seconds, seed, writers, rounds, increments, kills, sets, around, the periods and
/// sizes of the phase slow, each list with commas between its numbers, then the phases.
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
    /// How many sets each suite of the phase slow gets; 0 leaves it to the time.
    let sets: Int
    /// How many milliseconds before and after each write of its UserDefaults programs keys are set; 0 is all the time.
    let around: Int
    /// The seconds between two writes of its UserDefaults programs.
    let periods: [Double]
    /// The sizes of its suites, in kB.
    let sizes: [Int]
    let phases: [Phase]

    init?(_ arguments: some Collection<String>) {
        let arguments = Array(arguments)
        guard arguments.count > 10 else { return nil }
        let numbers = arguments[..<8].compactMap { UInt64($0) }
        let periods = arguments[8].split(separator: ",").compactMap { Double($0) }.filter { $0 > 0 }
        let sizes = arguments[9].split(separator: ",").compactMap { Int($0) }.filter { $0 > 0 }
        let phases = arguments[10...].compactMap { Phase(rawValue: $0) }
        guard numbers.count == 8, !periods.isEmpty, !sizes.isEmpty, phases.count + 10 == arguments.count else {
            return nil
        }
        seconds = Double(numbers[0])
        seed = numbers[1]
        writers = Int(numbers[2])
        rounds = Int(numbers[3])
        increments = Int(numbers[4])
        kills = Int(numbers[5])
        sets = Int(numbers[6])
        around = Int(numbers[7])
        self.periods = periods
        self.sizes = sizes
        self.phases = phases
    }
}
