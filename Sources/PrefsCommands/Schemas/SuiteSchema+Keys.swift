import PreferenceCore
import PropertyLists

extension SuiteSchema {
    /// Whether the schema says something of a key, be it of that name or of all others.
    func describes(_ key: String) -> Bool {
        guard let rule = schema.rule(for: key) else { return false }
        return rule != .any || schema.names(key)
    }

    /// What there is to say of the keys that a change has set, and that should not be used any more.
    func deprecations(in new: PropertyListDictionary, since old: PropertyListDictionary) -> [String] {
        let names = keys ?? old.keyChanges(to: new).map(\.key)
        return names.filter { new[$0] != nil && new[$0] != old[$0] }.compactMap { name in
            guard let rule = schema.rule(for: name), rule.isDeprecated else { return nil }
            return "\(name.quoted) is deprecated\(rule.summary.map { ": \($0)" } ?? "") (deprecated in \(path))"
        }
    }
}

extension SchemaRule {
    /// What the value is for, in a few words.
    var summary: String? { description ?? title }
}
