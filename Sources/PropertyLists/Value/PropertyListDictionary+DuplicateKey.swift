extension [PropertyListDictionary.Entry] {
    /// How many keys are compared each with each, which is quicker than to sort them.
    private static let fewKeys = 8

    /// A key that stands twice: of several the least, in the order of their bytes.
    var duplicateKey: String? {
        if count <= Self.fewKeys, areFewDistinct { return nil }
        return map { $0.key }.duplicate
    }

    private var areFewDistinct: Bool {
        indices.allSatisfy { second in
            self[..<second].allSatisfy { !$0.key.hasSameBytes(as: self[second].key) }
        }
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
