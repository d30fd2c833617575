import PropertyLists

/// A suite as a caller's closure leaves it.
struct SuiteEdit<Value> {
    /// What the closure returned.
    let value: Value
    /// The suite after it, as the file will give it back.
    let root: PropertyListDictionary
    /// Whether the file has to be written.
    let changesFile: Bool

    /// Runs the closure on a suite, and rounds what it leaves to what the file's format holds.
    ///
    /// - Returns: the failure where the closure throws: it wants no change then.
    static func make<Failure: Error>(
        of old: StoredSuite,
        by body: (inout PropertyListDictionary) throws(Failure) -> Value
    ) -> Result<SuiteEdit, Failure> {
        var root = old.document.root
        let value: Value
        do {
            value = try body(&root)
        } catch {
            return .failure(error)
        }
        root = root.held(in: old.document.format)
        let changesSuite = root != old.document.root
        if changesSuite {
            root.sortNewKeys(of: old.document.root)
        }
        // A damaged file is worth replacing even by an empty suite.
        return .success(SuiteEdit(value: value, root: root, changesFile: changesSuite || old.damage != nil))
    }
}
