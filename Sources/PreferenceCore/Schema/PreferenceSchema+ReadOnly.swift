package import PropertyLists

extension PreferenceSchema {
    /// The way to the first value that changes though nobody but its owner is to change it; nil where there is none.
    ///
    /// - Parameters:
    ///   - old: the value of a key; nil where it is unset.
    ///   - new: what it is to be; nil where it is to be unset.
    package func readOnlyPlace(
        changedFrom old: PropertyList?,
        to new: PropertyList?,
        of key: String
    ) -> [String]? {
        rule(for: key).flatMap { readOnlyPlace(changedFrom: old, to: new, by: $0, at: [key]) }
    }

    private func readOnlyPlace(
        changedFrom old: PropertyList?,
        to new: PropertyList?,
        by rule: SchemaRule,
        at path: [String]
    ) -> [String]? {
        guard old != new else { return nil }
        let rule = resolved(rule)
        if rule.isReadOnly { return path }
        for step in (new?.steps ?? []) + (old?.steps ?? []) {
            guard let part = rule.rule(at: step) else { continue }
            let parts = [old, new].map { $0?[path: [step]] }
            if let place = readOnlyPlace(changedFrom: parts[0], to: parts[1], by: part, at: path + [step]) {
                return place
            }
        }
        return nil
    }
}

extension PropertyList {
    /// What leads to the parts of this value.
    fileprivate var steps: [String] {
        switch self {
        case .dictionary(let dictionary): dictionary.keys
        case .array(let elements): elements.indices.map(String.init)
        default: []
        }
    }
}
