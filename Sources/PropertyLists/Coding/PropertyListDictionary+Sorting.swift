extension PropertyListDictionary {
    /// The entries in the byte order of their keys; of two with the same key the later wins.
    init(sorting entries: [Entry]) {
        // The order of equals is kept.
        var unique: [Entry] = []
        unique.reserveCapacity(entries.count)
        for entry in entries.sorted(by: { $0.key.precedesInByteOrder($1.key) }) {
            if let last = unique.last, last.key.hasSameBytes(as: entry.key) {
                unique.removeLast()
            }
            unique.append(entry)
        }
        self.init(uniqueEntries: unique)
    }
}
