import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

/// The part of a schema that applies to the suite of a verb.
struct SuiteSchema {
    /// The schema, limited to the requested keys.
    let schema: PreferenceSchema
    /// The requested keys; nil for all.
    let keys: [String]?
    let document: SchemaDocument

    var path: String { document.path }

    /// Parses a schema for some keys, or all if nil.
    ///
    /// If one of them has former names, all keys are parsed, since another key may use such a name now.
    ///
    /// - Parameter declaresOnly: Whether parsing can stop after the last declaration of the keys.
    init(_ document: SchemaDocument, keys: [String]?, declaresOnly: Bool = false) throws {
        do throws(PreferenceSchemaError) {
            let schema = try document.schema(of: keys, declaresOnly: declaresOnly)
            if let keys, keys.contains(where: { schema.rule(for: $0)?.formerNames.isEmpty == false }) {
                _ = try document.schema()
            }
            (self.schema, self.keys, self.document) = (schema, keys, document)
        } catch {
            throw CommandError.schema(path: document.path, error)
        }
    }

    /// Returns the former names of a key, the latest first.
    ///
    /// Names that another key of the schema uses now are left out, since its value would be read instead.
    func formerNames(of key: String) -> [String] {
        schema.rule(for: key)?.formerNames.filter { (try? document.schema().names($0)) != true } ?? []
    }

    /// Returns contents with the current names of keys in place of former ones, as programs read them, and the stored
    /// names of those keys.
    func withCurrentNames(
        _ contents: PropertyListDictionary
    ) -> (contents: PropertyListDictionary, storedNames: [ByteKey: String]) {
        var (renamed, storedNames): (PropertyListDictionary, [ByteKey: String]) = (contents, [:])
        for key in schema.keys where contents[key] == nil {
            guard let stored = formerNames(of: key).first(where: { renamed[$0] != nil }) else { continue }
            renamed.renameKey(stored, to: key)
            storedNames[ByteKey(key)] = stored
        }
        return (renamed, storedNames)
    }

    /// Returns the key that was likely intended by each of some keys that the schema does not declare.
    func suggestions(for unknown: [String]) throws -> [KeyHint?] {
        guard !unknown.isEmpty else { return [] }
        let schema = try SuiteSchema(document, keys: nil).schema
        let (keys, renamed) = (schema.keys, schema.currentKeys())
        return unknown.map { key in
            renamed[ByteKey(key)].map(KeyHint.renamed) ?? keys.nearest(to: key).map(KeyHint.near)
        }
    }

    /// Whether the schema declares a key, by its name or by a rule for all other keys.
    func describes(_ key: String) -> Bool {
        guard let rule = schema.rule(for: key) else { return false }
        return rule != .any || schema.names(key)
    }
}

extension SchemaRule {
    var summary: String? { description ?? title }
}

// MARK: Selecting the schema

extension SuiteReader {
    /// Returns the schema that `--schema` names, else the one that is installed for the suite.
    ///
    /// Returns nil if there is no schema, and with `--no-schema`. A file that is selected by its path has a schema only
    /// with `--schema`.
    ///
    /// - Parameters:
    ///   - keys: The requested keys; nil for all keys.
    ///   - declaresOnly: Whether parsing can stop after the last declaration of the keys.
    func schema(
        of selection: Selection,
        keys: [String]? = nil,
        declaresOnly: Bool = false
    ) throws -> SuiteSchema? {
        guard !options.selection.ignoresSchema else { return nil }
        if let schema = try namedSchema(keys: keys) { return schema }
        guard let suite = selection.suite, let document = try installedSchema(of: suite) else { return nil }
        return try SuiteSchema(document, keys: keys, declaresOnly: declaresOnly)
    }

    /// Returns the schema that is installed for a suite; nil if there is none.
    func installedSchema(of suite: SuiteName) throws -> SchemaDocument? {
        if schemas.suitesWithout.contains(suite.rawValue) { return nil }
        let name = SchemaDirectories.fileName(of: suite)
        if let known = schemas.installed.first(where: { $0.path.hasSuffix("/" + name) }) { return known }
        let document = try rethrowing(
            SchemaDocument.installed(for: suite, in: schemaDirectories),
            as: CommandError.schemaFile
        )
        if let document {
            schemas.installed.append(document)
        } else {
            schemas.suitesWithout.append(suite.rawValue)
        }
        return document
    }

