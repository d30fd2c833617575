import PreferenceCore
import PropertyLists

/// What a schema says of the suite that a verb works on.
struct SuiteSchema {
    /// The schema, as far as it says something of the keys that are wanted.
    let schema: PreferenceSchema
    /// The keys that are wanted; nil for all.
    let keys: [String]?
    /// The file that holds the schema.
    let path: String
    /// What the file holds.
    private let document: [UInt8]
    /// What the file says of all keys, where it has been read for that.
    private let whole: PreferenceSchema?

    /// Reads what a document says of some keys; nil wants all.
    ///
    /// Where one of them had other names, all keys are read: such a name may be that of another key by now.
    ///
    /// - Parameter declaresOnly: whether it is read no further than the last of the keys is declared.
    init(_ document: [UInt8], at path: String, keys: [String]?, declaresOnly: Bool = false) throws(CommandError) {
        let (schema, whole) = try rethrowing(as: { CommandError.schema(path: path, $0) }) {
            () throws(PreferenceSchemaError) -> (PreferenceSchema, PreferenceSchema?) in
            guard let keys else {
                let schema = try PreferenceSchema(parsing: document)
                return (schema, schema)
            }
            let schema =
                declaresOnly
                ? try PreferenceSchema(parsing: document, declarationsOf: keys)
                : try PreferenceSchema(parsing: document, keys: keys)
            let isRenamed = keys.contains { schema.rule(for: $0)?.formerNames.isEmpty == false }
            return (schema, isRenamed ? try PreferenceSchema(parsing: document) : nil)
        }
        self.schema = schema
        self.whole = whole
        self.keys = keys
        self.path = path
        self.document = document
    }

    /// The names that a key had before, the latest first; none of another key of the schema, whose value would be taken.
    func formerNames(of key: String) -> [String] {
        schema.rule(for: key)?.formerNames.filter { !(whole?.names($0) ?? false) } ?? []
    }

    /// What was meant, perhaps, by a key that the schema does not have.
    func suggestion(for key: String) throws(CommandError) -> SchemaSuggestion? {
        let schema =
            if let whole { whole } else {
                try SuiteSchema(document, at: path, keys: nil).schema
            }
        let renamed = schema.keys.first { other in
            schema.rule(for: other)?.formerNames.contains { $0.hasSameBytes(as: key) } ?? false
        }
        return renamed.map(SchemaSuggestion.renamed) ?? schema.keys.nearest(to: key).map(SchemaSuggestion.near)
    }
}

/// A key of a schema that is meant, perhaps, by one which the schema does not have.
enum SchemaSuggestion: Hashable {
    /// The key that has had the name before.
    case renamed(String)
    /// A key whose name is nearly the same.
    case near(String)
}
