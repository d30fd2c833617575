import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceSchemas
import PreferenceStore
import PropertyLists
import ValueDifferences

extension Verb {
    static let schema = Verb(
        "schema",
        summary: "Manage the schemas of suites",
        discussion: """
            A schema defines the keys of a suite: their types, defaults, allowed values and descriptions. It is a JSON
            Schema, draft 2020-12, for the suite as 'prefs dump --json' prints it. Its keyword 'formerly' lists the
            former names of a key. Every command that changes the suite enforces the schema. 'get' prints its defaults,
            and 'explain' shows what it says about a key.

            'install' copies FILE to the directory $XDG_DATA_HOME/prefs/schemas, by default
            ~/.local/share/prefs/schemas, as SUITE.schema.json. SUITE is the suite that --suite names, else the one in
            the name of FILE. A schema is not installed if it is malformed, or if a default breaks its own rule.
            'uninstall' removes the file again; a schema in a system directory remains.

            'list' searches the user's directory, then prefs/schemas in each directory of $XDG_DATA_DIRS. 'check' prints
            one line per problem in the schemas themselves: the file, the line and column, and a description. An ignored
            keyword is not a problem; prefs prints a note. Without a FILE, 'check' and 'docs' read the schema of the
            suite.

            'infer' prints a first schema for you to refine: each key of the suite, or of the file that --file names,
            with the type of its value.

            'docs' prints Markdown for the documentation of a program. A FILE is a path with a / or a name that ends
            with .json; another word is a suite.
            """,
        subcommands: SchemaAction.subcommands,
        operands: [Operand(.schemaAction, "What to do")],
        groups: [
            .suiteOfSchema,
            .output(
                .json(summary: "Print JSON: for list an object of paths by suite, for check an array of problems"),
                .null,
                .manualPage,
                .outputFile,
                .breakHardLinks,
                .dryRun
            ),
            .messages,
        ],
        examples: [
            "schema infer -s group.x -o group.x.schema.json": "Write a first schema of the suite group.x",
            "schema check group.x.schema.json": "Check the schema for errors",
            "schema install group.x.schema.json": "Install the schema for the suite group.x",
            "schema uninstall -s group.x": "Remove the schema of the suite group.x",
            "schema docs group.x.schema.json -o PREFERENCES.md": "Write a page about the keys",
        ],
        exits: .writing([
            .absent: "the suite has no schema, or the user has not installed one",
            .invalidValue: "a default in the schema breaks its own rule",
            .unreadableFile: "a schema is malformed, or a file cannot be read",
        ]),
        action: VerbAction(VerbRun.schema)
    )
}

extension VerbRun {
    fileprivate func schema() throws -> ExitCode {
        guard let action = SchemaAction(rawValue: operands[0]) else { return .usage }
        let paths = Array(operands.dropFirst())
        return switch action {
        case .install: try installSchema(at: paths[0])
        case .uninstall: try uninstallSchema()
        case .list: try listSchemas()
        case .show: try showSchema()
        case .check: try checkSchemas(at: paths)
        case .infer: try inferSchema()
        case .docs: try documentSchema(paths.first)
        }
    }

    /// `prefs schema list`: prints the suites that have a schema, and the path of the one that applies.
    private func listSchemas() throws -> ExitCode {
        let directories = reader.sources.schemaDirectories
        let schemas = try directories.schemas()
        let paths = schemas.map { PropertyListDictionary.Entry(key: $0.suite.rawValue, value: .string($0.path)) }
        if try !printer.writeIfJSON(.dictionary(PropertyListDictionary(uniqueEntries: paths))) {
            try printer.writeRecords(schemas.map { [Field($0.suite.rawValue, .name), Field($0.path, .detail)] })
        }
        return .done
    }

    /// `prefs schema show`: prints the schema of a suite unchanged.
    private func showSchema() throws -> ExitCode {
        printer.write(try printer.documents.shown(schemaOfSelectedSuite().bytes, as: .json))
        return .done
    }

    private func schemaOfSelectedSuite() throws -> SchemaDocument {
        let selection = try reader.selection()
        if let suite = selection.suite, let schema = try reader.sources.installedSchema(of: suite) { return schema }
        throw CommandError.noSchema(suite: selection.name)
    }

    /// `prefs schema check`: prints the problems of the schemas themselves; the worst one determines the exit code.
    private func checkSchemas(at paths: [String]) throws -> ExitCode {
        guard !paths.isEmpty else {
            return try write(checkedFindings(in: schemaOfSelectedSuite()))
        }
        try options.checkNoSelection()
        try options.checkStandardInput(operands)
        return try check(paths) { _, path in
            checkedFindings(in: try schemaDocument(at: path))
        }
    }

    private func checkedFindings(in document: SchemaDocument) -> [CheckFinding] {
        let findings = findings(in: document)
        if findings.isEmpty {
            messages.answer(.noProblems(path: document.path))
        }
        return findings
    }

