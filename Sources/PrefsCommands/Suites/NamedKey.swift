import PreferenceCore
import PropertyLists

/// A key that the command line names, with the names that it had before.
struct NamedKey {
    let name: String
    /// What the schema says that it was called, the latest first.
    let formerNames: [String]

    init(_ name: String, in schema: SuiteSchema? = nil) throws(CommandError) {
        self.name = name
        formerNames = schema?.formerNames(of: name) ?? []
        if let invalid = names.first(where: { $0.utf8.contains(0) }) {
            throw .preferences(.invalidKey(invalid))
        }
    }

    var names: [String] { [name] + formerNames }
}

extension PropertyListDictionary {
    /// The value under the first of a key's names that is there; setting it leaves none under a former name.
    subscript(key: NamedKey) -> PropertyList? {
        get { self[named: key.names] }
        set { self[named: key.names] = newValue }
    }
}
