import PreferenceStore
import PropertyLists

// The names of keys and suites: those that a program declares, and those from outside of it.

/// Returns the name of a declared key; an invalid name is a programming error, and stops the process.
func declared(_ name: String) -> String {
    precondition(!name.isEmpty, "a preference key must not be empty")
    precondition(!name.utf8.contains(0), "the preference key \(name.quoted) contains NUL")
    return name
}

/// Returns the name of a declared suite; an invalid name is a programming error, and stops the process.
func declaredSuite(_ name: String) -> SuiteName {
    do {
        return try SuiteName(name)
    } catch {
        preconditionFailure("\(error)")
    }
}

/// Returns the name of a key that comes from outside the program; the empty name is valid.
///
/// - Throws: `invalidKey` if it contains NUL.
func validatedKeyName(_ name: String) throws(PreferenceError) -> String {
    guard !name.utf8.contains(0) else { throw .invalidKey(name) }
    return name
}