    /// Returns the problems of a schema, and prints a note for each keyword that is ignored.
    private func findings(in document: SchemaDocument) -> [CheckFinding] {
        do throws(PreferenceSchemaError) {
            let schema = try document.schema()
            for warning in schema.warnings {
                messages.note(.ignored(warning, path: document.path))
            }
            return schema.invalidDeclarations.map { CheckFinding(path: document.path, $0) }
        } catch {
            return [CheckFinding(path: document.path, error)]
        }
    }

    /// Reads a schema that the command line names; standard input for the path `-`.
    private func schemaDocument(at path: String) throws -> SchemaDocument {
        SchemaDocument(try reader.documents.bytes(ofFileAt: path) { .schemaDocument(path: path, $0) }, at: path)
    }

    /// `prefs schema infer`: prints a first schema for the contents of one file, which that file satisfies.
    private func inferSchema() throws -> ExitCode {
        let selection = try reader.selection()
        let schema = PreferenceSchema(inferring: try reader.contents(of: selection))
        let text = try rethrowing(schema.json(), as: { .schema(path: selection.location, $0) })
        try printer.documents.write(as: .json) { Array(text.utf8) }
        return .done
    }

    /// `prefs schema docs`: prints a page about the keys of a schema, which a word names by its file or its suite.
    private func documentSchema(_ word: String?) throws -> ExitCode {
        if word != nil {
            try options.checkNoSelection()
        }
        let document: SchemaDocument
        if let word, word == "-" || word.contains("/") || word.hasSuffix(".json") {
            document = try schemaDocument(at: word)
        } else if let word {
            let suite = try SuiteName(word)
            guard let installed = try reader.sources.installedSchema(of: suite) else {
                throw CommandError.noSchema(suite: word)
            }
            document = installed
        } else {
            document = try schemaOfSelectedSuite()
        }
        let file = document.path.lastPathComponent
        let name = SchemaDirectories.suite(ofSchema: file)?.rawValue ?? file.documentName
        let rules = SuiteRules(of: document, reader.sources)
        let page = ReferencePage(try SuiteSchema(document, keys: nil), of: name, rules)
        try printer.documents.write(as: nil) {
            Array((options.output.isManualPage ? page.manualPage : page.markdown).utf8)
        }
        return .done
    }

    /// `prefs schema install`: copies a valid schema to the place in which the schema of a suite is searched for.
    private func installSchema(at path: String) throws -> ExitCode {
        let suite = try suite(ofSchemaAt: path)
        let target = try installationPath(of: suite)
        let document = try schemaDocument(at: path)
        let findings = findings(in: document)
        guard findings.isEmpty else {
            for finding in findings {
                messages.complain(Message(finding.line))
            }
            messages.note(.nothingInstalled)
            return findings.map(\.exitCode).reduce(.done, max)
        }
        let breaksHardLinks = options.writing.breaksHardLinks
        let file = AtomicFile(path: target)
        guard !options.writing.isDryRun else {
            try rethrowing(file.rehearseDirectories(), as: CommandError.outputFile)
            messages.note(.nothingWritten)
            return .done
        }
        let bytes = document.bytes
        try reader.sources.check(bytes, writtenTo: target)
        try rethrowing(
            file.write(bytes.span, breaksHardLinks: breaksHardLinks, createsDirectories: true),
            as: CommandError.outputFile
        )
        messages.answer(.wrote(path: target))
        try eraseHidden(of: suite, by: SuiteRules(of: document, reader.sources))
        return .done
    }

    /// Erases from the histories of a suite what its new schema hides.
    private func eraseHidden(of suite: SuiteName, by rules: SuiteRules) throws {
        guard !rules.disclosure.showsEverything, let journal = reader.sources.journalDirectory else { return }
        let records = try reader.sources.journal().records().filter {
            $0.suite == suite.rawValue || SuiteFile(path: $0.path).suite == suite
        }
        for path in Set(records.map { ByteKey($0.path) }).map(\.string).sorted() {
            let erased = try rethrowing(
                journal.erase(historyOf: path) { rules.disclosure.hides(partOf: $1, at: ValuePointer($0)) },
                as: CommandError.outputFile
            )
            messages.warn(Array(erased: erased, path: path))
        }
    }

    /// `prefs schema uninstall`: removes the schema that the user has installed.
    private func uninstallSchema() throws -> ExitCode {
        let selection = try reader.selection()
        guard let suite = selection.suite else { throw CommandError.noSchema(suite: selection.name) }
        let path = try installationPath(of: suite)
        let isRemoved =
            try options.writing.isDryRun
            ? PlainFile.isRegular(path) : rethrowing(AtomicFile(path: path).remove(), as: CommandError.outputFile)
        let other = try reader.sources.installedSchema(of: suite)?.path
        guard isRemoved else {
            throw other.map { CommandError.schemaOfSystem(suite: suite.rawValue, path: $0) }
                ?? .noSchema(suite: suite.rawValue)
        }
        guard !options.writing.isDryRun else {
            messages.note(.nothingWritten)
            return .done
        }
        messages.answer(.removedFile(path: path))
        if let other {
            messages.note(.schemaOfSystem(suite: suite.rawValue, path: other))
        }
        return .done
    }

