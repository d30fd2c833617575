import PreferenceCore
import PropertyLists

extension SuiteSchema {
    /// The text that is printed in place of a secret value.
    static let secretText = "(secret)"

    /// Whether the schema says that a value, or one that contains it, is secret.
    func isSecret(_ place: ValuePath) -> Bool {
        schema.isSecret([place.key] + place.pointer.tokens) || keyOfSecret?.hasSameBytes(as: place.key) ?? false
    }

    /// Returns the schema for a change that moves or copies a value to a key.
    func moving(_ source: ValuePath, to key: String) -> SuiteSchema {
        var schema = self
        schema.keyOfSecret = isSecret(source) ? key : nil
        return schema
    }

    /// Returns a violation without the value that breaks the rule, if it is secret.
    func hidingSecret(in violation: SchemaViolation) -> SchemaViolation {
        guard let key = violation.path.first else { return violation }
        let place = ValuePath(key, at: JSONPointer(tokens: Array(violation.path.dropFirst())))
        let isHidden = isSecret(place) || schema.hasSecrets && violation.showsContainer
        return isHidden ? violation.hidingValue : violation
    }

    /// Returns a value with each secret part replaced by a text.
    func hidingSecrets(in value: PropertyList, at place: ValuePath, as text: String = secretText) -> PropertyList {
        guard schema.hasSecrets else { return value }
        if isSecret(place) { return .string(text) }
        switch value {
        case .array(let elements):
            return .array(elements.enumerated().map { hidingSecrets(in: $1, at: place.part("\($0)"), as: text) })
        case .dictionary(let entries):
            let hidden = entries.map { entry in
                PropertyListDictionary.Entry(
                    key: entry.key,
                    value: hidingSecrets(in: entry.value, at: place.part(entry.key), as: text)
                )
            }
            return .dictionary(PropertyListDictionary(uniqueEntries: hidden))
        default:
            return value
        }
    }
}
