import PreferenceCore

/// The keys that a verb leaves alone: those that `--ignore` names, and the volatile ones of a schema, which a program
/// writes by itself.
struct IgnoredKeys {
    private let globs: [Glob]
    /// The schema whose volatile keys are ignored; nil if none are.
    private let schema: PreferenceSchema?

    init(_ options: KeyOptions, by schema: SuiteSchema?) {
        globs = options.ignoredGlobs.map(Glob.init)
        self.schema = options.includesVolatile ? nil : schema?.schema
    }

    func contains(_ key: String) -> Bool {
        globs.contains { $0.matches(key) } || isVolatile(key)
    }

    /// Whether a key is ignored although no option names it.
    func isVolatile(_ key: String) -> Bool { schema?.rule(for: key)?.isVolatile == true }
}
