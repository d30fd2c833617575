import PreferenceCore

/// What a closure returns now, and again after each change of preferences that makes it differ.
struct PreferenceUpdates<Element: Equatable & Sendable>: AsyncSequence, Sendable {
    private let snapshots: AsyncStream<PreferenceSnapshot>
    private let read: @Sendable () -> Element

    /// Creates updates that miss no change after this call.
    init(of preferences: Preferences, _ read: @escaping @Sendable () -> Element) {
        snapshots = preferences.snapshots()
        self.read = read
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(snapshots: snapshots.makeAsyncIterator(), read: read)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var snapshots: AsyncStream<PreferenceSnapshot>.Iterator
        fileprivate let read: @Sendable () -> Element
        fileprivate var last: Element?

        mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
            while await snapshots.next(isolation: actor) != nil {
                let element = read()
                if element != last {
                    last = element
                    return element
                }
            }
            return nil
        }
    }
}
