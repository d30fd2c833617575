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

    /// - Parameter rule: what the schema says of the value, with all that it refers to.
    private func readOnlyPlace(
        changedFrom old: PropertyList?,
        to new: PropertyList?,
        by rule: SchemaRule,
        at path: [String]
    ) -> [String]? {
        guard old != new else { return nil }
        if rule.isReadOnly { return path }
        for (container, others) in [(new, nil), (old, new)] {
            for step in container?.steps ?? [] where others?[path: [step]] == nil {
                guard let part = self.rule(at: step, in: container?.kind, by: rule) else { continue }
                let (old, new) = (old?[path: [step]], new?[path: [step]])
                if let place = readOnlyPlace(changedFrom: old, to: new, by: part, at: path + [step]) {
                    return place
                }
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
