import PreferenceCore
import PreferenceStore
import PropertyLists

/// What a schema says of the suite that a verb works on.
struct SuiteSchema {
    /// The schema, as far as it says something of the keys that are wanted.
    let schema: PreferenceSchema
    /// The keys that are wanted; nil for all.
    let keys: [String]?
    let path: String
    private let document: [UInt8]
    /// What the file says of all keys, where it has been read for that.
    private let whole: PreferenceSchema?

    /// Reads what a document says of some keys; nil wants all.
    ///
    /// Where one of them had other names, all keys are read: such a name may be that of another key by now.
    ///
    /// - Parameter declaresOnly: whether it is read no further than the last of the keys is declared.
    init(_ document: [UInt8], at path: String, keys: [String]?, declaresOnly: Bool = false) throws(CommandError) {
        do throws(PreferenceSchemaError) {
            guard let keys else {
                schema = try PreferenceSchema(parsing: document)
                whole = schema
                (self.keys, self.path, self.document) = (nil, path, document)
                return
            }
            let schema =
                declaresOnly
                ? try PreferenceSchema(parsing: document, declarationsOf: keys)
                : try PreferenceSchema(parsing: document, keys: keys)
            let isRenamed = keys.contains { schema.rule(for: $0)?.formerNames.isEmpty == false }
            whole = isRenamed ? try PreferenceSchema(parsing: document) : nil
            (self.schema, self.keys, self.path, self.document) = (schema, keys, path, document)
        } catch {
            throw .schema(path: path, error)
        }
    }

    /// The names that a key had before, the latest first; none of another key of the schema, whose value would be
    /// taken.
    func formerNames(of key: String) -> [String] {
        schema.rule(for: key)?.formerNames.filter { !(whole?.names($0) ?? false) } ?? []
    }

    /// What was meant, perhaps, by a key that the schema does not have.
    func suggestion(for key: String) throws(CommandError) -> SchemaSuggestion? {
        let schema = if let whole { whole } else { try SuiteSchema(document, at: path, keys: nil).schema }
        let renamed = schema.keys.first { other in
            schema.rule(for: other)?.formerNames.contains { $0.hasSameBytes(as: key) } ?? false
        }
        return renamed.map(SchemaSuggestion.renamed) ?? schema.keys.nearest(to: key).map(SchemaSuggestion.near)
    }

    /// Whether the schema says something of a key, be it of that name or of all others.
    func describes(_ key: String) -> Bool {
        guard let rule = schema.rule(for: key) else { return false }
        return rule != .any || schema.names(key)
    }
}

/// A key of a schema that is meant, perhaps, by one which the schema does not have.
enum SchemaSuggestion: Hashable {
    case renamed(String)
    case near(String)
}

extension SchemaRule {
    var summary: String? { description ?? title }
}

// MARK: Which schema

extension CommandContext {
    /// The schema that `--schema` names, else the one that is installed for the suite; nil where there is none, and
    /// under `--no-schema`.
    ///
    /// A file that is selected by its path has none but by `--schema`.
    ///
    /// - Parameters:
    ///   - keys: the keys that are wanted; nil wants all.
    ///   - declaresOnly: whether it is read no further than the last of the keys is declared.
    func schema(
        of selection: Selection,
        keys: [String]? = nil,
        declaresOnly: Bool = false
    ) throws(CommandError) -> SuiteSchema? {
        guard !arguments.has(.noSchema) else { return nil }
        if let schema = try namedSchema(keys: keys) { return schema }
        guard let suite = selection.suite, let (path, document) = try installedSchema(of: suite) else { return nil }
        return try SuiteSchema(document, at: path, keys: keys, declaresOnly: declaresOnly)
    }

    /// The schema that is installed for a suite, as it is; nil where there is none.
    func installedSchema(of suite: SuiteName) throws(CommandError) -> (path: String, document: [UInt8])? {
        for directory in SchemaDirectories(environment: environment.variable).all {
            let path = SchemaDirectories.path(of: suite, in: directory)
            if let document = try rethrowing(PlainFile.readIfThere(path), as: { .schemaFile(path: path, $0) }) {
                return (path, document)
            }
        }
        return nil
    }

    /// The schema for a verb that reads: only where that looks through the search list, of which the schema is the
    /// last, or where the line names it.
    func schemaBehindFiles(of selection: Selection, keys: [String]? = nil) throws(CommandError) -> SuiteSchema? {
        guard selection.searchList.count > 1 || arguments.has(.schema) else { return nil }
        return try schema(of: selection, keys: keys, declaresOnly: true)
    }

    /// The schema that `--schema` names; nil where it names none.
    func namedSchema(keys: [String]? = nil) throws(CommandError) -> SuiteSchema? {
        guard let path = arguments.argument(of: .schema) else { return nil }
        let document = try rethrowing(PlainFile.read(path), as: { .schemaFile(path: path, $0) })
        return try SuiteSchema(document, at: path, keys: keys)
    }

    /// The schema for a verb that changes the suite, with a note for each keyword that is not heeded.
    func schemaOfChange(to selection: Selection, keys: [String]? = nil) throws(CommandError) -> SuiteSchema? {
        let schema = try schema(of: selection, keys: keys)
        noteIgnoredKeywords(of: schema?.schema, in: schema?.path ?? "")
        return schema
    }

