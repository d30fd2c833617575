package import PropertyLists

extension PreferenceSchema {
    /// Returns the property-list value for a JSON value.
    ///
    /// A string becomes a date or data if the rule says so. An integer becomes a real if the rule requires `number`. A
    /// whole real becomes an integer if the rule requires `integer`.
    ///
    /// The first alternative that the value satisfies counts. A value that does not match is unchanged; validation
    /// reports it.
    package func storedForm(of value: PropertyList, by rule: SchemaRule) -> PropertyList {
        var evaluator = SchemaEvaluator(value, schema: self, isJSON: true)
        return evaluator.storedForm(at: 0, by: [rule])
    }

    /// Returns the schema for certain contents: the alternatives of the root are replaced by those that apply.
    package func resolved(for contents: PropertyListDictionary) -> PreferenceSchema {
        guard isConditional else { return self }
        var evaluator = SchemaEvaluator(.dictionary(contents), schema: self)
        var schema = self
        schema.root = evaluator.rule(at: 0, by: [root])
        schema.root.assertions.removeAll { $0.constraint.combination != nil }
        return schema
    }

    /// Returns the default of a key; nil if the schema does not specify one.
    ///
    /// A default in the rule for all other keys, for a pattern of keys, or in an alternative applies to no key.
    package func defaultValue(of key: String) -> PropertyList? {
        guard names(key), let rule = rule(for: key) else { return nil }
        return rule.defaultValue.map { storedForm(of: $0, by: rule) }
    }

    /// The errors in the declarations of keys.
    ///
    /// They are defaults that break their own rule, and former names that are also keys, whose values would be read by
    /// mistake.
    package var invalidDeclarations: [PreferenceSchemaError] {
        var validator = SchemaValidator(self)
        var errors: [PreferenceSchemaError] = []
        for key in keys {
            guard let rule = rule(for: key) else { continue }
            if let value = defaultValue(of: key) {
                validator.check(value, against: rule, at: [key])
            }
            for name in rule.formerNames where names(name) {
                errors.append(PreferenceSchemaError(.formerNameInUse(name, of: key)))
            }
        }
        let invalidDefaults = validator.violations.map { violation in
            PreferenceSchemaError(.invalidDefault(key: violation.pointer[0], violation), at: violation.position)
        }
        return invalidDefaults + errors
    }
}

extension SchemaRule {
    /// Returns the property-list value for a JSON value that is neither an array nor a dictionary.
    func storedScalar(of value: PropertyList) -> PropertyList {
        switch value {
        case .string(let text) where isDate:
            PropertyListDate(rfc3339: text).map(PropertyList.date) ?? value
        case .string(let text) where isData:
            [UInt8](base64: text).map(PropertyList.data) ?? value
        case .integer(let integer) where types.contains(.number) && !types.contains(.integer):
            Double(exactly: integer).map(PropertyList.real) ?? value
        case .real(let real) where types.contains(.integer) && !types.contains(.number):
            PropertyListInteger(exactly: real).map(PropertyList.integer) ?? value
        default:
            value
        }
    }
}

extension PreferenceSchema {
    /// Returns the pointer to the first changed value that only its owner may change; nil if there is none.
    ///
    /// - Parameters:
    ///   - old: the value of a key; nil if it is unset.
    ///   - new: the new value of the key; nil if it is to be unset.
    package func readOnlyPointer(
        changedFrom old: PropertyList?,
        to new: PropertyList?,
        of key: String
    ) -> [String]? {
        rule(for: key).flatMap { readOnlyPointer(changedFrom: old, to: new, by: $0, at: [key]) }
    }

    /// - Parameter rule: the rule of the value, merged with the rules that it refers to.
    private func readOnlyPointer(
        changedFrom old: PropertyList?,
        to new: PropertyList?,
        by rule: SchemaRule,
        at pointer: [String]
    ) -> [String]? {
        guard old != new else { return nil }
        if rule.isReadOnly { return pointer }
        for (container, others) in [(new, nil), (old, new)] {
            for (token, _) in container?.parts ?? [] where others?[pointer: [token]] == nil {
                guard let part = self.rule(at: token, in: container?.kind, by: rule) else { continue }
                let (old, new) = (old?[pointer: [token]], new?[pointer: [token]])
                if let pointer = readOnlyPointer(changedFrom: old, to: new, by: part, at: pointer + [token]) {
                    return pointer
                }
            }
        }
        return nil
    }
}
