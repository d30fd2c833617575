package import PreferenceJournal
package import PreferenceSchemas
package import PreferenceStore
package import PropertyLists

/// What is secret in a file: the values that a schema calls so, and the keys that were once applied as secrets.
package struct PreferenceSecrets: Sendable {
    private var rules: [SchemaDocument]
    /// The keys that are secret whatever a schema says.
    private var keys: Set<ByteKey> = []
    /// Pairs of pointers that lead to the same value before and after a change that moves or copies it.
    private var moves: [(from: [String], to: [String])] = []

    /// Everything, as if a schema cannot be read that tells what is secret.
    package static let everything = PreferenceSecrets([.everythingSecret])

    /// What schemas call secret.
    package init(_ rules: [SchemaDocument] = []) {
        self.rules = rules
    }

    /// What the schema that is installed for a suite calls secret.
    init(of suite: SuiteName?, in schemas: SchemaDirectories) {
        rules = [suite.flatMap { SchemaDocument.secrets(of: $0, in: schemas) }].compactMap(\.self)
    }

    /// Returns what is secret in the file with a real path, beside this.
    ///
    /// That is what the schema of the suite says that the name of the file implies, and the keys that were applied to
    /// the file as secrets. If these cannot be read, everything is secret.
    ///
    /// - Parameters:
    ///   - suite: The suite by which the file was selected, whose schema counts already; nil for none.
    ///   - journal: The journal that has these keys; nil if no home directory is known.
    ///   - report: Gets the reason why the keys cannot be read.
    package func adding(
        ofFileAt path: String,
        besides suite: SuiteName? = nil,
        _ schemas: SchemaDirectories,
        _ journal: JournalDirectory?,
        report: (PreferenceStoreError) -> Void = { _ in }
    ) -> PreferenceSecrets {
        adding(ofFileAt: path, besides: suite, schemas, report: report) { () throws(PreferenceStoreError) in
            try journal?.state(of: path).secretKeys() ?? []
        }
    }

    private func adding(
        ofFileAt path: String,
        besides suite: SuiteName?,
        _ schemas: SchemaDirectories,
        report: (PreferenceStoreError) -> Void = { _ in },
        marks: () throws(PreferenceStoreError) -> Set<ByteKey>
    ) -> PreferenceSecrets {
        var secrets = self
        if let own = SuiteFile(path: path).suite, own != suite, let rules = SchemaDocument.secrets(of: own, in: schemas)
        {
            secrets.rules.append(rules)
        }
        do throws(PreferenceStoreError) {
            secrets.keys.formUnion(try marks())
        } catch {
            report(error)
            secrets.rules.append(.everythingSecret)
        }
        return secrets
    }

    /// Returns what is secret in either of two files.
    package func union(_ other: PreferenceSecrets) -> PreferenceSecrets {
        var secrets = self
        secrets.rules += other.rules
        secrets.keys.formUnion(other.keys)
        secrets.moves += other.moves
        return secrets
    }

    /// Returns the same for a change that applies keys as secrets.
    package func adding(keys: [String]) -> PreferenceSecrets {
        var secrets = self
        secrets.keys.formUnion(keys.map { ByteKey($0) })
        return secrets
    }

    /// Returns the same for a change that moves or copies a value from one pointer to another: it is secret at both if
    /// it is at one.
    package func moving(_ source: [String], to target: [String]) -> PreferenceSecrets {
        var secrets = self
        secrets.moves += [(source, target), (target, source)]
        return secrets
    }

    /// What the schemas alone say.
    package var ofSchemas: PreferenceSecrets { PreferenceSecrets(rules) }

    /// Whether a schema says something.
    package var hasRules: Bool { !rules.isEmpty }

    /// Whether nothing can be secret.
    package var isEmpty: Bool { keys.isEmpty && !rules.contains { $0.hasSecrets } }

    // MARK: Values

    /// Returns whether a value, or one that contains it, is secret.
    ///
    /// - Parameter pointer: The key, then keys of dictionaries and positions in arrays.
    package func isSecret(_ pointer: [String]) -> Bool {
        isSecretItself(pointer)
            || moves.contains {
                pointer.starts(with: $0.from) && isSecretItself($0.to + pointer.dropFirst($0.from.count))
            }
    }

    private func isSecretItself(_ pointer: [String]) -> Bool {
        guard let key = pointer.first else { return false }
        return isApplied(key) || rules.contains { $0.secretRules(for: key).isSecret(pointer) }
    }

    /// Whether a key was applied as a secret, under this name or a former one.
    private func isApplied(_ key: String) -> Bool {
        !keys.isEmpty && (keys.contains(ByteKey(key)) || isAppliedFormerly(key))
    }

    /// Whether a key was applied as a secret under a former name, which it has as long as the schema says so.
    package func isAppliedFormerly(_ key: String) -> Bool {
        guard !keys.isEmpty else { return false }
        return rules.contains { rules in
            let schema = rules.secretRules(for: key)
            return schema.rule(for: key)?.formerNames.contains { keys.contains(ByteKey($0)) && !schema.names($0) }
                ?? false
        }
    }

    /// Whether a value of a key can be secret, or have a secret part; nil stands for the whole suite.
    package func canHideValue(of key: String?) -> Bool {
        guard let key else { return !isEmpty }
        return isApplied(key) || !moves.isEmpty || rules.contains { $0.secretRules(for: key).hasSecrets }
    }

    /// Returns whether a value at a pointer is secret, or has a secret part.
    package func hasSecret(in value: PropertyList, at pointer: [String]) -> Bool {
        guard canHideValue(of: pointer.first) else { return false }
        return isSecret(pointer) || value.parts.contains { hasSecret(in: $0.value, at: pointer + [$0.token]) }
    }

    /// Returns a value with a text in place of each secret part.
    package func hiding(in value: PropertyList, at pointer: [String], as text: String) -> PropertyList {
        guard canHideValue(of: pointer.first) else { return value }
        if isSecret(pointer) { return .string(text) }
        return value.mapParts { hiding(in: $1, at: pointer + [$0], as: text) }
    }

    /// Returns a violation without the value that breaks the rule, if it is secret.
    package func hiding(in violation: SchemaViolation) -> SchemaViolation {
        let isHidden =
            isSecret(violation.pointer) || violation.showsContainer && canHideValue(of: violation.pointer.first)
        return isHidden ? violation.hidingValue : violation
    }
}

