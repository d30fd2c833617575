import PreferenceCore
import PropertyLists

extension PreferenceSnapshot {
    /// The value of a key that the command line names; nil where it is unset.
    mutating func value(of name: String) throws(CommandError) -> PropertyList? {
        try value(of: try key(named: name))
    }

    /// The value of a key; nil where it is unset.
    mutating func value(of key: PreferenceKey<PropertyList?>) throws(CommandError) -> PropertyList? {
        try rethrowing(as: CommandError.preferences) { () throws(PreferenceError) in try value(for: key) }
    }

    /// What the files hold for a key: under its own name, or where no file has that, under one that it had before.
    mutating func entry(of name: String, _ schema: SuiteSchema?) throws(CommandError) -> PreferenceEntry? {
        let present = try key(named: name)
        let renamed = try key(named: name, in: schema)
        return try rethrowing(as: CommandError.preferences) { () throws(PreferenceError) in
            if let entry = try entry(for: present) { return entry }
            return try entry(for: renamed)
        }
    }

    /// What the files hold for the keys that one of the globs matches, or for all, in the byte order of the keys.
    mutating func entries(matching globs: [String]) throws(CommandError) -> [PreferenceEntry] {
        let globs = globs.map(Glob.init)
        return try rethrowing(as: CommandError.preferences) { () throws(PreferenceError) in try entries() }
            .filter { entry in globs.isEmpty || globs.contains { $0.matches(entry.key) } }
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
