import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

/// What holds for the values of a suite or file in one run: its schema, the former names of its keys, what the
/// administrator has set, and what is secret.
///
/// Each part is read when it is first asked for, and once.
final class SuiteRules {
    /// The file that a write changes.
    let file: SuiteFile
    /// The files that a read searches, in order of precedence.
    let searchList: [SuiteFile]
    let suite: SuiteName?
    /// The directories of the suite; nil if no suite is selected.
    let directories: PreferenceDirectories?
    let sources: RuleSources
    /// Whether every key that the schema requires must exist after a change.
    var requiresKeys = false
    /// What is secret of the values.
    private(set) lazy var disclosure = Disclosure(self)
    /// The schema, as far as it is parsed, or that there is none; nil before it is asked for.
    private var readSchema: SuiteSchema??
    /// What the administrator has set; nil before it is asked for.
    var readManaged: [ByteKey: PreferenceEntry]?
    /// A schema that counts in place of those of the options and the suite; nil for none.
    private let givenDocument: SchemaDocument?

    init(
        _ file: SuiteFile,
        of suite: SuiteName?,
        in directories: PreferenceDirectories?,
        searching searchList: [SuiteFile],
        _ sources: RuleSources,
        by givenDocument: SchemaDocument? = nil
    ) {
        self.givenDocument = givenDocument
        self.file = file
        self.suite = suite
        self.directories = directories
        self.searchList = searchList
        self.sources = sources
    }

    /// Creates the rules that a schema alone makes.
    convenience init(of document: SchemaDocument, _ sources: RuleSources) {
        self.init(SuiteFile(path: document.path), of: nil, in: nil, searching: [], sources, by: document)
    }

    /// Reads everything again; what was secret stays so, even if its schema is gone.
    ///
    /// - Throws: The error of a schema that cannot be read; what it called secret before counts then.
    func reread() throws {
        (readSchema, readManaged) = (nil, nil)
        let reading = Result { try schema() }
        disclosure.reread(bySchemas: (try? reading.get()) != nil)
        _ = try reading.get()
    }

    // MARK: Schema

    /// Returns the schema that `--schema` names, else the one that is installed for the suite.
    ///
    /// Returns nil if there is no schema, and with `--no-schema`. A file that is selected by its path has a schema only
    /// with `--schema`.
    ///
    /// - Parameter keys: The keys that matter; nil for all keys.
    func schema(of keys: [String]? = nil) throws -> SuiteSchema? {
        if let readSchema, readSchema?.covers(keys) ?? true { return readSchema }
        let schema = try document().map { try SuiteSchema($0, keys: keys) }
        readSchema = .some(schema)
        return schema
    }

    func document() throws -> SchemaDocument? {
        if let givenDocument { return givenDocument }
        guard !sources.options.selection.ignoresSchema else { return nil }
        if let named = try sources.namedSchema() { return named }
        return try suite.flatMap { suite in try sources.installedSchema(of: suite) }
    }

    /// Whether a verb that reads takes the schema's defaults: it reads the search list, which ends with the schema, or
    /// the command line names a schema.
    var hasDefaults: Bool { searchList.count > 1 || sources.options.selection.schemaPath != nil }

    /// Returns the declarations of some keys, with their defaults, for a verb that reads; nil if it takes no defaults.
    func defaults(of keys: [String]) throws -> SuiteSchema? {
        guard hasDefaults else { return nil }
        return try document().map { try SuiteSchema($0, keys: keys, declaresOnly: true) }
    }

    /// Returns the names under which a file can have a key: its own, then its former ones, the latest first.
    func names(of key: String) throws -> [String] { try schema(of: [key])?.names(of: key) ?? [key] }

    /// Returns the value of a text by the schema's types for the value at a pointer; nil if no schema restricts it.
    ///
    /// - Parameter encoding: The encoding of data, if an option names one.
    func value(of text: String, encoding: DataEncoding?, at pointer: ValuePointer) throws -> PropertyList? {
        try schema(of: [pointer.key])?.value(of: text, encoding: encoding, at: pointer)
    }

    /// Returns a value in the form that the schema prescribes at its pointer.
    func storedForm(of value: PropertyList, at pointer: ValuePointer) throws -> PropertyList {
        try schema(of: [pointer.key])?.storedForm(of: value, at: pointer) ?? value
    }

    // MARK: Changes

    /// Throws the errors of the keys that the administrator has set, of a change that is about to be made.
    ///
    /// Policies and marks of secrets may have come while the change waited for the lock.
    func beginChange(of keys: [String]) throws {
        readManaged = nil
        disclosure.renew()
        try checkAreFree(keys)
    }

    /// Judges what a change makes of the file, and marks what is secret from then on.
    ///
    /// - Parameter isUndo: Whether the change takes another one back: what was there before may be there again.
    /// - Returns: Notes about a change that may be made.
    func judge(_ draft: inout TransactionContents, isUndo: Bool, of selection: Selection) throws -> [Message] {
        let changes = draft.changes.sorted(byBytesOf: \.key)
        try checkAreFree(changes.map(\.key))
        let hazards = ChangeHazards(
            of: changes,
            in: draft.stored,
            writtenAs: draft.format,
            rounding: draft.roundedKeys,
            to: file,
            by: self
        )
        // A file that is selected by its path is not always a suite.
        if selection.layer != nil, !isUndo, let error = hazards.refusal(in: selection, since: draft.old) {
            throw error
        }
        let schema = try schema(of: requiresKeys ? nil : changes.map(\.key))
        let notes = try schema?.check(draft.root, since: draft.old, changes: changes, requiresKeys: requiresKeys) ?? []
        try disclosure.mark(in: &draft, changes)
        return hazards.notes + notes
    }
}
