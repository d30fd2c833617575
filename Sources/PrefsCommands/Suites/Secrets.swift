import PreferenceCore
import PropertyLists

extension SuiteSchema {
    /// The text that is printed in place of a secret value.
    static let secretText = "(secret)"

    /// Whether the schema says that a value, or one that contains it, is secret.
    func isSecret(_ place: ValuePath) -> Bool {
        let path = [place.key] + place.pointer.tokens
        return schemaOfSecret(place.key).isSecret(path) || secretKeys.contains(ByteKey(place.key))
            || sources.contains { $0.isSecret(place) }
    }

    /// The schema with the rule of a key: one that the schema for the requested keys does not name may be a former name.
    private func schemaOfSecret(_ key: String) -> PreferenceSchema {
        keys == nil || schema.names(key) ? schema : wholeOnDemand.schema ?? schema
    }

    /// Whether a value of a key can be secret, or have a secret part.
    private func hasSecrets(of key: String) -> Bool {
        schemaOfSecret(key).hasSecrets || secretKeys.contains(ByteKey(key))
            || sources.contains { $0.hasSecrets(of: key) }
    }

    /// Returns the schema for a change that moves or copies a value to a key.
    func moving(_ source: ValuePath, to key: String) -> SuiteSchema {
        var schema = self
        // The schema is that of the requested keys: a container may have a secret part.
        let isHidden = isSecret(source) || self.schema.hasSecrets && source.pointer == .whole
        schema.secretKeys = isHidden ? [ByteKey(key)] : []
        return schema
    }

    /// Returns a violation without the value that breaks the rule, if it is secret.
    func hidingSecret(in violation: SchemaViolation) -> SchemaViolation {
        guard let key = violation.path.first else {
            let hasSecrets = (wholeOnDemand.schema ?? schema).hasSecrets || !secretKeys.isEmpty
            return hasSecrets && violation.showsContainer ? violation.hidingValue : violation
        }
        let place = ValuePath(key, at: JSONPointer(tokens: Array(violation.path.dropFirst())))
        let isHidden = isSecret(place) || hasSecrets(of: key) && violation.showsContainer
        return isHidden ? violation.hidingValue : violation
    }

    /// Returns a value with each secret part replaced by a text.
    func hidingSecrets(in value: PropertyList, at place: ValuePath, as text: String = secretText) -> PropertyList {
        guard hasSecrets(of: place.key) else { return value }
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

extension CommandContext {
    /// Returns the schema that tells which values of a suite are secret: they are even if `--no-schema` ignores all
    /// rules.
    ///
    /// An installed schema that cannot be read is often the reason for that option, and is ignored with it.
    ///
    /// - Parameter known: The schema that checks the change, which is used if there is one.
    func schemaOfSecrets(
        in selection: Selection,
        keys: [String]? = nil,
        besides known: SuiteSchema? = nil
    ) throws(CommandError) -> SuiteSchema? {
        if let known { return known }
        guard arguments.has(.noSchema) else { return try schema(of: selection, keys: keys) }
        guard let suite = selection.suite, let (path, document) = try? installedSchema(of: suite) else { return nil }
        return try? SuiteSchema(document, at: path, keys: keys)
    }
}
