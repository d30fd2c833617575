import PreferenceCore
import PropertyLists

extension CommandContext {
    /// `prefs schema infer`: a first schema of one file as it is, which that file satisfies.
    mutating func inferSchema() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let schema = PreferenceSchema(inferring: try contents(of: selection))
        let text = try rethrowing(as: { CommandError.schema(path: selection.place, $0) }) {
            () throws(PreferenceSchemaError) in try schema.json()
        }
        try writeDocument(as: .json) { Array(text.utf8) }
        return .done
    }
}