extension PreferenceSecrets {
    /// Returns for a journal what is secret in a file with a real path: what is known of its suite, and what the file
    /// tells.
    package static func told(
        _ known: @autoclosure @escaping @Sendable () -> PreferenceSecrets,
        of suite: SuiteName?,
        _ schemas: SchemaDirectories
    ) -> Journal.SecretsOfFile {
        { path, marks in
            let secrets = known().adding(ofFileAt: path, besides: suite, schemas, marks: marks)
            return { secrets.hasSecret(in: $1, at: [$0]) }
        }
    }
}

// MARK: Pointers into a suite

extension PreferenceSecrets {
    /// The text that is printed in place of a secret value.
    package static let text = "(secret)"

    package func isSecret(_ pointer: ValuePointer) -> Bool { canHideValue(of: pointer.key) && isSecret(pointer.tokens) }

    /// Returns a value with each secret part replaced by a text.
    package func hiding(in value: PropertyList, at pointer: ValuePointer, as text: String = text) -> PropertyList {
        canHideValue(of: pointer.key) ? hiding(in: value, at: pointer.tokens, as: text) : value
    }

    package func hasSecret(in value: PropertyList, of key: String) -> Bool { hasSecret(in: value, at: [key]) }

    package func hasSecret(in value: PropertyList, at pointer: ValuePointer) -> Bool {
        hasSecret(in: value, at: pointer.tokens)
    }

    package func moving(_ source: ValuePointer, to key: String) -> PreferenceSecrets {
        moving(source.tokens, to: [key])
    }
}
