/// Where an event of inotify(7) tells that something happens.
struct WatchPoint: Hashable {
    /// The number of the watch; the system gives it to no other watch later.
    let watch: Int32
    /// The name in the watched folder; empty for the watched file or folder itself.
    let name: [UInt8]
}
