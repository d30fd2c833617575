import PreferenceCore
import PropertyLists

extension PreferenceSnapshot {
    /// The value of a key that the command line names; nil where it is unset.
    mutating func value(of name: String) throws(CommandError) -> PropertyList? {
        let key = try key(named: name)
        return try rethrowing(as: CommandError.preferences) { () throws(PreferenceError) in try value(for: key) }
    }

    /// The value in a place that the command line names; nil where there is none.
    mutating func value(at place: ValuePlace) throws(CommandError) -> PropertyList? {
        place.value(in: try value(of: place.key))
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
func key(named name: String) throws(CommandError) -> PreferenceKey<PropertyList?> {
    try rethrowing(as: CommandError.preferences) { () throws(PreferenceError) in try PreferenceKey(validating: name) }
}
