import PropertyLists

/// A suite as a caller's closure leaves it.
struct SuiteEdit<Value> {
    /// What the closure returned.
    let value: Value
    /// The suite after it, or those entries that were to change, as the file will give it back.
    let root: PropertyListDictionary
    /// Whether the file has to be written.
    let changesFile: Bool

    /// Runs the closure on a suite, and rounds what it leaves to what the file's format holds.
    ///
    /// - Returns: the failure where the closure throws: it wants no change then.
    static func make<Failure: Error>(
        of old: StoredSuite,
        by body: (inout SuiteDocument) throws(Failure) -> Value
    ) -> Result<SuiteEdit, Failure> {
        var document = old.document
        let value: Value
        do {
            value = try body(&document)
        } catch {
            return .failure(error)
        }
        var root = document.root.held(in: document.format)
        let changesSuite = root != old.document.root
        if changesSuite, old.entries == nil {
            root.sortNewKeys(of: old.document.root)
        }
        // A damaged file is worth replacing even by an empty suite.
        return .success(SuiteEdit(value: value, root: root, changesFile: changesSuite || old.damage != nil))
    }
}
