import CommandGrammar
import PreferenceStore

/// The suites or the file that the line selects, and the schema.
struct SelectionOptions {
    fileprivate(set) var suite: String?
    /// The suites, for a verb that works on several.
    fileprivate(set) var suites: [String] = []
    fileprivate(set) var isGlobal = false
    /// The users that the selected file is for.
    fileprivate(set) var domain = PreferenceLayer.Domain.user
    fileprivate(set) var isByHost = false
    /// The path of a file in place of a suite; `-` is standard input.
    fileprivate(set) var path: String?
    /// Whether a read ignores the shared files and those of the system.
    fileprivate(set) var isOneFile = false
    /// Whether the verb works on the whole configuration.
    fileprivate(set) var isOfAllSuites = false
    /// Whether the verb skips the suites with errors.
    fileprivate(set) var keepsGoing = false
    /// The path of a schema in place of the installed one.
    fileprivate(set) var schemaPath: String?
    fileprivate(set) var ignoresSchema = false
    /// The options that select a file, in their order on the line.
    fileprivate(set) var selectors: [OptionOccurrence] = []

    /// The layer of the selected suite, or of the selected one of all suites.
    var layer: PreferenceLayer { PreferenceLayer(domain, isGlobal: isGlobal, isByHost: isByHost) }

    /// The options on a line that select the same layer and schema, of any suite.
    var layerAndSchemaWords: [String] {
        layer.words + (schemaPath.map { ["--schema", $0] } ?? []) + (ignoresSchema ? ["--no-schema"] : [])
    }

    /// Returns the same options for another suite.
    func selecting(_ suite: String) -> SelectionOptions {
        var options = self
        options.suite = suite
        return options
    }

    /// Whether an option names the suite or the file itself.
    var isNamed: Bool { suite != nil || isGlobal || path != nil }
}

extension PreferenceLayer {
    /// The name in a list of values from several layers: `global`, `system`, `managed`, `this host`.
    var name: String {
        let words = [domain == .user ? "" : domain.rawValue, isGlobal ? "global" : "", isByHost ? "this host" : ""]
        return words.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The options on a line that select this layer, of any suite.
    var words: [String] {
        (domain == .user ? [] : ["--\(domain.rawValue)"]) + (isByHost ? ["--by-host"] : [])
    }
}

extension OptionGroup {
    /// The file options of a verb that reads the search list by default.
    static let searchedFiles = whichFile(.file, .only)

    static let readFile = whichFile(.file)

    /// The file options of a verb that searches all suites by default.
    static let fileToSearch = whichFile(suite: .suiteToSearch, .file)

    /// The file options of a verb that computes a new value from the current one.
    static let updatedFile = whichFile(.writableFile, .onlyUpdated)

    static let writtenFile = whichFile(.writableFile)

    /// The file options of a verb that watches some suites.
    static let watchedFiles = whichFile(suite: .suites, .writableFile)

    static let suiteOfSchema = OptionGroup("Suite", .suiteOfSchema, .global, .file)

    /// The schema of a verb that names files, not suites: it only says which values are secret.
    static let schemaOfCopy = OptionGroup("Schema", .suiteOfCopy, .schema, .noSchema)

    private static func whichFile(suite: Option = .suite, _ others: Option...) -> OptionGroup {
        OptionGroup("File", of: [suite, .global, .system, .managed, .byHost] + others + [.schema, .noSchema])
    }
}

extension [String] {
    /// The options that select a file, for a verb that otherwise applies to many.
    static let fileSelectors: [String] = ["--suite", "--global", "--system", "--managed", "--by-host", "--file"]
}

extension Option {
    /// Returns the option that makes a verb work on the whole configuration.
    ///
    /// - Parameters:
    ///   - operands: The operands that the verb takes with the option; nil if it takes none anyway.
    ///   - others: Options that cannot be combined with it, beside those that select a file or a schema.
    static func allSuites(_ summary: String, operands: [Operand]? = nil, excludes others: [String] = []) -> Option {
        Option(
            ["--all-suites"],
            summary,
            operands: operands,
            excludes: .fileSelectors + ["--schema"] + others
        ) { $0.selection.isOfAllSuites = true }
    }

