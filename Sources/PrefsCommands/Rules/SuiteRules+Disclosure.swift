import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceSchemas
import PreferenceStore
import PropertyLists

// The command meets secrets at two doors: where a value becomes text, and where the journal writes.

/// What is disclosed of the values of a suite: how they are shown, and which of them the journal must not record.
final class Disclosure {
    private unowned let rules: SuiteRules
    /// What is secret; nil before it is asked for.
    private var known: PreferenceSecrets?
    /// What the schemas call secret; nil before it is asked for.
    private var declared: PreferenceSecrets?
    /// What is secret because of other suites, and of this change.
    private var others: PreferenceSecrets?
    /// What was secret at first, if it was found out again.
    private var first: PreferenceSecrets?
    /// Whether the values of the whole search list count, not only those of the file itself.
    private var coversSearchList = false
    /// The keys that get values from elsewhere, each with the key of the same file that had the value; nil for none.
    private var received: [(key: String, source: String?)] = []
    /// The keys that are applied as secrets.
    private var applied: [String] = []
    /// The names under which git keeps copies of the file, which share its secrets; none for a file of no version
    /// control.
    var namesOfCopies: Set<String> = []

    init(_ rules: SuiteRules) {
        self.rules = rules
    }

    /// What is secret in the file, and in those that count besides: by the schemas that apply, and by the keys that were
    /// applied as secrets; everything, if that cannot be read.
    ///
    /// A file is known by its real path, however it was selected, and `--no-schema` does not reveal its secrets. A key
    /// is marked before its value is written, so this is asked for after a value is read.
    private var secrets: PreferenceSecrets {
        if let known { return known }
        let own = read()
        let secrets = others.map(own.union) ?? own
        known = secrets
        return secrets
    }

    /// Hides, and withholds from the journal, also what is secret elsewhere.
    private func add(_ secrets: PreferenceSecrets) {
        others = others?.union(secrets) ?? secrets
        known = known?.union(secrets)
    }

    /// Has the rules count for the values of all files that a read searches.
    func coverSearchList() {
        guard !coversSearchList else { return }
        (coversSearchList, known) = (true, nil)
    }

    /// Finds out what is secret before a change that takes the marks of keys away.
    func settle() { _ = secrets }

    /// Finds out again what is secret; what was secret at first stays so, even if its schema is gone.
    ///
    /// - Parameter bySchemas: Whether the schemas can be read; if not, what they said at first counts.
    func reread(bySchemas: Bool = true) {
        let first = first ?? secrets
        declared = nil
        (self.first, known) = (first, first.union(read(bySchemas: bySchemas)))
    }

    /// Finds out again what is secret, if that was found out before.
    func renew() {
        if known != nil { reread() }
    }

    private func read(bySchemas: Bool = true) -> PreferenceSecrets {
        var secrets = bySchemas ? ofSchemas : PreferenceSecrets()
        guard rules.file.path != "-" else { return secrets }
        var files = coversSearchList ? rules.searchList : []
        if !files.contains(where: { $0.path == rules.file.path }) { files.append(rules.file) }
        if !files.contains(where: \.isManaged) { files += (try? rules.managedFiles()) ?? [] }
        for file in files {
            secrets = secrets.adding(
                ofFileAt: file.recordedPath,
                besides: rules.suite,
                rules.sources.schemaDirectories,
                rules.sources.journalDirectory,
                report: note
            )
        }
        do throws(PreferenceStoreError) {
            for name in namesOfCopies {
                secrets = secrets.adding(keys: try rules.sources.journalDirectory?.secretKeys(ofFilesNamed: name) ?? [])
            }
        } catch {
            note(error)
            return .everything
        }
        return secrets
    }

    private func note(_ error: PreferenceStoreError) {
        rules.sources.messages?.noteOnce(Message("cannot tell which keys are secret: \(error)", hint: error.hint))
    }

    /// What the schema that checks values calls secret, and what the installed one does.
    ///
    /// So `--no-schema`, or another schema on the line, shows no secret.
    private var ofSchemas: PreferenceSecrets {
        if let declared { return declared }
        let secrets = readSchemas()
        declared = secrets
        return secrets
    }

