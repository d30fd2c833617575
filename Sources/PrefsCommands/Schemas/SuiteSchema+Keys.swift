import PreferenceCore
import PropertyLists

extension SuiteSchema {
    /// Whether the schema says something of a key, be it of that name or of all others.
    func describes(_ key: String) -> Bool {
        guard let rule = schema.rule(for: key) else { return false }
        return rule != .any || schema.names(key)
    }

    /// The keys that have another value after a change, of those that are wanted.
    func changedKeys(from old: PropertyListDictionary, to new: PropertyListDictionary) -> [String] {
        keys?.filter { old[$0] != new[$0] } ?? old.keyChanges(to: new).map(\.key)
    }

    /// What there is to say of the keys that a change has set, and that should not be used any more.
    func deprecations(of changedKeys: [String], in new: PropertyListDictionary) -> [String] {
        changedKeys.filter { new[$0] != nil }.compactMap { name in
            guard let rule = schema.rule(for: name), rule.isDeprecated else { return nil }
            return "\(name.quoted) is deprecated\(rule.summary.map { ": \($0)" } ?? "") (deprecated in \(path))"
        }
    }
}

extension SchemaRule {
    /// What the value is for, in a few words.
    var summary: String? { description ?? title }
}
