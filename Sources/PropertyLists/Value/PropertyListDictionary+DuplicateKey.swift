extension [PropertyListDictionary.Entry] {
    /// A key that stands twice: of several the least, in the order of their bytes.
    var duplicateKey: String? {
        map { $0.key }.duplicate
    }
}

extension [String] {
    /// A key that stands twice: of several the least, in the order of their bytes.
    ///
    /// Keys that ascend, as most files have them, cost one comparison each.
    var duplicate: String? {
        // In this order, too, equal bytes are equal keys.
        let ascends = indices.dropFirst().allSatisfy { self[$0 - 1] < self[$0] }
        guard !ascends else { return nil }
        let sorted = sorted { $0.precedesInByteOrder($1) }
        return zip(sorted, sorted.dropFirst()).first { $0.hasSameBytes(as: $1) }?.0
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
