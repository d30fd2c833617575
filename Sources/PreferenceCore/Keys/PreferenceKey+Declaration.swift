public import PreferenceStore
import PropertyLists

extension PreferenceKey {
    /// A key that a program declares.
    convenience init(
        declaring name: String,
        suite: String?,
        summary: String,
        formerly formerNames: [String],
        bridge: PreferenceBridge<Value>,
        default defaultProvider: @escaping @Sendable () -> Value
    ) {
        self.init(
            name: declared(name),
            suite: suite.map(declaredSuite),
            summary: summary,
            formerNames: formerNames.map(declared),
            bridge: bridge,
            default: defaultProvider
        )
    }
}

/// The name of a key that a program declares, where a bad one is the programmer's error.
func declared(_ name: String) -> String {
    precondition(!name.isEmpty, "a preference key is empty")
    precondition(!name.utf8.contains(0), "the preference key \(name) holds NUL")
    return name
}

/// The name of a suite that a program declares, where a bad one is the programmer's error.
func declaredSuite(_ name: String) -> SuiteName {
    do {
        return try SuiteName(name)
    } catch {
        preconditionFailure("\(error)")
    }
}

extension PreferenceKey where Value: PreferenceValue {
    /// A key whose name comes from outside the program; the empty name is legal, as `UserDefaults` stores it.
    ///
    /// - Throws: `invalidKey` where the name holds NUL.
    public convenience init(
        validating name: String,
        default defaultValue: Value,
        suite: SuiteName? = nil,
        summary: String = ""
    ) throws(PreferenceError) {
        self.init(
            name: try validatedKeyName(name),
            suite: suite,
            summary: summary,
            formerNames: [],
            bridge: .direct,
            default: { defaultValue }
        )
    }
}

extension PreferenceKey {
    /// A key without a default whose name comes from outside the program; the empty name is legal.
    ///
    /// - Throws: `invalidKey` where a name holds NUL.
    public convenience init<Wrapped: PreferenceValue>(
        validating name: String,
        suite: SuiteName? = nil,
        summary: String = "",
        formerly formerNames: [String] = []
    ) throws(PreferenceError) where Value == Wrapped? {
        for name in formerNames {
            _ = try validatedKeyName(name)
        }
        self.init(
            name: try validatedKeyName(name),
            suite: suite,
            summary: summary,
            formerNames: formerNames,
            bridge: PreferenceBridge<Wrapped>.direct.optional,
            default: { nil }
        )
    }
}

/// The name of a key that comes from outside the program.
func validatedKeyName(_ name: String) throws(PreferenceError) -> String {
    guard !name.utf8.contains(0) else { throw .invalidKey(name) }
    return name
}
