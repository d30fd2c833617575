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
    let ignored: [Int: (key: String, positions: [Int])]

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
}
