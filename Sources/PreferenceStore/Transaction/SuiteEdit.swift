import PropertyLists

/// A suite as a caller's closure leaves it.
struct SuiteEdit<Value> {
    /// What the closure returned.
    let value: Value
    /// The suite after it, or those entries that were to change, as the file will give it back.
    let root: PropertyListDictionary
    /// The format that the file is to have.
    let format: PropertyListFormat
    /// Whether the file has to be written.
    let changesFile: Bool

    /// Runs the closure on a suite, and rounds what it leaves to what the file's format holds.
    ///
    /// - Parameter restored: changes that another program has taken back, which come before those of the closure.
    /// - Returns: the failure where the closure throws: it wants no change then.
    static func make<Failure: Error>(
        of old: StoredSuite,
        restoring restored: [RecentCommits.Change] = [],
        by body: (inout SuiteDocument) throws(Failure) -> Value
    ) -> Result<SuiteEdit, Failure> {
        var document = old.document
        for change in restored {
            document.root[change.key] = change.value
        }
        let value: Value
        do {
            value = try body(&document)
        } catch {
            return .failure(error)
        }
        var root = document.root.held(in: document.format)
        let changesSuite = root != old.document.root || document.format != old.document.format
        if changesSuite, old.entries == nil {
            root.sortNewKeys(of: old.document.root)
        }
        // A damaged file is worth replacing even by an empty suite.
        return .success(
            SuiteEdit(
                value: value,
                root: root,
                format: document.format,
                changesFile: changesSuite || old.damage != nil
            )
        )
    }
}
