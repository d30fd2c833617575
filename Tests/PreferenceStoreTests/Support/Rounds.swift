import Synchronization

/// Counts how often something happens.
final class Rounds: Sendable {
    private let count = Atomic(0)

    /// The number of this time, from 1; nil past the limit.
    func next(upTo limit: Int) -> Int? {
        let number = count.add(1, ordering: .relaxed).newValue
        return number <= limit ? number : nil
    }
}
