/// Where a test stands beside a transaction: it sees each moment at which other programs might step in, and can be one.
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
