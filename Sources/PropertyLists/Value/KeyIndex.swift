import Synchronization

/// The positions of the keys of a large dictionary.
///
/// Copies of a dictionary share their index until one of them changes. They may look up keys in several threads: hence
/// the lock.
final class KeyIndex: Sendable {
    /// The number of entries up to which a linear search is faster.
    static let threshold = 16

    /// The index that only the dictionary of a removal has.
    static let ofRemoval = KeyIndex()

    /// The number of lookups that search linearly, because they cost less than finding all positions.
    private static let patience = 4

    private struct State {
        /// The position of the latest key that was found.
        ///
        /// The next key is often the same or the one after it: a pass in the order of the entries needs no search.
        var latest = 0
        var lookups = 0
        /// The positions; nil until enough lookups have shown that they pay.
        var positions: KeyTable?

        mutating func position(of key: String, in entries: [PropertyListDictionary.Entry]) -> Int? {
            guard positions != nil || lookups == KeyIndex.patience else {
                lookups += 1
                return entries.firstIndex { $0.key.hasSameBytes(as: key) }
            }
            if positions == nil { positions = KeyTable(entries.map { $0.key }) }
            return positions?.find(key.utf8Span.span) { entries[$0].key.hasSameBytes(as: key) }.number
        }
    }

    private let state = Mutex(State())

    /// Whether the dictionary stands for elements of an array.
    let isOfElements: Bool

    init(isOfElements: Bool = false) {
        self.isOfElements = isOfElements
    }

    /// Returns the position of a key's entry, from 0, or nil if there is none.
    func position(of key: String, in entries: [PropertyListDictionary.Entry]) -> Int? {
        state.withLock { state in
            let expected = state.latest..<min(state.latest + 2, entries.count)
            let position =
                expected.first { entries[$0].key.hasSameBytes(as: key) } ?? state.position(of: key, in: entries)
            state.latest = position ?? state.latest
            return position
        }
    }

    /// Records a new last entry, whose key no earlier entry has.
    func append(_ key: String, at position: Int) {
        state.withLock { state in
            guard let place = state.positions?.find(key.utf8Span.span, where: { _ in false }) else { return }
            state.positions?.insert(position, at: place)
        }
    }
}
