import PreferenceCore

/// What a closure returns now, and again after each change of preferences that makes it differ.
struct PreferenceUpdates<Element: Equatable & Sendable>: AsyncSequence, Sendable {
    private let changes: AsyncStream<PreferenceChange>
    private let read: @Sendable () -> Element

    /// Creates updates that miss no change after this call.
    init(of preferences: Preferences, _ read: @escaping @Sendable () -> Element) {
        changes = preferences.changes()
        self.read = read
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(changes: changes.makeAsyncIterator(), read: read)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var changes: AsyncStream<PreferenceChange>.Iterator
        fileprivate let read: @Sendable () -> Element
        fileprivate var last: Element?

        mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
            while true {
                if last != nil, await changes.next(isolation: actor) == nil { return nil }
                let element = read()
                if element != last {
                    last = element
                    return element
                }
            }
        }
    }
}
