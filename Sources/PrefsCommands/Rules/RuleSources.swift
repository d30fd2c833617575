import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists

/// What the rules of the suites of a run are read from: the schemas, each once, and the journal.
final class RuleSources {
    let options: Options
    private(set) lazy var schemaDirectories = SchemaDirectories(environment: environment.variable)
    /// The directory of the journal; nil if no home directory is known.
    private(set) lazy var journalDirectory = JournalDirectory(environment: environment.variable)
    /// What prints warnings; it has the rules, in turn.
    private(set) weak var messages: Messages?
    private let environment: any CommandEnvironment
    /// The schema of `--schema`.
    private var named: SchemaDocument?
    private var installed: [SchemaDocument] = []
    /// The suites for which no schema is installed.
    private var suitesWithout: [String] = []

    init(_ options: Options, _ messages: Messages, in environment: any CommandEnvironment) {
        (self.options, self.messages, self.environment) = (options, messages, environment)
    }

    /// Returns the directory of the journal.
    func journal() throws -> JournalDirectory {
        guard let journalDirectory else { throw CommandError.noJournalDirectory }
        return journalDirectory
    }

    /// Returns the directories of the user and the system.
    func directories() throws(PreferenceStoreError) -> PreferenceDirectories {
        try PreferenceDirectories(environment: environment.variable)
    }

    /// Returns the schema that `--schema` names; nil if the option is not given.
    func namedSchema() throws -> SchemaDocument? {
        guard let path = options.selection.schemaPath, named == nil else { return named }
        let bytes = try rethrowing(PlainFile.read(path), as: { .schemaFile(.system(.read, path: path, $0)) })
        named = SchemaDocument(bytes, at: path)
        return named
    }

    /// Returns the schema that is installed for a suite; nil if there is none.
    func installedSchema(of suite: SuiteName) throws -> SchemaDocument? {
        if suitesWithout.contains(where: { $0.hasSameBytes(as: suite.rawValue) }) { return nil }
        let name = SchemaDirectories.fileName(of: suite)
        if let known = installed.first(where: { $0.path.lastPathComponent.hasSameBytes(as: name) }) { return known }
        let document = try rethrowing(
            SchemaDocument.installed(for: suite, in: schemaDirectories),
            as: CommandError.schemaFile
        )
        if let document {
            installed.append(document)
        } else {
            suitesWithout.append(suite.rawValue)
        }
        return document
    }

    /// Throws the errors of the managed keys that bytes would change in the file that gets them.
    func check(_ bytes: [UInt8], writtenTo path: String) throws {
        let rules = SuiteRules(SuiteFile(path: path), of: nil, in: nil, searching: [], self)
        guard try !rules.managed.isEmpty else { return }
        let document = try? PropertyList(parsing: bytes.span)
        let contents: PropertyListDictionary = if case .dictionary(let contents)? = document { contents } else { [:] }
        try rules.checkReplacement(by: contents)
    }

    /// Forgets the schemas, which may have changed.
    ///
    /// - Parameter other: The sources of another run, whose schema of `--schema` is kept if it came from a pipe, which
    ///   cannot be read again.
    func forgetSchemas(keepingThatOf other: RuleSources? = nil) {
        (installed, suitesWithout) = ([], [])
        named = other?.named ?? named
        if let path = named?.path, PlainFile.isRegular(path) { named = nil }
    }
}

extension CommandError {
    static var noJournalDirectory: CommandError {
        let hint = "set HOME or XDG_STATE_HOME to an absolute path"
        return CommandError(.unreadableFile, Message("no directory for the history", hint: hint))
    }
}
