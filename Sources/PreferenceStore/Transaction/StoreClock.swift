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

    /// Whether a write lies less than a time back, or ahead by as little, by another host's clock.
    func isRecent(_ write: Duration, within time: Duration = settlingTime) -> Bool {
        let age = wallTime() - write
        return age < time && age > .zero - time
    }
}
