/// The time by which the store waits and judges.
struct StoreClock: Sendable {
    /// The time of day, since the epoch, which files are dated by.
    var wallTime: @Sendable () -> Duration = SystemClock.wallTime
    /// The time by which waiting is measured; nobody sets it.
    var uptime: @Sendable () -> Duration = SystemClock.uptime
    /// Waits.
    var pause: @Sendable (Duration) -> Void = SystemClock.pause(for:)

    /// How long after its last write a file may still be unfinished, and its writer about to write it again.
    static let settlingTime: Duration = .seconds(2)

    /// Waits in the middle of a change, with nothing of it in a file yet.
    ///
    /// - Throws: `interrupted` if a signal that is held back would end the process.
    func pause(_ duration: Duration, beforeChanging path: String) throws(PreferenceStoreError) {
        pause(duration)
        guard !CallingProcess.isAskedToEnd else { throw .interrupted(path: path) }
    }

    /// Whether a write lies less than the settling time back, or ahead by as little, by another host's clock.
    func isRecent(_ write: Duration) -> Bool {
        timeSince(write) < Self.settlingTime
    }

    /// How far a write lies back, or ahead, by another host's clock.
    func timeSince(_ write: Duration) -> Duration {
        let now = wallTime()
        return max(now, write) - min(now, write)
    }
}
