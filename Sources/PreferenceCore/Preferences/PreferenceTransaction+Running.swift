import PreferenceStore
import PropertyLists

extension PreferenceTransaction {
    /// Has a body change the contents of a file.
    static func run<Value, Failure: Error>(
        on contents: inout PropertyListDictionary,
        of file: SuiteFile,
        _ body: (inout PreferenceTransaction) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var transaction = PreferenceTransaction(contents: contents, path: file.path)
        let value = try body(&transaction)
        contents = transaction.contents
        return value
    }
}
