/// A path that is watched.
struct WatchedPath {
    /// The path, absolute: where a walk of it starts and goes.
    let absolutePath: [UInt8]
    /// How often it was asked for.
    var count = 1
    /// Where events concern it, by its last walk.
    var points: Set<WatchPoint> = []
}
