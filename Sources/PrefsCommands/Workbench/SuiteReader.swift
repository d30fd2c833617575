import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists

/// Reads the files of a run through the library, and reports its warnings.
final class SuiteReader {
    let arguments: ParsedArguments
    let options: Options
    let printer: Printer
    let environment: any CommandEnvironment
    let sources: RuleSources
    var messages: Messages { printer.messages }
    private(set) lazy var documents = DocumentReader(messages)
    /// The worst exit code of the suites that `--keep-going` has skipped.
    var exitCodeOfSkipped = ExitCode.done

    init(
        _ arguments: ParsedArguments,
        _ options: Options,
        _ printer: Printer,
        in environment: any CommandEnvironment
    ) {
        self.arguments = arguments
        self.options = options
        self.printer = printer
        self.environment = environment
        sources = RuleSources(options, printer.messages, in: environment)
        printer.sources = sources
    }

    // MARK: Selection

    /// Returns the selection of the options of the line, or of others.
    ///
    /// - Throws: Also if `--schema` names a file that is not a schema, whether or not the verb needs it.
    func selection(_ others: SelectionOptions? = nil) throws -> Selection {
        if let named = try sources.namedSchema() { _ = try SuiteSchema(named, keys: []) }
        return known(try Selection(others ?? options.selection, in: environment, by: sources))
    }

    /// Returns the selection of one file, by its path or as it was found.
    func selection(
        of file: SuiteFile,
        _ suite: SuiteName? = nil,
        in directories: PreferenceDirectories? = nil
    ) -> Selection {
        known(Selection(file, of: suite, in: directories, by: sources))
    }

    /// Returns the selection of a file that the command line names, of which git may have made a copy: it hides what the
    /// schema that the options select calls secret, else that of the suite that has the file's name, and what was
    /// applied as secret to any file of its name, or to that suite.
    ///
    /// git passes a copy of a file, in another directory, but under its name. A schema that cannot be read is reported,
    /// and every value is hidden: git could not go on without its merge driver.
    func selection(ofCopyAt path: String) throws -> Selection {
        let file = SuiteFile(path: path)
        let suite = try options.selection.suite.map { try SuiteName($0) } ?? file.suite
        let selection = selection(of: file, suite)
        selection.rules.disclosure.namesOfCopies = Set(
            [path.lastPathComponent] + (suite.map { ["\($0.rawValue).plist"] } ?? [])
        )
        do {
            _ = try selection.rules.schema()
        } catch {
            messages.complain(error)
        }
        return selection
    }

    /// Returns the selection of the user's file of a suite, or of another layer, without the search list.
    func selection(
        of suite: SuiteName,
        _ layer: PreferenceLayer = PreferenceLayer()
    ) throws(PreferenceStoreError) -> Selection {
        known(Selection(layer, of: suite, in: try sources.directories(), by: sources))
    }

    /// Returns the selection of another suite than the command line names, with its search list.
    func selection(ofShownSuite suite: SuiteName) throws(PreferenceStoreError) -> Selection {
        let directories = try sources.directories()
        let searchList = options.selection.isOneFile ? nil : SearchList(of: suite, in: directories).existingFiles
        return known(Selection(of: suite, in: directories, searching: searchList, by: sources))
    }

    /// Selects the file that a recorded change was made in: as a layer of the suite if it still is one, else by its path.
    func selection(recordedIn record: HistoryRecord) -> Selection {
        let suite = record.suite.flatMap { try? SuiteName($0) }
        guard let suite, let directories = try? sources.directories(),
            let layer = SearchList(of: suite, in: directories).first(where: {
                $0.layer.file(of: suite, in: directories).recordedPath.hasSameBytes(as: record.path)
            })?.layer
        else { return selection(of: SuiteFile(path: record.path), suite) }
        return known(Selection(layer, of: suite, in: directories, by: sources))
    }

    /// Returns the selection of another run, with what holds for its values now.
    func selection(again other: Selection) -> Selection {
        let (file, searchList) = (other.file, other.searchList)
        let rules = SuiteRules(file, of: other.suite, in: other.directories, searching: searchList, sources)
        return known(Selection(rules: rules, layer: other.layer))
    }

    /// Has the printer quote no value that the selection hides.
    private func known(_ selection: Selection) -> Selection {
        messages.rules.append(selection.rules)
        return selection
    }

    /// Whether an option or `$PREFS_SUITE` selects a file, so that none is only assumed.
    var isSelective: Bool {
        switch environment.variable("PREFS_SUITE") {
        case .unset, .text(""): !options.selection.selectors.isEmpty
        case .text, .notUTF8: true
        }
    }

    /// Returns the pointer that a KEY and `--at` make up.
    func pointer(_ key: String) -> ValuePointer {
        ValuePointer(key, at: options.keys.pointer)
    }

