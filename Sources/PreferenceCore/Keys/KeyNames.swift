public import PreferenceStore
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

extension PreferenceKey {
    /// Creates a key whose name comes from outside the program.
    ///
    /// The empty name is valid, as in `UserDefaults`.
    ///
    /// - Throws: `invalidKey` if the name contains NUL.
    public convenience init(
        validating name: String,
        default defaultValue: Value,
        suite: SuiteName? = nil,
        summary: String = ""
    ) throws(PreferenceError) where Value: PreferenceValue {
        self.init(
            name: try validatedKeyName(name),
            suite: suite,
            summary: summary,
            formerNames: [],
            bridge: .direct,
            default: { defaultValue }
        )
    }

    /// Creates a key without a default, whose name comes from outside the program; the empty name is valid.
    ///
    /// - Throws: `invalidKey` if a name contains NUL.
    public convenience init(
        validating name: String,
        suite: SuiteName? = nil,
        summary: String = "",
        formerly formerNames: [String] = []
    ) throws(PreferenceError) where Value: OptionalValue, Value.Wrapped: PreferenceValue {
        for name in formerNames {
            _ = try validatedKeyName(name)
        }
        self.init(
            name: try validatedKeyName(name),
            suite: suite,
            summary: summary,
            formerNames: formerNames,
            bridge: .optional(.direct),
            default: { nil }
        )
    }
}

func validatedKeyName(_ name: String) throws(PreferenceError) -> String {
    guard !name.utf8.contains(0) else { throw .invalidKey(name) }
    return name
}
