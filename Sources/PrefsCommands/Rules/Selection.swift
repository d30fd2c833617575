import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

/// The suite or file that a verb uses, according to the options and the environment, with what holds for its values.
struct Selection {
    let rules: SuiteRules
    /// The layer of the suite to which the file belongs; nil for a file that is selected by its path.
    let layer: PreferenceLayer?
    /// Whether the file is standard input or a pipe, which can be read only once.
    private(set) var isStream = false

    /// The file that a write changes.
    var file: SuiteFile { rules.file }
    /// The files that a read searches, in order of precedence.
    var searchList: [SuiteFile] { rules.searchList }
    var suite: SuiteName? { rules.suite }
    /// The directories of the suite; nil if no suite is selected.
    var directories: PreferenceDirectories? { rules.directories }

    init(rules: SuiteRules, layer: PreferenceLayer?) {
        (self.rules, self.layer) = (rules, layer)
    }

    /// Selects a file by its path.
    init(
        _ file: SuiteFile,
        of suite: SuiteName? = nil,
        in directories: PreferenceDirectories? = nil,
        by sources: RuleSources
    ) {
        rules = SuiteRules(file, of: suite, in: directories, searching: [file], sources)
        layer = nil
    }

    /// Selects the file of a layer of a suite.
    init(
        _ layer: PreferenceLayer = PreferenceLayer(),
        of suite: SuiteName,
        in directories: PreferenceDirectories,
        searching searchList: [SuiteFile]? = nil,
        by sources: RuleSources
    ) {
        let file = layer.file(of: suite, in: directories)
        rules = SuiteRules(file, of: suite, in: directories, searching: searchList ?? [file], sources)
        self.layer = layer
    }

    /// Reads the options; without one that names a file, selects the suite of `$PREFS_SUITE`, else the suite `prefs`.
    init(_ options: SelectionOptions, in environment: any CommandEnvironment, by sources: RuleSources) throws {
        if let path = options.path {
            self.init(SuiteFile(path: path), by: sources)
            isStream = path == "-" || PlainFile.isPipe(path)
            return
        }
        let suite = options.isGlobal ? .global : try Selection.suiteName(options, in: environment)
        let directories = try sources.directories()
        let isOneFile = options.isOneFile || options.layer != PreferenceLayer()
        let searchList = isOneFile ? nil : SearchList(of: suite, in: directories).existingFiles
        self.init(options.layer, of: suite, in: directories, searching: searchList, by: sources)
    }

    private static func suiteName(
        _ options: SelectionOptions,
        in environment: any CommandEnvironment
    ) throws -> SuiteName {
        if let name = options.suite { return try SuiteName(name) }
        switch environment.variable("PREFS_SUITE") {
        case .text(let name) where !name.isEmpty:
            return try rethrowing(SuiteName(name), as: CommandError.suiteVariable)
        case .text, .unset: return try SuiteName("prefs")
        case .notUTF8: throw CommandError.suiteVariable(.invalidSuiteName("", .notUTF8))
        }
    }

    /// The suite's name, or the path if no suite is selected.
    var name: String { suite?.rawValue ?? file.path }

    /// The path of the file in its history.
    var recordedPath: String { file.recordedPath }

    /// The users that may read a new file.
    var access: FileAccess { (layer?.domain ?? .user) == .user ? .owner : .readableByAll }

    /// The options on a line that select the file.
    var selector: [String] {
        guard let suite, let layer else { return ["-f", file.path] }
        return (layer.isGlobal ? ["-g"] : ["-s", suite.rawValue]) + layer.words
    }

    /// Returns the options that select another file of the suite for a write; nil if no write changes it.
    func selector(ofFileAt path: String) -> [String]? {
        guard let suite, let layer = layer(ofFileAt: path), layer.domain != .managed else { return nil }
        return (layer.isGlobal ? ["-g"] : ["-s", suite.rawValue]) + layer.words
    }

    /// Returns the layer of the suite to which a file belongs; nil if it belongs to none.
    func layer(ofFileAt path: String) -> PreferenceLayer? {
        guard let suite, let directories else { return nil }
        return SearchList(of: suite, in: directories).first { $0.file.path == path }?.layer
    }

    /// The name of the selection in messages.
    var location: String { searchList.count == 1 ? file.path.documentName : "suite \(name.quoted)" }

    /// Whether nothing that is selected exists: no file of the suite, or not the one file.
    ///
    /// The files that all suites share do not count.
    var isMissing: Bool {
        if isStream { return false }
        guard searchList.count > 1, let suite, let directories else { return !((try? file.exists) ?? true) }
        return !directories.hasFile(of: suite)
    }

    /// Whether the selection is standard input; the file of a suite always has a path with directories.
    var isStandardInput: Bool { file.path == "-" }

    /// The files that a read searches before the one that a write changes; their values hide its own.
    var upperLayers: [SuiteFile] { Array(searchList.prefix { $0.path != file.path }) }

    /// The files that a read searches after the one that a write changes; their values are defaults there.
    var lowerLayers: [SuiteFile] { Array(searchList.drop { $0.path != file.path }.dropFirst()) }
}

extension CommandError {
    static var standardInputNotWritable: CommandError {
        CommandError(usage: "cannot change standard input", hint: "--file needs the path of a file")
    }

    /// Returns the error of a key or suite that is to be copied or renamed to itself.
    static func sourceIsTarget(_ name: String) -> CommandError {
        CommandError(.preconditionFailed, "source and target are both \(name)")
    }

    /// Returns the error of the name in `$PREFS_SUITE`.
    fileprivate static func suiteVariable(_ error: PreferenceStoreError) -> CommandError {
        CommandError(.usage, Message("$PREFS_SUITE: \(error)", hint: error.hint))
    }
}
