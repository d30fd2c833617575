import Synchronization

/// Where each key of a large dictionary stands.
///
/// Copies of a dictionary share their index until one of them changes, and may look keys up in several threads: hence
/// the lock.
final class KeyIndex: Sendable {
    /// The number of entries up to which looking at each in turn is the faster way.
    static let threshold = 16

    /// The number of look-ups that are answered by looking at each entry, since they cost less than the positions do.
    private static let patience = 4

    private struct State {
        var lookups = 0
        /// Found when enough look-ups have shown that it pays.
        var positions: KeyTable?
    }

    private let state = Mutex(State())

    /// Where a key's entry stands, from 0; nil where there is none.
    func position(of key: String, in entries: [PropertyListDictionary.Entry]) -> Int? {
        state.withLock { state in
            if state.positions == nil {
                guard state.lookups == KeyIndex.patience else {
                    state.lookups += 1
                    return entries.firstIndex { $0.key.hasSameBytes(as: key) }
                }
                state.positions = KeyTable(entries.map { $0.key })
            }
            return state.positions?.number(of: key.utf8Span.span) { entries[$0].key.hasSameBytes(as: key) }
        }
    }

    /// Takes note of an entry that has come to the end, with a key that no entry before it has.
    func append(_ key: String, at position: Int) {
        state.withLock { $0.positions?.insert(position, for: key.utf8Span.span) { _ in false } }
    }
}
