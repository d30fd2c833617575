package import PropertyLists

extension PropertyList {
    /// Returns an old value with the entries of this one, and without those that it removes, at every depth.
    ///
    /// Returns this value if one of both is not a dictionary, and nil if it is a removal.
    ///
    /// - Parameters:
    ///   - keepsOld: Whether old values stay where both have one.
    ///   - prunes: Whether old entries go that this dictionary lacks.
    package func merged(
        into old: PropertyList?,
        keepingOld keepsOld: Bool = false,
        pruning prunes: Bool = false
    ) -> PropertyList? {
        guard !isRemoval else { return keepsOld ? old : nil }
        guard case .dictionary(let entries) = self else { return keepsOld ? old ?? self : self }
        if old == nil, entries.firstRemoval == nil { return self }
        guard case .dictionary(var merged) = old ?? [:] else {
            return keepsOld ? old : self.merged(into: nil)
        }
        if prunes { merged.removeAll { entries[$0.key] == nil } }
        for entry in entries {
            let old = merged[entry.key]
            merged[entry.key] = entry.value.merged(into: old, keepingOld: keepsOld, pruning: prunes)
        }
        return .dictionary(merged)
    }
}
