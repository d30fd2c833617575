extension [PropertyListDictionary.Entry] {
    /// A key that stands twice: of several the least, in the order of their bytes.
    ///
    /// Keys that ascend, as most files have them, cost one comparison each.
    var duplicateKey: String? {
        // In this order, too, equal bytes are equal keys.
        let ascends = indices.dropFirst().allSatisfy { self[$0 - 1].key < self[$0].key }
        guard !ascends else { return nil }
        let sorted = indices.sorted { self[$0].key.precedesInByteOrder(self[$1].key) }
        return zip(sorted, sorted.dropFirst())
            .first { self[$0].key.hasSameBytes(as: self[$1].key) }
            .map { self[$0.0].key }
    }
}

extension PropertyListDictionary {
    /// Checks that no key stands twice.
    ///
    /// - Throws: `duplicateKey`.
    func checkKeys() throws(PropertyListProblem) {
        if let key = entries.duplicateKey {
            throw .duplicateKey(key)
        }
    }
}
