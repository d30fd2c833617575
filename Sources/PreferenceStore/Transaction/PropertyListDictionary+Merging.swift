import PropertyLists

extension PropertyListDictionary {
    /// This suite, by another program, with the changes that were made to their common base meanwhile.
    ///
    /// - Parameters:
    ///   - ours: the suite that was written in the place of this one.
    ///   - base: the suite that both were made from.
    ///   - ownChanges: the changes that were asked for. They stand whatever this suite says; of all other keys that both
    ///     sides have changed, this suite's value is the newer.
    func merging(
        _ ours: PropertyListDictionary,
        since base: PropertyListDictionary,
        insistingOn ownChanges: KeyChanges
    ) -> PropertyListDictionary {
        var merged = self
        KeyChanges(from: base, to: ours).apply(to: &merged) { self[$0] == base[$0] }
        ownChanges.apply(to: &merged)
        merged.sortNewKeys(of: self)
        return merged
    }
}
