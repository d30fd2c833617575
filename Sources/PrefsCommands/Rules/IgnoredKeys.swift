import PropertyLists
import CommandGrammar
import PreferenceCore
import PreferenceSchemas

/// The keys that a verb leaves alone: those that `--ignore` names, and the volatile ones of a schema, which a program
/// writes by itself.
struct IgnoredKeys {
    private let globs: [Glob]
    /// The schema whose volatile keys are ignored; nil if none are.
    private let schema: PreferenceSchema?
    /// The present names of keys, by their former ones.
    private let currentKeys: [ByteKey: String]

    /// - Parameters:
    ///   - rules: What holds for the keys; nil if no schema counts.
    ///   - includesVolatile: Whether volatile keys are not ignored; nil for what the options say.
    init(_ options: KeyOptions, by rules: SuiteRules?, includingVolatile includesVolatile: Bool? = nil) throws {
        let schema = try rules?.schema()
        globs = options.ignoredGlobs.map(Glob.init)
        self.schema = includesVolatile ?? options.includesVolatile ? nil : schema?.schema
        currentKeys = schema?.schema.currentKeys() ?? [:]
    }

    var isEmpty: Bool { globs.isEmpty && schema == nil }

    func contains(_ key: String) -> Bool {
        names(of: key).contains { name in globs.contains { $0.matches(name) } } || isVolatile(key)
    }

    /// Whether a key is ignored although no option names it.
    func isVolatile(_ key: String) -> Bool {
        names(of: key).contains { schema?.rule(for: $0)?.isVolatile == true }
    }

    private func names(of key: String) -> [String] { [key] + (currentKeys[ByteKey(key)].map { [$0] } ?? []) }
}
