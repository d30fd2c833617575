/// The entries of a dictionary in a document that repeats a key: one entry of each key counts.
struct DuplicateKeys: Sendable {
    /// Which of the entries with the same key counts, as in CoreFoundation.
    enum Rule {
        /// In a binary document.
        case first
        /// In text.
        case last
    }

    /// The positions of the entries that count, in order.
    let positions: [Int]
    /// The other entries of each duplicate key, by the position of the entry that counts.
    private let ignored: [Int: (key: String, positions: [Int])]

    /// Finds the entries of keys, which are in the order of the document; returns nil if no two are equal.
    init?(in keys: [String], counting rule: Rule) {
        guard keys.duplicate != nil else { return nil }
        var entries: [ByteKey: [Int]] = [:]
        for (position, key) in keys.enumerated() {
            entries[ByteKey(key), default: []].append(position)
        }
        var ignored: [Int: (key: String, positions: [Int])] = [:]
        positions = entries.map { key, positions in
            let counting = rule == .first ? positions[0] : positions[positions.count - 1]
            if positions.count > 1 {
                ignored[counting] = (key.string, positions.filter { $0 != counting })
            }
            return counting
        }.sorted()
        self.ignored = ignored
    }

    /// The keys with more than one entry.
    var keys: [String] { ignored.values.map(\.key) }

    /// The entries of duplicate keys, in the order of the document, and which of them are read.
    var entries: [(key: String, position: Int, isRead: Bool)] {
        ignored.flatMap { counting, others in
            [(others.key, counting, true)] + others.positions.map { (others.key, $0, false) }
        }.sorted { $0.1 < $1.1 }
    }

    /// Returns the steps that change the entries that count, as steps in the document.
    ///
    /// A key that changes loses its other entries; a key that stays keeps them.
    ///
    /// - Parameter changes: the steps at the positions of a dictionary that has only the entries that count.
    /// - Parameter removed: gets each key that loses entries.
    func spread(_ changes: [EntryChange], removing removed: inout [String]) -> [EntryChange] {
        let moved = changes.map { change in change.moved { positions[$0] } }
        var others: [(position: Int, change: EntryChange)] = []
        for change in moved {
            guard let (key, positions) = change.oldPosition.flatMap({ ignored[$0] }) else { continue }
            if case .keep = change {
                others += positions.map { ($0, .keep($0)) }
            } else {
                others += positions.map { ($0, .remove($0)) }
                removed.append(key)
            }
        }
        others.sort { $0.position < $1.position }
        var next = others[...]
        var result: [EntryChange] = []
        for change in moved {
            while let position = change.oldPosition, let other = next.first, other.position < position {
                result.append(next.removeFirst().change)
            }
            result.append(change)
        }
        return result + next.map(\.change)
    }
}
