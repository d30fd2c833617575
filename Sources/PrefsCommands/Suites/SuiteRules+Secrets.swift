import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceSchemas
import PreferenceStore
import PropertyLists

// What is secret. The command meets it at two doors: where a value becomes text, and where the journal writes.

/// What is known of the secrets of a suite.
final class SuiteSecrecy {
    /// What is secret; nil before it is asked for.
    fileprivate var known: PreferenceSecrets?
    /// What is secret because of other suites, and of this change.
    fileprivate var others = PreferenceSecrets()
    /// What was secret at first, if it was found out again.
    fileprivate var first: PreferenceSecrets?
    /// The keys that get values from elsewhere, each with the key of the same file that had the value; nil for none.
    fileprivate var received: [(key: String, source: String?)] = []
    /// The keys that are applied as secrets.
    fileprivate var applied: [String] = []
}

extension SuiteRules {
    /// What is secret in the file, and in those that count besides: by the schemas that apply, and by the keys that were
    /// applied as secrets; everything, if that cannot be read.
    ///
    /// A file is known by its real path, however it was selected, and `--no-schema` does not reveal its secrets. A key
    /// is marked before its value is written, so this is asked for after a value is read.
    fileprivate var secrets: PreferenceSecrets {
        if let known = secrecy?.known { return known }
        let secrets = secrecy.map { readSecrets().union($0.others) } ?? readSecrets()
        ownSecrecy.known = secrets
        return secrets
    }

    private var ownSecrecy: SuiteSecrecy {
        let own = secrecy ?? SuiteSecrecy()
        secrecy = own
        return own
    }

    /// Hides, and withholds from the journal, also what is secret elsewhere.
    private func add(_ secrets: PreferenceSecrets) {
        ownSecrecy.others = ownSecrecy.others.union(secrets)
        ownSecrecy.known = ownSecrecy.known?.union(secrets)
    }

    /// Has the rules count for the values of all files that a read searches.
    func coverSearchList() {
        guard !coversSearchList else { return }
        coversSearchList = true
        secrecy?.known = nil
    }

    /// Finds out what is secret before a change that takes the marks of keys away.
    func settleSecrets() { _ = secrets }

    /// Finds out again what is secret; what was secret at first stays so, even if its schema is gone.
    func rereadSecrets() {
        let first = secrecy?.first ?? secrets
        ownSecrecy.first = first
        ownSecrecy.known = first.union(readSecrets())
    }

    private func readSecrets() -> PreferenceSecrets {
        var secrets = secretsOfSchemas
        guard file.path != "-" else { return secrets }
        var files = coversSearchList ? searchList : []
        if !files.contains(where: { $0.path == file.path }) { files.append(file) }
        if !files.contains(where: \.isManaged) { files += (try? managedFiles()) ?? [] }
        for file in files {
            secrets = secrets.adding(
                ofFileAt: file.recordedPath,
                besides: suite,
                sources.schemaDirectories,
                sources.journalDirectory,
                report: note
            )
        }
        do throws(PreferenceStoreError) {
            for name in namesOfCopies {
                secrets = secrets.adding(keys: try sources.journalDirectory?.secretKeys(ofFilesNamed: name) ?? [])
            }
        } catch {
            note(error)
            return .everything
        }
        return secrets
    }

    private func note(_ error: PreferenceStoreError) {
        sources.printer?.noteOnce(Message("cannot tell which keys are secret: \(error)", hint: error.hint))
    }

    /// What the schemas call secret: the one that checks values, and the installed one, whichever other schema checks
    /// them, or none.
    fileprivate var secretsOfSchemas: PreferenceSecrets {
        do {
            var documents = [try document()].compactMap(\.self)
            if let installed = try suite.flatMap({ suite in try sources.installedSchema(of: suite) }),
                documents.first !== installed
            {
                documents.append(installed)
            }
            return PreferenceSecrets(documents)
        } catch {
            return .everything
        }
    }
}

// MARK: The first door: text

extension SuiteRules {
    /// Returns a value as it is shown, with a text in place of each secret part.
    func shown(_ value: PropertyList, at pointer: ValuePointer, as text: String = PreferenceSecrets.text)
        -> PropertyList
    {
        secrets.hiding(in: value, at: pointer, as: text)
    }

    /// Returns a whole document as it is shown.
    func shown(_ document: PropertyList) -> PropertyList {
        guard !showsEverything, case .dictionary(var contents) = document else { return document }
        for entry in contents {
            contents[entry.key] = shown(entry.value, at: ValuePointer(entry.key))
        }
        return .dictionary(contents)
    }

    /// Returns a change as it is shown.
    func shown(_ change: PreferenceChange) -> PreferenceChange {
        let pointer = ValuePointer(change.key)
        return PreferenceChange(
            key: change.key,
            old: change.old.map { shown($0, at: pointer) },
            new: change.new.map { shown($0, at: pointer) }
        )
    }

    /// Returns what an owner has set as it is shown.
    func shown(_ value: OwnedSetting.Value, at pointer: ValuePointer) -> PropertyList {
        switch value {
        case .value(let value): shown(value, at: pointer)
        case .secret: .string(PreferenceSecrets.text)
        }
    }

    /// Returns a violation without the value that breaks the rule, if that is not shown.
    func shown(_ violation: SchemaViolation) -> SchemaViolation { secrets.hiding(in: violation) }

