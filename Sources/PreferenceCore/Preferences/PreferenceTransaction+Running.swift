import PreferenceStore
import PropertyLists

extension PreferenceTransaction {
    /// Has a body change what a file holds.
    static func run<Value, Failure: Error>(
        on document: inout SuiteDocument,
        of file: SuiteFile,
        _ body: (inout PreferenceTransaction) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var transaction = PreferenceTransaction(contents: document.root, format: document.format, path: file.path)
        let value = try body(&transaction)
        document.root = transaction.contents
        return value
    }
}