    /// Returns the suite that an option names, or else the one that the name of the file implies.
    private func suite(ofSchemaAt path: String) throws -> SuiteName {
        if options.selection.suite != nil || options.selection.isGlobal, let suite = try reader.selection().suite {
            return suite
        }
        if let suite = SchemaDirectories.suite(ofSchema: path.lastPathComponent) { return suite }
        throw CommandError.schemaWithoutSuite(path: path)
    }

    private func installationPath(of suite: SuiteName) throws -> String {
        guard let directory = reader.sources.schemaDirectories.user else {
            throw CommandError.noDataDirectory
        }
        return SchemaDirectories.path(of: suite, in: directory)
    }
}

/// The action of `prefs schema`, its first operand.
enum SchemaAction: String, CaseIterable, Sendable {
    case install, uninstall, list, show, check, infer, docs

    static var subcommands: [Subcommand] { allCases.map(\.subcommand) }

    private var subcommand: Subcommand {
        switch self {
        case .install:
            Subcommand(
                rawValue,
                summary: "Install FILE as the schema of a suite",
                operands: [.schemaFile()],
                own: ["--suite", "--global", "--break-hard-links", "--dry-run"]
            )
        case .uninstall:
            Subcommand(
                rawValue,
                summary: "Remove the installed schema of a suite",
                own: ["--suite", "--global", "--dry-run"]
            )
        case .list:
            Subcommand(
                rawValue,
                summary: "List the suites that have a schema, with its path",
                own: Self.printing
            )
        case .show:
            Subcommand(rawValue, summary: "Print the schema of a suite", own: ["--suite", "--global"])
        case .check:
            Subcommand(
                rawValue,
                summary: "Check schemas for errors",
                operands: [.schemaFile(.zeroOrMore)],
                own: ["--suite", "--global"] + Self.printing
            )
        case .infer:
            Subcommand(
                rawValue,
                summary: "Print a first schema of a suite's contents",
                own: ["--suite", "--global", "--file"] + Self.writing
            )
        case .docs:
            Subcommand(
                rawValue,
                summary: "Print a page about the keys, for people",
                operands: [.schemaFile(.optional)],
                own: ["--suite", "--global", "--man"] + Self.writing
            )
        }
    }

    private static let printing = ["--format", "--pretty", "--compact", "--null"]
    private static let writing = ["--output", "--break-hard-links", "--dry-run"]

    /// Whether the action applies only to suites that have a schema.
    var isAboutSchemasAlone: Bool { [.uninstall, .show, .check, .docs].contains(self) }
}

extension Operand {
    fileprivate static func schemaFile(_ arity: Arity = .one) -> Operand {
        Operand(.schemaFile, "The schema; '-' is standard input", arity)
    }
}

extension CommandError {
    /// Returns the error of a schema whose suite neither an option nor the name of its file identifies.
    fileprivate static func schemaWithoutSuite(path: String) -> CommandError {
        let text = "\(path.documentName): the name does not say which suite the schema is for"
        return CommandError(usage: text, hint: ["schema", "install", path, "-s", "SUITE"].commandLine)
    }

    /// Returns the error of a schema that the command line names.
    fileprivate static func schemaDocument(path: String, _ error: SystemError) -> CommandError {
        CommandError(.unreadableFile, "cannot read the schema \(path): \(error)")
    }

    fileprivate static func noSchema(suite: String) -> CommandError {
        let hint = "'\(["schema", "infer", "-s", suite].commandLine)' prints a first one"
        return CommandError(.absent, Message("suite \(suite.quoted) has no schema", hint: hint))
    }

    /// Returns the error of a schema that the user has not installed, although the system has one at a path.
    fileprivate static func schemaOfSystem(suite: String, path: String) -> CommandError {
        let text = "cannot remove the schema of suite \(suite.quoted): \(path) belongs to the system"
        return CommandError(.absent, Message(text, hint: "--no-schema ignores it"))
    }

    static var noDataDirectory: CommandError {
        let hint = "set HOME or XDG_DATA_HOME to an absolute path"
        return CommandError(.unreadableFile, Message("no directory for schemas", hint: hint))
    }
}

extension Message {
    /// Returns a note about a suite that has the system's schema, at a path, now.
    fileprivate static func schemaOfSystem(suite: String, path: String) -> Message {
        "suite \(suite.quoted) now has the system's schema \(path)"
    }

    fileprivate static var nothingInstalled: Message { "nothing was installed" }
}

extension Placeholder {
    fileprivate static var schemaAction: Placeholder {
        .action("the name of an action") { SchemaAction.subcommands }
    }
}
