import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceSchemas
import PreferenceStore
import PropertyLists

/// The part of a schema that applies to the suite of a verb.
final class SuiteSchema {
    /// The schema, limited to the requested keys.
    let schema: PreferenceSchema
    let document: SchemaDocument
    /// The requested keys; nil for all.
    private let keys: Set<ByteKey>?

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
            (self.schema, self.document) = (schema, document)
            self.keys = keys.map { Set($0.map { ByteKey($0) }) }
        } catch {
            throw CommandError.schema(path: document.path, error)
        }
    }

    /// Whether the schema has been parsed for some keys, or all if nil.
    func covers(_ keys: [String]?) -> Bool {
        guard let own = self.keys else { return true }
        return keys?.allSatisfy { own.contains(ByteKey($0)) } ?? false
    }

    /// Returns the names under which a file can have a key: its own, then its former ones, the latest first.
    ///
    /// Names that another key of the schema uses now are left out, since its value would be read instead.
    func names(of key: String) -> [String] {
        [key] + (schema.rule(for: key)?.formerNames.filter { (try? document.schema().names($0)) != true } ?? [])
    }

    /// Returns contents with the current names of keys in place of former ones, as programs read them, and the stored
    /// names of those keys.
    func withCurrentNames(
        _ contents: PropertyListDictionary
    ) -> (contents: PropertyListDictionary, storedNames: [ByteKey: String]) {
        var (renamed, storedNames): (PropertyListDictionary, [ByteKey: String]) = (contents, [:])
        for key in schema.keys where contents[key] == nil {
            guard let stored = names(of: key).first(where: { renamed[$0] != nil }) else { continue }
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

    /// Returns the version of a suite, and that which the program of the schema gives it, if it is an older one.
    func olderVersion(of contents: PropertyListDictionary, path: String) -> (version: Int, newest: Int)? {
        guard schema.names(PreferenceMigration.versionKey),
            let newest = schema.rule(for: PreferenceMigration.versionKey)?.maximum,
            let version = try? contents.version(path: path), version < newest
        else { return nil }
        return (version, newest)
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
        let changedKeys = changes.map(\.key).filter { covers([$0]) }
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
        let printed = found.prefix(CommandError.printedLimit)
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
    fileprivate static func violation(_ violation: SchemaViolation, path: String) -> CommandError {
        let pointer = violation.pointer
        let failure = pointer.isEmpty ? "change the suite" : "set \(pointer.quotedPointer)"
        return CommandError(
            .invalidValue,
            quoting: ["cannot \(failure): ", .violation(violation), " (\(path)\(violation.position.suffix))"],
            at: pointer.isEmpty ? nil : pointer
        )
    }

    /// Returns the last error of a change with so many violations that only the first are printed.
    static func moreViolations(count: Int, path: String) -> CommandError {
        let limit = printedLimit
        return CommandError(
            .invalidValue,
            Message(
                "\(count) violations of the schema; the first \(limit) are printed (\(path))",
                hint: "'prefs check --json FILE' prints all violations in a file"
            )
        )
    }

    /// Returns the error of a key that the schema at a path does not declare.
    fileprivate static func unknownKey(_ key: String, _ hint: KeyHint?, path: String) -> CommandError {
        CommandError(.invalidValue, Message("unknown key \(key.quoted) (\(path))", hint: hint?.text), at: [key])
    }

    /// Returns the error of a changed value, at a pointer, that the schema marks as `readOnly`.
    fileprivate static func readOnly(_ pointer: [String], path: String) -> CommandError {
        CommandError(.invalidValue, "cannot change \(pointer.quotedPointer): it is read-only (\(path))", at: pointer)
    }

    /// Returns the error of a schema that cannot be read.
    static func schemaFile(_ error: PreferenceStoreError) -> CommandError {
        let text = if case .system(_, let path, let error) = error { "\(path): \(error)" } else { "\(error)" }
        return CommandError(.unreadableFile, Message("cannot read the schema \(text)", hint: hintForSchema))
    }

    static func schema(path: String, _ error: PreferenceSchemaError) -> CommandError {
        let text = "\(path)\(error.position.suffix): \(error)"
        return CommandError(error.exitCode, Message(text, hint: hintForSchema))
    }

    private static var hintForSchema: String { "--no-schema, without --schema, ignores it" }
}

extension Message {
    /// Returns a note about a keyword that is not checked, in the schema at a path.
    static func ignored(_ warning: SchemaWarning, path: String) -> Message {
        "\(path.documentName)\(warning.position.suffix): \(warning)"
    }

    fileprivate static func deprecated(key: String, summary: String?, path: String) -> Message {
        "\(key.quoted) is deprecated\(summary.map { ": \($0)" } ?? "") (\(path))"
    }
}
