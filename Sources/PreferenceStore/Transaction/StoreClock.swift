/// The time by which the store waits and judges.
struct StoreClock: Sendable {
    /// The time of day, since the epoch, which files are dated by.
    var wallTime: @Sendable () -> Duration = SystemClock.wallTime
    /// The time by which waiting is measured; nobody sets it.
    var uptime: @Sendable () -> Duration = SystemClock.uptime
    /// Waits.
    var pause: @Sendable (Duration) -> Void = SystemClock.pause(for:)
}