    /// Says which keywords of a schema say something that is not checked.
    func noteIgnoredKeywords(of schema: PreferenceSchema?, in file: String) {
        for warning in schema?.warnings ?? [] {
            note(.ignored(warning, path: file))
        }
    }
}

// MARK: Values and changes

extension SuiteSchema {
    /// The value that a text stands for by what the schema says of a place; nil where it says nothing of the type.
    ///
    /// Of several types the text has the one that its spelling says, else the first that it can be read as.
    ///
    /// - Parameter encoding: the option that says how data is spelled, if one is given.
    func value(
        of text: String,
        encoding: OptionOccurrence?,
        at place: ValuePath
    ) throws(CommandError) -> PropertyList? {
        guard let rule = schema.rule(for: place.key, at: place.pointer.tokens), let first = rule.kinds.first else {
            return nil
        }
        if let encoding {
            guard rule.kinds.contains(.data) else { throw .usage(.encodingWithoutData(option: encoding.spelling)) }
            let type = encoding.name == .hexadecimal ? ValueType.hexadecimal : .kind(.data)
            return try PropertyList(text: text, as: type) { .valueOfSchema($0, at: place, .data, path: path) }
        }
        let inferred = PropertyList(inferring: text)
        if rule.kinds.count > 1 {
            guard !rule.kinds.contains(inferred.kind) else { return inferred }
            // A whole number is a number.
            let isNumber = inferred.kind == .integer && rule.kinds.contains(.real)
            for kind in isNumber ? [.real] : rule.kinds {
                if let value = try? PropertyList(text: text, as: .kind(kind)) {
                    return schema.storedForm(of: value, by: rule)
                }
            }
        }
        let value = try PropertyList(text: text, as: .kind(first)) { .valueOfSchema($0, at: place, first, path: path) }
        return schema.storedForm(of: value, by: rule)
    }

    /// A value in the form that the schema has it in, in its place.
    func storedForm(of value: PropertyList, at place: ValuePath) -> PropertyList {
        let rule = schema.rule(for: place.key, at: place.pointer.tokens)
        return rule.map { schema.storedForm(of: value, by: $0) } ?? value
    }

    /// Checks what a change makes of a suite.
    ///
    /// What was wrong before is no reason to refuse a change, as long as it does not make it worse.
    ///
    /// - Parameter requiresKeys: whether every key has to be there that the schema requires.
    /// - Returns: the keys that have another value, of those that are wanted.
    func check(
        _ new: PropertyListDictionary,
        since old: PropertyListDictionary,
        requiresKeys: Bool = false
    ) throws(CommandError) -> [String] {
        let changedKeys = keys?.filter { old[$0] != new[$0] } ?? old.keyChanges(to: new).map(\.key)
        var found: [SchemaViolation] = []
        for key in changedKeys {
            if let place = schema.readOnlyPlace(changedFrom: old[key], to: new[key], of: key) {
                throw .readOnly(place, path: path)
            }
            found += newViolations(of: key, from: old[key], to: new[key])
        }
        if requiresKeys {
            found += schema.violationsOfWhole(new)
        }
        guard let first = found.first else { return changedKeys }
        if first.isUnknownKey, first.path.count == 1 {
            throw .unknownKey(first.path[0], try suggestion(for: first.path[0]), path: path)
        }
        throw .violation(first, others: found.count - 1, path: path)
    }

    private func newViolations(of key: String, from old: PropertyList?, to new: PropertyList?) -> [SchemaViolation] {
        guard let new else { return [] }
        var present = old.map { schema.violations(in: $0, of: key) } ?? []
        return schema.violations(in: new, of: key).filter { violation in
            guard let position = present.firstIndex(where: { violation.isNoWorse(than: $0) }) else { return true }
            present.remove(at: position)
            return false
        }
    }

    /// What there is to say of the keys that a change has set, and that should not be used any more.
    func deprecations(of changedKeys: [String], in new: PropertyListDictionary) -> [CommandNote] {
        changedKeys.filter { new[$0] != nil }.compactMap { name in
            guard let rule = schema.rule(for: name), rule.isDeprecated else { return nil }
            return .deprecated(key: name, summary: rule.summary, path: path)
        }
    }
}

extension CommandError {
    /// The way to the value that the schema does not allow; nil of every other error, and where none is to blame.
    var refusedPath: [String]? {
        switch self {
        case .violation(let violation, _, _) where !violation.path.isEmpty: violation.path
        case .unknownKey(let key, _, _): [key]
        case .readOnly(let path, _): path
        default: nil
        }
    }

    /// The error with the line of the document that the value came from; as it is where it came from none.
    func located(in document: NamedDocument) -> CommandError {
        guard let path = refusedPath, document.value[path: path] != nil else { return self }
        let bytes = document.bytes.span
        let inspection = try? PropertyListInspection(of: bytes, as: document.format, isSuite: false)
        let positions = try? inspection?.positions(of: [path], in: bytes)
        return .inDocument(self, path: document.path, positions?.first ?? nil)
    }
}