    /// Whether a verb that reads takes the schema's defaults: it reads the search list, which ends with the schema, or
    /// the command line names a schema.
    func hasSchemaBehindFiles(_ selection: Selection) -> Bool {
        selection.searchList.count > 1 || options.selection.schemaPath != nil
    }

    /// Returns the schema for a verb that reads; nil if the verb takes no defaults.
    func schemaBehindFiles(of selection: Selection, keys: [String]? = nil) throws -> SuiteSchema? {
        guard hasSchemaBehindFiles(selection) else { return nil }
        return try schema(of: selection, keys: keys, declaresOnly: true)
    }

    /// Returns the schema that `--schema` names; nil if the option is not given.
    func namedSchema(keys: [String]? = nil) throws -> SuiteSchema? {
        guard let path = options.selection.schemaPath else { return nil }
        let document =
            try schemas.named
            ?? SchemaDocument(
                rethrowing(PlainFile.read(path), as: { .schemaFile(.system(.read, path: path, $0)) }),
                at: path
            )
        schemas.named = document
        return try SuiteSchema(document, keys: keys)
    }
}

/// The schemas of a run; each is read once.
struct SchemaCache {
    /// The schema of `--schema`.
    fileprivate var named: SchemaDocument?
    fileprivate var installed: [SchemaDocument] = []
    /// The suites for which no schema is installed.
    fileprivate var suitesWithout: [String] = []

    /// Forgets the schemas, which may have changed; one from a pipe cannot be read again.
    mutating func forget() {
        (installed, suitesWithout) = ([], [])
        if let path = named?.path, PlainFile.isRegular(path) {
            named = nil
        }
    }
}

// MARK: Values and changes

extension SuiteSchema {
    /// Returns the value of a text by the schema's types for the value at a pointer; nil if the schema does not
    /// restrict the type.
    ///
    /// If there are several types, the one that the spelling implies is used, or else the first that can parse the
    /// text. A type with which the value breaks the rule is used only if there is no other.
    ///
    /// - Parameter encoding: The encoding of data, if an option names one.
    func value(
        of text: String,
        encoding: DataEncoding?,
        at pointer: ValuePointer
    ) throws -> PropertyList? {
        guard let rule = schema.rule(for: pointer.key, at: pointer.inValue.tokens) else { return nil }
        let kinds = schema.kinds(of: rule)
        guard let first = kinds.first else { return nil }
        if let encoding {
            guard kinds.contains(.data) else { throw CommandError.encodingWithoutData(option: encoding.spelling) }
            return try PropertyList(text: text, as: encoding.type) { .valueOfSchema($0, at: pointer, path: path) }
        }
        if kinds.count > 1 {
            let inferred = PropertyList(inferring: text)
            // A whole number is valid as a number.
            let isNumber = inferred.kind == .integer && kinds.contains(.real)
            let values = (isNumber ? [.real] : kinds).compactMap { try? PropertyList(text: text, as: .kind($0)) }
                .map { schema.storedForm(of: $0, by: rule) }
            let candidates = kinds.contains(inferred.kind) ? [inferred] + values : values
            if let value = candidates.first(where: { schema.allows($0, by: rule) }) ?? candidates.first {
                return value
            }
        }
        let value = try PropertyList(text: text, as: .kind(first)) { .valueOfSchema($0, at: pointer, path: path) }
        return schema.storedForm(of: value, by: rule)
    }

    /// Returns a value in the form that the schema prescribes at its pointer.
    func storedForm(of value: PropertyList, at pointer: ValuePointer) -> PropertyList {
        let rule = schema.rule(for: pointer.key, at: pointer.inValue.tokens)
        return rule.map { schema.storedForm(of: value, by: $0) } ?? value
    }

