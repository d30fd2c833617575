import PropertyLists

extension PropertyListDictionary {
    /// Moves the keys that an old suite lacks to their sorted place, where the old suite's keys are sorted.
    ///
    /// Otherwise somebody keeps the order by hand, and new keys stay at the end.
    mutating func sortNewKeys(of old: PropertyListDictionary) {
        guard old.isSortedAsUserDefaultsWrites, !isSortedAsUserDefaultsWrites else { return }
        let newEntries = filter { old.position(of: $0.key) == nil }
        for entry in newEntries {
            self[entry.key] = nil
        }
        for entry in newEntries {
            insert(entry.value, forKey: entry.key, at: sortedPosition(of: entry.key))
        }
    }

    private var isSortedAsUserDefaultsWrites: Bool {
        zip(self, dropFirst()).allSatisfy { $0.key.precedesInUserDefaultsOrder($1.key) }
    }

    /// The first position whose key does not stand before this one, where the keys are sorted.
    private func sortedPosition(of key: String) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if self[middle].key.precedesInUserDefaultsOrder(key) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }
}

extension String {
    /// Whether this stands before another in the order in which `UserDefaults` writes keys: that of UTF-16 code units.
    ///
    /// Surrogates put the characters beyond U+FFFF before those from U+E000 on; in all else it is the order of the bytes.
    func precedesInUserDefaultsOrder(_ other: String) -> Bool {
        utf16.lexicographicallyPrecedes(other.utf16)
    }
}
