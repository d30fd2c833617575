import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists

extension PreferenceSecrets {
    /// Returns a value without its secrets; without a pointer, the value is a whole document.
    func hidingAll(in value: PropertyList, at pointer: ValuePointer?) -> PropertyList {
        if let pointer { return hiding(in: value, at: pointer) }
        guard case .dictionary(var document) = value else { return value }
        for entry in document {
            document[entry.key] = hiding(in: entry.value, at: ValuePointer(entry.key))
        }
        return .dictionary(document)
    }
}

extension SuiteReader {
    /// Returns what is secret in a selection: by the schemas that apply to it and to its files, and by the keys that
    /// were applied to these as secrets.
    ///
    /// A file is known by its real path, however it was selected, and `--no-schema` does not reveal its secrets.
    ///
    /// - Parameters:
    ///   - isOneFile: Whether to use only the file that a write changes and the managed files, instead of the search
    ///     list.
    ///   - schema: The schema that applies to the selection, if it is read already.
    func secrets(
        of selection: Selection,
        isOneFile: Bool = true,
        by schema: SuiteSchema? = nil
    ) throws -> PreferenceSecrets {
        var secrets = try secretsOfSchemas(for: selection, by: schema)
        guard !selection.isStandardInput else { return secrets }
        var files = isOneFile ? [selection.file] : selection.searchList
        if !files.contains(where: \.isManaged) { files += try managedFiles(of: selection) }
        for file in files {
            secrets = secrets.adding(
                ofFileAt: file.recordedPath,
                besides: selection.suite,
                schemaDirectories,
                journalDirectory
            ) { printer.noteOnce(CommandError.secretNames($0).message) }
        }
        return secrets
    }

    /// Returns what is secret in a file that the command line names: by the schema that the options select, else by
    /// that of the suite that has the file's name, and by the keys that were applied as secrets to any file of its name
    /// or to that suite.
    ///
    /// git passes a copy of a file, in another directory, but under its name. A schema that cannot be read is reported,
    /// and everything is secret: git could not go on without its merge driver.
    func secrets(ofFileAt path: String) throws -> PreferenceSecrets {
        let file = SuiteFile(path: path)
        let suite = try options.selection.suite.map { try SuiteName($0) } ?? file.suite
        do {
            // Mostly the same name.
            let names = Set([path.lastPathComponent] + (suite.map { ["\($0.rawValue).plist"] } ?? []))
            return try secrets(of: Selection(file, of: suite))
                .adding(keys: names.flatMap { try secretKeys(ofFilesNamed: $0) })
        } catch {
            printer.complain(error)
            return .everything
        }
    }

    /// Returns the keys that were applied as secrets to files of a name, in any directory.
    func secretKeys(ofFilesNamed name: String) throws -> [String] {
        try rethrowing(journalDirectory?.secretKeys(ofFilesNamed: name) ?? [], as: CommandError.secretNames)
    }

    /// Returns what the schemas of a selection call secret: the schema of the options, and the installed one.
    func secretsOfSchemas(
        for selection: Selection,
        by schema: SuiteSchema? = nil
    ) throws -> PreferenceSecrets {
        var rules = try (schema ?? self.schema(of: selection)).map { [$0.document] } ?? []
        // What the installed schema calls secret stays so, whichever other schema checks the values, or none.
        if let suite = selection.suite, options.selection.ignoresSchema || options.selection.schemaPath != nil {
            do {
                rules += try installedSchema(of: suite).map { [$0] } ?? []
            } catch {
                return .everything
            }
        }
        return PreferenceSecrets(rules)
    }

    /// Runs a closure; an error that it throws quotes no secret value of a selection.
    func hidingSecrets<Value>(
        of selection: Selection,
        by schema: SuiteSchema?,
        _ body: () throws -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch let error as CommandError {
            throw try error.hiding(secrets(of: selection, isOneFile: false, by: schema))
        }
    }
}

extension SuiteWriter {
    /// Has a change also make secret the other names of its new secrets: what the schema says of names counts only as
    /// long as it is installed.
    ///
    /// - Parameter known: What the schemas of the selection call secret.
    func addOtherSecretNames(
        to draft: inout TransactionContents,
        by schema: SuiteSchema?,
        of selection: Selection,
        hiding known: PreferenceSecrets
    ) throws {
        guard !options.writing.isRehearsal else { return }
        let keys = draft.newSecretKeys
        let current = keys.isEmpty ? [:] : schema?.schema.currentKeys() ?? [:]
        var names = keys.compactMap { current[ByteKey($0)] }
        if known.hasRules || selection.suite == nil, let path = selection.file.realPath {
            let secrets = known.adding(
                ofFileAt: path,
                besides: selection.suite,
                reader.schemaDirectories,
                reader.journalDirectory
            )
            names += draft.changes.sorted(byBytesOf: \.key)
                .filter { $0.new != nil && secrets.isAppliedFormerly($0.key) }.map(\.key)
        }
        guard !(keys + names).isEmpty else { return }
        guard reader.journalDirectory != nil else { throw CommandError.noJournalDirectory }
        draft.newSecretKeys += names
    }
}

extension CommandError {
    /// Returns the error of the files that tell which keys are secret.
    static func secretNames(_ error: PreferenceStoreError) -> CommandError {
        CommandError(.writeFailed, Message("cannot tell which keys are secret: \(error)", hint: error.hint))
    }
}

extension Message {
    static func warning(_ warning: SuiteWarning) -> Message {
        guard case .secretsInRemovedFiles(let path, _) = warning else { return "\(warning)" }
        let clear = ["history", "-f", path, "--clear"].commandLine
        return Message("\(warning)", hint: "'\(clear)' erases them")
    }
}