    private func readSchemas() -> PreferenceSecrets {
        do {
            var documents = [try rules.document()].compactMap(\.self)
            if let installed = try rules.suite.flatMap({ suite in try rules.sources.installedSchema(of: suite) }),
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

extension Disclosure {
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

    /// Returns a pointer with a text in place of each value that a selector names and that is not shown.
    func shown(_ pointer: ValuePointer) -> ValuePointer {
        let tokens = pointer.inValue.tokens.enumerated().map { position, token in
            let element = ValuePointer(pointer.key, at: pointer.inValue.prefix(position + 1))
            guard let member = ElementSelector(token)?.member, hides(element.part(member)) else { return token }
            return "[\(member)=\(PreferenceSecrets.text)]"
        }
        return ValuePointer(pointer.key, at: JSONPointer(tokens: tokens))
    }

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
        // Of a schema that is parsed for a key, its rules count; of a whole one, every rule that has a secret.
        if let key { _ = try? rules.schema(of: [key]) }
        return !secrets.canHideValue(of: key)
    }
}

extension MessagePart {
    /// The text in place of a problem that quotes a part of a document.
    static let hiddenProblem = "malformed here; what it contains is not shown"

    /// Returns the text, without what one of some suites hides.
    fileprivate func text(by rules: [SuiteRules]) -> String {
        func hides(_ pointer: ValuePointer?) -> Bool {
            rules.contains { !$0.disclosure.quotesValues(of: pointer?.key) }
        }
        switch self {
        case .text(let text): return text
        case .word(let word, let pointer): return hides(pointer) ? PreferenceSecrets.text : word
        case .refused(let error, let pointer):
            return "\(hides(pointer) ? error.hidingText(as: PreferenceSecrets.text) : error)"
        case .value(let value, let pointer):
            let shown = rules.reduce(value) { $1.disclosure.shown($0, at: pointer) }
            return ((try? shown.text) ?? "").quoted
        case .json(let value, let pointer):
            guard !rules.contains(where: { $0.disclosure.hides(pointer) }) else { return PreferenceSecrets.text }
            return (try? rules.reduce(value) { $1.disclosure.shown($0, at: pointer) }.json(.typed)) ?? ""
        case .problem(let problem): return problem.quotesValues && hides(nil) ? Self.hiddenProblem : "\(problem)"
        case .violation(let violation): return "\(rules.reduce(violation) { $1.disclosure.shown($0) })"
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

extension Disclosure {
    /// Returns for the journal which values of a file it must not record.
    var withholding: Journal.SecretsOfFile {
        let ofSchemas = ofSchemas
        let known = others.map(ofSchemas.union) ?? ofSchemas
        return PreferenceSecrets.told(known, of: rules.suite, rules.sources.schemaDirectories)
    }

    /// Has a change apply keys as secrets.
    func apply(_ keys: [String]) {
        applied += keys
        add(PreferenceSecrets().adding(keys: keys))
    }

    /// Returns a key of a seed that the schema calls secret; nil if there is none.
    func firstDeclared(of seed: PropertyListDictionary) -> String? {
        let declared = ofSchemas
        return seed.first { declared.hasSecret(in: $0.value, of: $0.key) }?.key
    }

    /// Has a change give a key its value in another file, where it may be marked as secret.
    func receive(_ key: String) {
        coverSearchList()
        received.append((key, nil))
    }

    /// Has a change give a key a value from elsewhere: the value is secret in both places if it is in one.
    ///
    /// - Parameters:
    ///   - source: The place of the value.
    ///   - other: The rules of its suite.
    func receive(_ key: String, from source: ValuePointer, of other: SuiteRules) {
        received.append((key, other === rules && source.inValue == .whole ? source.key : nil))
        if other !== rules { add(other.disclosure.secrets) }
        add(PreferenceSecrets().moving(source, to: key))
    }

    /// Hides also what is secret in another suite.
    func hide(as other: SuiteRules) { add(other.disclosure.secrets) }

    /// Has a change also make secret the keys that get a secret from elsewhere, and the other names of all its new
    /// secrets: what the schema says of names counts only as long as it is installed.
    func mark(in draft: inout TransactionContents, _ changes: [PreferenceChange]) throws {
        var keys = applied
        for (key, source) in received {
            guard let value = draft.root[key], secrets.hasSecret(in: value, of: key) else { continue }
            keys.append(key)
            // The value that the file loses under another name.
            if let source, draft.root[source] == nil { keys += try rules.names(of: source) }
        }
        let current = keys.isEmpty ? [:] : try rules.schema()?.schema.currentKeys() ?? [:]
        keys += keys.compactMap { current[ByteKey($0)] }
        let known = ofSchemas
        if known.hasRules || rules.suite == nil, let path = rules.file.realPath {
            let own = known.adding(
                ofFileAt: path,
                besides: rules.suite,
                rules.sources.schemaDirectories,
                rules.sources.journalDirectory
            )
            keys += changes.filter { $0.new != nil && own.isAppliedFormerly($0.key) }.map(\.key)
        }
        guard !keys.isEmpty else { return }
        _ = try rules.sources.journal()
        draft.newSecretKeys += keys
    }
}