    static let keepGoing = keepGoing(needs: ["--all-suites"])

    static func keepGoing(needs: [String]) -> Option {
        Option(
            ["--keep-going"],
            "With --all-suites, report suites with errors, do the others",
            needs: needs
        ) { $0.selection.keepsGoing = true }
    }

    fileprivate static let suite = suite(
        summary: "Use the suite NAME (default: $PREFS_SUITE, or 'prefs')"
    )

    fileprivate static let suites = selector(
        ["-s", "--suite"],
        "Use the suite NAME; can be repeated",
        takes: [.word(.suite)],
        isRepeatable: true
    ) { options, occurrence in
        options.suite = occurrence.argument
        options.suites.append(occurrence.argument)
    }

    fileprivate static let suiteToSearch = suite(summary: "Search only the suite NAME")

    fileprivate static let suiteOfSchema = suite(
        summary: "Use the suite NAME; for install, the default is the suite in the name of FILE"
    )

    fileprivate static let suiteOfCopy = suite(
        summary: "Hide the secrets of the suite NAME, by default of the one that has the file's name"
    )

    fileprivate static let global = selector(
        ["-g", "--global"],
        "Use .GlobalPreferences.plist, which all suites share",
        excludes: ["--suite"]
    ) { options, _ in options.isGlobal = true }

    fileprivate static let system = selector(
        ["--system"],
        "Use the file in /usr/local/etc, for all users"
    ) { options, _ in options.domain = .system }

    fileprivate static let managed = selector(
        ["--managed"],
        "Use the file in /etc/prefs/managed, before all others",
        excludes: ["--system", "--by-host"]
    ) { options, _ in options.domain = .managed }

    fileprivate static let byHost = selector(
        ["--by-host"],
        "Use the file in ByHost/, for this host only"
    ) { options, _ in options.isByHost = true }

    fileprivate static let file = file(summary: "Use the file at PATH, in any format; '-' is standard input")

    fileprivate static let writableFile = file(summary: "Use the file at PATH, in any format")

    fileprivate static let only = only(summary: "Read only the selected file, not the shared and system ones")

    fileprivate static let onlyUpdated = only(summary: "Ignore the values in the shared and system files")

    fileprivate static let schema = Option(
        ["--schema"],
        "Use the schema in FILE instead of the installed one",
        takes: [.word(.schemaFile)]
    ) { $0.selection.schemaPath = $1.argument }

    fileprivate static let noSchema = Option(
        ["--no-schema"],
        "Ignore the schema",
        excludes: ["--schema"]
    ) { $0.selection.ignoresSchema = true }

    private static func suite(summary: String) -> Option {
        selector(["-s", "--suite"], summary, takes: [.word(.suite)]) { $0.suite = $1.argument }
    }

    private static func only(summary: String) -> Option {
        Option(["--only"], summary) { $0.selection.isOneFile = true }
    }

    private static func file(summary: String) -> Option {
        selector(
            ["-f", "--file"],
            summary,
            takes: [.word(.path)],
            excludes: ["--suite", "--global", "--system", "--managed", "--by-host"]
        ) { $0.path = $1.argument }
    }

    /// Returns an option that selects a file.
    private static func selector(
        _ spellings: [String],
        _ summary: String,
        takes arguments: [OptionArgument] = [],
        excludes: @autoclosure @escaping @Sendable () -> [String] = [],
        isRepeatable: Bool = false,
        _ update: @escaping @Sendable (inout SelectionOptions, OptionOccurrence) -> Void
    ) -> Option {
        Option(
            spellings,
            summary,
            takes: arguments,
            excludes: excludes(),
            isRepeatable: isRepeatable,
            updating: { values, occurrence in
                guard let options = values as? Options else { return }
                update(&options.selection, occurrence)
                options.selection.selectors.append(occurrence)
            }
        )
    }
}
