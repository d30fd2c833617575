package import PropertyLists

extension PreferenceSchema {
    /// What a property list holds where JSON has a value: a date or data for a string, a real for any number that need not
    /// be whole.
    ///
    /// A value that does not fit is as it was; to say so is the validation's task.
    ///
    /// - Parameter rule: what the schema says of the value.
    package func storedForm(of value: PropertyList, by rule: SchemaRule) -> PropertyList {
        let rule = resolved(rule)
        switch value {
        case .string(let text) where rule.isDate:
            return PropertyListDate(rfc3339: text).map(PropertyList.date) ?? value
        case .string(let text) where rule.isData:
            return [UInt8](base64: text).map(PropertyList.data) ?? value
        case .integer(let integer) where rule.types.contains(.number) && !rule.types.contains(.integer):
            return Double(exactly: integer).map(PropertyList.real) ?? value
        case .array(let elements):
            return .array(
                elements.enumerated().map { position, element in
                    rule.rule(at: String(position)).map { storedForm(of: element, by: $0) } ?? element
                }
            )
        case .dictionary(let dictionary):
            let entries = dictionary.map { entry in
                PropertyListDictionary.Entry(
                    key: entry.key,
                    value: rule.rule(at: entry.key).map { storedForm(of: entry.value, by: $0) } ?? entry.value
                )
            }
            return .dictionary(PropertyListDictionary(uniqueEntries: entries))
        default:
            return value
        }
    }

    /// What holds while a key is unset; nil where the schema does not say.
    package func defaultValue(of key: String) -> PropertyList? {
        guard let rule = rule(for: key) else { return nil }
        return rule.defaultValue.map { storedForm(of: $0, by: rule) }
    }

    /// The defaults that break the rules of their own keys.
    package var invalidDefaults: [PreferenceSchemaError] {
        keys.flatMap { key in
            guard let value = defaultValue(of: key) else { return [PreferenceSchemaError]() }
            return violations(in: value, of: key).map {
                PreferenceSchemaError(problem: .invalidDefault(key: key, $0), position: $0.position)
            }
        }
    }
}