    /// Returns the pointers that the line selects: for its keys, and for the set keys that match a glob.
    ///
    /// - Throws: `noKeyMatches` if there are only globs, and none matches.
    func pointers(in selection: Selection) throws -> [ValuePointer] {
        let patterns = options.keys.globs
        guard !patterns.isEmpty else { return arguments.operands.map(pointer) }
        let pointers = pointers(among: try names(in: selection))
        guard !pointers.isEmpty else { throw CommandError.noKeyMatches(patterns, in: selection.location) }
        return pointers
    }

    /// Returns the pointers for the keys of the line, and for those of the names that match a glob of `--glob`.
    ///
    /// - Parameter names: The set keys of the file or suite.
    func pointers(among names: [String]) -> [ValuePointer] {
        let given = arguments.operands
        let keys = Set(given.map { ByteKey($0) })
        let globs = options.keys.globs.map(Glob.init)
        return (given + names.filter { globs.allow($0) && !keys.contains(ByteKey($0)) }).map(pointer)
    }

    /// Returns the names of the set keys, in byte order, without reading their values.
    func names(in selection: Selection) throws -> [String] {
        let keys =
            try selection.isStream
            ? StoredKeys(documents.keys(ofStreamAt: selection.file.path)) : StoredKeys(of: selection.searchList)
        messages.warn(keys.warnings)
        return keys.names
    }

    // MARK: Whole files

    /// Reads from one snapshot.
    ///
    /// - Parameters:
    ///   - keys: The keys to read; nil for all keys.
    ///   - isOneFile: Whether to read only the file itself, not the search list.
    func read<Value>(
        _ selection: Selection,
        keys: KeySelection? = nil,
        isOneFile: Bool = false,
        _ body: (inout PreferenceSnapshot) throws -> Value
    ) throws -> Value {
        var snapshot = try snapshot(of: selection, keys: keys, isOneFile: isOneFile)
        let value = try messages.during("reading", selection.file.path) { try body(&snapshot) }
        messages.warn(snapshot.warnings)
        return value
    }

    /// Returns the contents of one file; empty if it does not exist.
    func contents(of selection: Selection, keys: KeySelection? = nil) throws -> PropertyListDictionary {
        try read(selection, keys: keys, isOneFile: true) { snapshot in
            try snapshot.contents(ofFileAt: selection.file.path)
        }
    }

    /// Returns a snapshot of the selected files, which are read later, or of standard input for the path `-`.
    func snapshot(
        of selection: Selection,
        keys: KeySelection? = nil,
        isOneFile: Bool = false
    ) throws -> PreferenceSnapshot {
        if isOneFile { try selection.rules.checkPolicies() } else { selection.rules.disclosure.coverSearchList() }
        if selection.isStream {
            let document = try documents.stream(at: selection.file.path, keys: keys)
            return PreferenceSnapshot(of: try document.dictionary, at: selection.file)
        }
        return PreferenceSnapshot(of: isOneFile ? [selection.file] : selection.searchList, keys: keys)
    }

    // MARK: Values

    /// Returns the values of a selection at some pointers.
    ///
    /// The schema is consulted only for keys that are missing in the file that a write would change, or if there are
    /// policies. A value in a later file is not final: an earlier file can contain the key under a former name.
    ///
    /// - Parameter takesDefaults: Whether an unset key has the schema's default.
    /// - Returns: A value for each pointer; nil if there is none.
    func values(
        at pointers: [ValuePointer],
        of selection: Selection,
        takesDefaults: Bool = false
    ) throws -> [PropertyList?] {
        let keys = pointers.map(\.key)
        var uncertain: [Int] = []
        let hasPolicies = selection.searchList.contains { $0.isManaged && !selection.file.isManaged }
        var values = try read(selection, keys: .named(keys)) { snapshot in
            try pointers.enumerated().map { position, pointer in
                let entry = try snapshot.entry(named: [pointer.key])
                if hasPolicies || entry?.file.path != selection.file.path { uncertain.append(position) }
                return try pointer.found(in: entry?.value)
            }
        }
        guard !uncertain.isEmpty, let schema = try selection.rules.defaults(of: keys) else { return values }
        let names = uncertain.map { schema.names(of: keys[$0]) }
        try read(selection, keys: .named(names.flatMap(\.self))) { snapshot in
            for (position, names) in zip(uncertain, names) {
                let standard = takesDefaults ? schema.schema.defaultValue(of: keys[position]) : nil
                values[position] = try pointers[position].found(in: snapshot.entry(named: names)?.value ?? standard)
            }
        }
        return values
    }
}

extension CommandError {
    /// Returns the error of patterns that no key of a suite or file matches.
    static func noKeyMatches(_ patterns: [String], in location: String) -> CommandError {
        CommandError(.absent, "no key in \(location) matches \(patterns.map(\.quoted).joined(separator: " or "))")
    }
}
