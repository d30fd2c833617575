public import PreferenceStore

extension PreferenceKey where Value: PreferenceValue {
    /// A key with a default.
    ///
    /// - Parameters:
    ///   - name: the top-level key in the file. An empty name, or one with NUL in it, is a programming error and stops
    ///     the process at once.
    ///   - defaultValue: what holds while the key is unset.
    ///   - suite: the suite for static access; nil is the standard one. An invalid name stops the process at once.
    ///   - summary: what the preference is for, in one line.
    public convenience init(_ name: String, default defaultValue: Value, suite: String? = nil, summary: String = "") {
        self.init(name, suite: suite, summary: summary) { defaultValue }
    }

    /// A key whose default is evaluated each time that it is needed.
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        default defaultProvider: @escaping @Sendable () -> Value
    ) {
        self.init(
            name: declared(name),
            suite: suite.map(declaredSuite),
            summary: summary,
            bridge: .direct,
            default: defaultProvider
        )
    }

    /// A key whose name comes from outside the program; the empty name is legal, as `UserDefaults` stores it.
    ///
    /// - Throws: `invalidKey` where the name holds NUL.
    public convenience init(
        validating name: String,
        default defaultValue: Value,
        suite: SuiteName? = nil,
        summary: String = ""
    ) throws(PreferenceError) {
        self.init(name: try validated(name), suite: suite, summary: summary, bridge: .direct) { defaultValue }
    }
}

extension PreferenceKey {
    /// A key without a default: nil while it is unset, and setting nil removes it.
    ///
    /// - Parameters:
    ///   - name: the top-level key in the file. An empty name, or one with NUL in it, is a programming error and stops
    ///     the process at once.
    ///   - suite: the suite for static access; nil is the standard one. An invalid name stops the process at once.
    ///   - summary: what the preference is for, in one line.
    public convenience init<Wrapped: PreferenceValue>(_ name: String, suite: String? = nil, summary: String = "")
    where Value == Wrapped? {
        self.init(
            name: declared(name),
            suite: suite.map(declaredSuite),
            summary: summary,
            bridge: .optional(),
            default: { nil }
        )
    }

    /// A key without a default whose name comes from outside the program; the empty name is legal.
    ///
    /// - Throws: `invalidKey` where the name holds NUL.
    public convenience init<Wrapped: PreferenceValue>(
        validating name: String,
        suite: SuiteName? = nil,
        summary: String = ""
    ) throws(PreferenceError) where Value == Wrapped? {
        self.init(
            name: try validated(name),
            suite: suite,
            summary: summary,
            bridge: .optional(),
            default: { nil }
        )
    }
}

/// The name of a key that a program declares, where a bad one is the programmer's error.
private func declared(_ name: String) -> String {
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

private func validated(_ name: String) throws(PreferenceError) -> String {
    guard !name.utf8.contains(0) else { throw .invalidKey(name) }
    return name
}