    /// Checks the result of a change.
    ///
    /// An existing violation does not prevent a change that does not make it worse.
    ///
    /// - Parameters:
    ///   - changes: The changes, in the byte order of keys.
    ///   - requiresKeys: Whether every key that the schema requires must exist.
    /// - Returns: Notes about the deprecated keys that the change has set.
    func check(
        _ new: PropertyListDictionary,
        since old: PropertyListDictionary,
        changes: [PreferenceChange],
        requiresKeys: Bool = false
    ) throws -> [Message] {
        let changedKeys = keys?.filter { old[$0] != new[$0] } ?? changes.map(\.key)
        let keys = requiresKeys && schema.isConditional ? new.keys : changedKeys
        let after = schema.resolved(for: new)
        for key in keys {
            if let pointer = after.readOnlyPointer(changedFrom: old[key], to: new[key], of: key) {
                throw CommandError.readOnly(pointer, path: path)
            }
        }
        var found = schema.newViolations(in: new, since: old, of: keys)
        if requiresKeys {
            found += schema.suiteViolations(withCurrentNames(new).contents)
        }
        let printed = found.prefix(CheckFinding.printedLimit)
        var suggestions = try suggestions(for: printed.filter(\.isOfUnknownKey).map { $0.pointer[0] })[...]
        var errors = printed.map { violation in
            violation.isOfUnknownKey
                ? CommandError.unknownKey(violation.pointer[0], suggestions.removeFirst(), path: path)
                : .violation(violation, path: path)
        }
        if errors.count < found.count {
            errors.append(.moreViolations(count: found.count, path: path))
        }
        if let error = CommandError(errors) { throw error }
        return changedKeys.filter { new[$0] != nil }.compactMap { name in
            guard let rule = schema.rule(for: name), rule.isDeprecated else { return nil }
            return .deprecated(key: name, summary: rule.summary, path: path)
        }
    }
}

extension CommandError {
    /// Returns the error of a change that violates the schema at a path.
    static func violation(_ violation: SchemaViolation, path: String) -> CommandError {
        let pointer = violation.pointer
        return CommandError(.invalidValue, at: pointer.isEmpty ? nil : pointer) { secrets in
            let violation = secrets.hiding(in: violation)
            let failure = pointer.isEmpty ? "change the suite" : "set \(violation.pointer.quotedPointer)"
            return "cannot \(failure): \(violation) (\(path)\(violation.position.suffix))"
        }
    }

    /// Returns the last error of a change with so many violations that only the first are printed.
    static func moreViolations(count: Int, path: String) -> CommandError {
        let limit = CheckFinding.printedLimit
        return CommandError(
            .invalidValue,
            Message(
                "\(count) violations of the schema; the first \(limit) are printed (\(path))",
                hint: "'prefs check --json FILE' prints all violations in a file"
            )
        )
    }

    /// Returns the error of a key that the schema at a path does not declare.
    static func unknownKey(_ key: String, _ hint: KeyHint?, path: String) -> CommandError {
        CommandError(.invalidValue, Message("unknown key \(key.quoted) (\(path))", hint: hint?.text), at: [key])
    }

    /// Returns the error of a changed value, at a pointer, that the schema marks as `readOnly`.
    static func readOnly(_ pointer: [String], path: String) -> CommandError {
        CommandError(.invalidValue, "cannot change \(pointer.quotedPointer): it is read-only (\(path))", at: pointer)
    }

    /// Returns the error of a schema that cannot be read.
    static func schemaFile(_ error: PreferenceStoreError) -> CommandError {
        let text = if case .system(_, let path, let error) = error { "\(path): \(error)" } else { "\(error)" }
        let hint = "--no-schema ignores it"
        return CommandError(.unreadableFile, Message("cannot read the schema \(text)", hint: hint))
    }

    static func schema(path: String, _ error: PreferenceSchemaError) -> CommandError {
        let text = "\(path)\(error.position.suffix): \(error)"
        return CommandError(error.exitCode, Message(text, hint: "--no-schema ignores it"))
    }
}

extension Message {
    /// Returns a note about a keyword that is not checked, in the schema at a path.
    static func ignored(_ warning: SchemaWarning, path: String) -> Message {
        "\(path.documentName)\(warning.position.suffix): \(warning)"
    }

    static func deprecated(key: String, summary: String?, path: String) -> Message {
        "\(key.quoted) is deprecated\(summary.map { ": \($0)" } ?? "") (\(path))"
    }
}
