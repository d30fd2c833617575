import PropertyLists

extension SuiteFile {
    /// Changes a suite that is in no file, as ``change(_:keys:under:checking:telling:committed:_:)`` changes a file: what
    /// a filter reads and prints.
    ///
    /// - Parameters:
    ///   - bytes: the document; nothing is an empty suite.
    ///   - name: the name of the document in errors.
    ///   - rules: what checks the edited contents.
    /// - Returns: the change, and the same bytes but for it.
    package static func change<Value, Failure: Error>(
        _ bytes: [UInt8],
        named name: String,
        checking rules: some ChangeRules<Failure>,
        _ edit: (inout TransactionContents) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<(change: SuiteChange<Value>, document: [UInt8]), Failure> {
        let old = try StoredSuite(parsing: bytes, keys: nil, path: name)
        var draft = old.contents(restoring: [])
        let value: Value
        do {
            value = try edit(&draft)
            _ = try rules.check(&draft, isHurried: false)
        } catch {
            return .failure(error)
        }
        let new = try old.edited(&draft, restoring: [], sortsNewKeys: true, path: name)
        return .success((SuiteChange(value: value, changes: new.changes), new.document?.bytes ?? bytes))
    }
}
