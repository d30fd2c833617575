import PropertyLists

extension PropertyListDictionary {
    /// The entries of some keys.
    func filtered(to keys: [String]) -> PropertyListDictionary {
        var filtered = self
        filtered.removeAll { !keys.contains($0.key) }
        return filtered
    }
}
