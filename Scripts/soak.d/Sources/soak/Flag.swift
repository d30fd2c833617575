import Synchronization

/// Whether something still goes on, told from one thread to others.
final class Flag: Sendable {
    private let value = Atomic(true)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func clear() {
        value.store(false, ordering: .releasing)
    }
}