    /// Whether every value is shown.
    var showsEverything: Bool { secrets.isEmpty }

    /// Returns whether a value is not shown at all.
    func hides(_ pointer: ValuePointer) -> Bool { secrets.isSecret(pointer) }

    /// Returns whether a value, or a part of it, is not shown.
    func hides(partOf value: PropertyList, at pointer: ValuePointer) -> Bool {
        secrets.hasSecret(in: value, at: pointer)
    }

    /// Returns whether a part of a change is not shown.
    func hides(partOf change: PreferenceChange) -> Bool {
        [change.old, change.new].contains { $0.map { hides(partOf: $0, at: ValuePointer(change.key)) } ?? false }
    }

    /// Whether a message may quote a word that is meant to be a value of a key.
    ///
    /// Without a key, it is meant for any of them.
    func quotesValues(of key: String?) -> Bool {
        // Then the schema tells about this key alone.
        if let key { _ = try? schema(of: [key]) }
        return !secrets.canHideValue(of: key)
    }
}

extension MessagePart {
    /// Returns the text, without what one of some suites hides.
    fileprivate func text(by rules: [SuiteRules]) -> String {
        func hides(_ pointer: ValuePointer?) -> Bool {
            rules.contains { !$0.quotesValues(of: pointer?.key) }
        }
        switch self {
        case .text(let text): return text
        case .word(let word, let pointer): return hides(pointer) ? PreferenceSecrets.text : word
        case .refused(let error, let pointer):
            return "\(hides(pointer) ? error.hidingText(as: PreferenceSecrets.text) : error)"
        case .value(let value, let pointer):
            let shown = rules.reduce(value) { $1.shown($0, at: pointer) }
            return ((try? shown.text) ?? "").quoted
        case .json(let value, let pointer):
            guard !rules.contains(where: { $0.hides(pointer) }) else { return PreferenceSecrets.text }
            return (try? rules.reduce(value) { $1.shown($0, at: pointer) }.json(.typed)) ?? ""
        case .violation(let violation): return "\(rules.reduce(violation) { $1.shown($0) })"
        }
    }
}

extension CommandError {
    /// Returns the messages of all reasons, without what one of some suites hides, each hint after the last one that
    /// has it.
    func messages(by rules: [SuiteRules]) -> [Message] {
        var given: Set<String> = []
        let messages = ([self] + others).reversed().map { error in
            let hint = error.hint.flatMap { given.insert($0).inserted ? $0 : nil }
            return Message(error.parts.map { $0.text(by: rules) }.joined(), hint: hint)
        }
        return messages.reversed()
    }
}

// MARK: The second door: the journal

extension SuiteRules {
    /// Returns for the journal which values of a file it must not record.
    var withholding: Journal.SecretsOfFile {
        let known = secrecy.map { secretsOfSchemas.union($0.others) } ?? secretsOfSchemas
        return PreferenceSecrets.told(known, of: suite, sources.schemaDirectories)
    }

    /// Has a change apply keys as secrets.
    func applySecrets(_ keys: [String]) {
        ownSecrecy.applied += keys
        add(PreferenceSecrets().adding(keys: keys))
    }

    /// Returns a key of a seed that the schema calls secret; nil if there is none.
    func firstSecret(of seed: PropertyListDictionary) -> String? {
        let declared = secretsOfSchemas
        return seed.first { declared.hasSecret(in: $0.value, of: $0.key) }?.key
    }

    /// Has a change give a key its value in another file, where it may be marked as secret.
    func receive(_ key: String) {
        coverSearchList()
        ownSecrecy.received.append((key, nil))
    }

    /// Has a change give a key a value from elsewhere: the value is secret in both places if it is in one.
    ///
    /// - Parameters:
    ///   - source: The place of the value.
    ///   - other: The rules of its suite.
    func receive(_ key: String, from source: ValuePointer, of other: SuiteRules) {
        ownSecrecy.received.append((key, other === self && source.inValue == .whole ? source.key : nil))
        if other !== self { add(other.secrets) }
        add(PreferenceSecrets().moving(source, to: key))
    }

    /// Hides also what is secret in another suite.
    func hide(as other: SuiteRules) { add(other.secrets) }

    /// Has a change also make secret the keys that get a secret from elsewhere, and the other names of all its new
    /// secrets: what the schema says of names counts only as long as it is installed.
    func markSecrets(in draft: inout TransactionContents, _ changes: [PreferenceChange]) throws {
        var keys = secrecy?.applied ?? []
        for (key, source) in secrecy?.received ?? [] {
            guard let value = draft.root[key], secrets.hasSecret(in: value, of: key) else { continue }
            keys.append(key)
            // The value that the file loses under another name.
            if let source, draft.root[source] == nil { keys += try names(of: source) }
        }
        let current = keys.isEmpty ? [:] : try schema()?.schema.currentKeys() ?? [:]
        keys += keys.compactMap { current[ByteKey($0)] }
        let known = secretsOfSchemas
        if known.hasRules || suite == nil, let path = file.realPath {
            let own = known.adding(ofFileAt: path, besides: suite, sources.schemaDirectories, sources.journalDirectory)
            keys += changes.filter { $0.new != nil && own.isAppliedFormerly($0.key) }.map(\.key)
        }
        guard !keys.isEmpty else { return }
        guard sources.journalDirectory != nil else { throw CommandError.noJournalDirectory }
        draft.newSecretKeys += keys
    }
}
