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
    let document: [UInt8]

    /// Reads what a document says of some keys; nil wants all.
    ///
    /// - Parameter declaresOnly: whether it is read no further than the last of the keys is declared.
    init(_ document: [UInt8], at path: String, keys: [String]?, declaresOnly: Bool = false) throws(CommandError) {
        schema = try rethrowing(as: { CommandError.schema(path: path, $0) }) { () throws(PreferenceSchemaError) in
            if declaresOnly, let keys {
                try PreferenceSchema(parsing: document, declarationsOf: keys)
            } else {
                try PreferenceSchema(parsing: document, keys: keys)
            }
        }
        self.keys = keys
        self.path = path
        self.document = document
    }

    /// What the document says of all keys.
    func whole() throws(CommandError) -> SuiteSchema {
        try keys == nil ? self : SuiteSchema(document, at: path, keys: nil)
    }

    /// The names that a key had before, the latest first; none of another key of the schema, whose value would be taken.
    func formerNames(of key: String) throws(CommandError) -> [String] {
        guard let names = schema.rule(for: key)?.formerNames, !names.isEmpty else { return [] }
        let schema = try whole().schema
        return names.filter { !schema.names($0) }
    }

    /// What was meant, perhaps, by a key that the schema does not have.
    func suggestion(for key: String) throws(CommandError) -> SchemaSuggestion? {
        let schema = try whole().schema
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
