import PreferenceCore
import PropertyLists

/// A key that the command line names, with its former names.
struct NamedKey {
    let name: String
    /// The former names according to the schema, the latest first.
    let formerNames: [String]

    init(_ name: String, in schema: SuiteSchema? = nil) throws {
        self.name = name
        formerNames = schema?.formerNames(of: name) ?? []
        if let invalid = names.first(where: { $0.utf8.contains(0) }) {
            throw PreferenceError.invalidKey(invalid)
        }
    }

    var names: [String] { [name] + formerNames }
}

extension PropertyListDictionary {
    /// The value under the first of a key's names that exists; setting it removes those under former names.
    subscript(key: NamedKey) -> PropertyList? {
        get { self[named: key.names] }
        set { self[named: key.names] = newValue }
    }
}
