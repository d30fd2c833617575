import PreferenceCore
import PropertyLists

extension PreferenceSnapshot {
    /// What the files hold for a key that the command line names, as an app reads it: each file is asked for all the names
    /// of the key, before the next file is.
    ///
    /// - Parameter schema: what says which names it had before.
    mutating func entry(of name: String, _ schema: SuiteSchema? = nil) throws(CommandError) -> PreferenceEntry? {
        try rethrowing(as: CommandError.preferences) { () throws(PreferenceError) in
            try entry(named: name, formerly: schema?.formerNames(of: name) ?? [])
        }
    }

    /// What the files hold for the keys that are read, in the byte order of the keys.
    mutating func entriesInByteOrder() throws(CommandError) -> [PreferenceEntry] {
        try rethrowing(as: CommandError.preferences) { () throws(PreferenceError) in try entries() }
            .sorted { $0.key.precedesInByteOrder($1.key) }
    }
}

/// The key that the command line names, of any type.
///
/// - Parameter schema: what says which names it had before.
func key(named name: String, in schema: SuiteSchema? = nil) throws(CommandError) -> PreferenceKey<PropertyList?> {
    try rethrowing(as: CommandError.preferences) { () throws(PreferenceError) in
        try PreferenceKey(validating: name, formerly: schema?.formerNames(of: name) ?? [])
    }
}
