/// What a phase did and found.
struct Tally {
    var attempted = 0
    var acknowledged = 0
    /// Writes that were killed before they ended.
    var kills = 0
    /// Writes that ended with an error.
    var refused = 0
    var reads = 0
    var torn = 0
    /// Keys of prefs whose acknowledged write is gone, and was not put back by the next command.
    var lost: Set<String> = []
    /// How many acknowledged writes were missing until the next command put them back; nil if no phase looks for them.
    var putBack: Int?
    /// Writes of UserDefaults that synchronize() acknowledged.
    var foreignAcknowledged = 0
    /// Its keys whose acknowledged write is gone.
    var foreignLost: Set<String> = []
    /// The first thing that must not be.
    var counterexample: Counterexample?
    /// What writers said though they did what they were asked for.
    var warnings: [String] = []
    /// What else there is to say.
    var notes: [String] = []
}

/// Something that must not be, in words, with the bytes that show it.
struct Counterexample: Sendable {
    let text: String
    let bytes: [UInt8]
}

extension Tally {
    static let header = """
        | phase | writes | acknowledged | killed | refused | reads | torn | lost | put back | by UserDefaults | lost |
        | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
        """

    /// Adds what a part of the phase did and found.
    mutating func add(_ other: Tally) {
        attempted += other.attempted
        acknowledged += other.acknowledged
        kills += other.kills
        refused += other.refused
        reads += other.reads
        torn += other.torn
        lost.formUnion(other.lost)
        putBack = other.putBack.map { $0 + (putBack ?? 0) } ?? putBack
        foreignAcknowledged += other.foreignAcknowledged
        foreignLost.formUnion(other.foreignLost)
        counterexample = counterexample ?? other.counterexample
        warnings += other.warnings
        notes += other.notes
    }

    func row(_ phase: String) -> String {
        let figures = [attempted, acknowledged, kills, refused, reads, torn, lost.count]
        let foreign = foreignAcknowledged == 0 ? ["", ""] : ["\(foreignAcknowledged)", "\(foreignLost.count)"]
        let all = [phase] + figures.map(String.init) + [putBack.map(String.init) ?? ""] + foreign
        return "| " + all.joined(separator: " | ") + " |"
    }
}
