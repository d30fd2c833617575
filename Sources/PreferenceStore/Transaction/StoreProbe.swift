/// What a test may put in place of the system's clock, and between the steps of a transaction.
///
/// At each moment other programs might step in, and the test can be one.
struct StoreProbe: Sendable {
    /// A moment in a transaction.
    enum Moment: Hashable {
        /// The folder's lock is taken by another.
        case waitingForLock
        /// The suite is read, and nothing is written yet.
        case read
        /// The new file is complete, beside the old one.
        case written
        /// The old file has been seen to be the one that was read.
        case rechecked
        /// The new file stands in its place.
        case committed
    }

    var clock = StoreClock()
    var reached: @Sendable (Moment) -> Void = { _ in }
}
