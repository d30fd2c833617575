extension [PropertyListDictionary.Entry] {
    /// A key that stands twice: of several the least, in the order of their bytes.
    var duplicateKey: String? {
        lazy.map(\.key).duplicate
    }
}

extension RandomAccessCollection<String> where Index == Int {
    /// A key that stands twice: of several the least, in the order of their bytes.
    ///
    /// Keys that ascend, as most files have them, cost one comparison each.
    var duplicate: String? {
        // In this order, too, equal bytes are equal keys.
        let ascends = indices.dropFirst().allSatisfy { self[$0 - 1] < self[$0] }
        guard !ascends else { return nil }
        let sorted = indices.sorted { self[$0].precedesInByteOrder(self[$1]) }
        return zip(sorted, sorted.dropFirst())
            .first { self[$0].hasSameBytes(as: self[$1]) }
            .map { self[$0.0] }
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
