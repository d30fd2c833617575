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
    private var input: [UInt8]?
    /// The worst exit code of the suites that `--keep-going` has skipped.
    var exitCodeOfSkipped = ExitCode.done
    var schemas = SchemaCache()
    /// What the administrator has set, of the suites for which it was read, by the path of the first file.
    var managedSettings: [String: ManagedSettings] = [:]
    private(set) lazy var schemaDirectories = SchemaDirectories(environment: environment.variable)
    /// The directory of the journal; nil if no home directory is known.
    private(set) lazy var journalDirectory = JournalDirectory(environment: environment.variable)

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
    }

    /// Returns all bytes of standard input.
    ///
    /// Standard input can be read only once, so the bytes are kept for later calls.
    func readInput() throws -> [UInt8] {
        if let input { return input }
        let bytes = try rethrowing(environment.readInput(), as: CommandError.standardInput)
        input = bytes
        return bytes
    }

    /// Reads all bytes of the file at a path, or of standard input for `-`, as ``readInput()`` does.
    ///
    /// - Parameter error: Returns the error of a file that cannot be read.
    func bytes(ofFileAt path: String, as error: (SystemError) -> CommandError) throws -> [UInt8] {
        try path == "-" ? readInput() : rethrowing(PlainFile.read(path), as: error)
    }

    // MARK: Selection

    /// Returns the selection of the line.
    ///
    /// - Throws: Also if `--schema` names a file that is not a schema, whether or not the verb needs it.
    func selection() throws -> Selection {
        try selection(options.selection)
    }

    /// Returns the selection of the options of the line, which may select another suite.
    func selection(_ selectionOptions: SelectionOptions) throws -> Selection {
        if options.selection.schemaPath != nil { _ = try namedSchema(keys: []) }
        return try Selection(selectionOptions, in: environment)
    }

    /// Whether an option or `$PREFS_SUITE` selects a file, so that none is only assumed.
    var isSelective: Bool {
        switch environment.variable("PREFS_SUITE") {
        case .unset, .text(""): !options.selection.selectors.isEmpty
        case .text, .notUTF8: true
        }
    }

    /// Returns the selection of another suite than the command line names, with its search list.
    func selection(ofShownSuite suite: SuiteName) throws(PreferenceStoreError) -> Selection {
        let directories = try directories()
        let searchList = options.selection.isOneFile ? nil : SearchList(of: suite, in: directories).existingFiles
        return Selection(of: suite, in: directories, searchList: searchList)
    }

    /// Selects the file of a recorded change: that of a layer of its suite, or else by its path.
    func selection(recordedIn record: HistoryRecord) -> Selection {
        let suite = record.suite.flatMap { try? SuiteName($0) }
        guard let suite, let directories = try? directories() else {
            return Selection(SuiteFile(path: record.path), of: suite)
        }
        return SearchList(of: suite, in: directories).lazy
            .map { Selection($0.layer, of: suite, in: directories) }
            .first { $0.recordedPath.hasSameBytes(as: record.path) }
            ?? Selection(SuiteFile(path: record.path), of: suite)
    }

    /// Returns the directories of the user and the system.
    func directories() throws(PreferenceStoreError) -> PreferenceDirectories {
        try PreferenceDirectories(environment: environment.variable)
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
        let keys = try selection.isStandardInput ? StoredKeys(inputKeys()) : StoredKeys(of: selection.searchList)
        printer.warn(keys.warnings)
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
        let value = try body(&snapshot)
        printer.warn(snapshot.warnings)
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
        if selection.isStandardInput {
            return PreferenceSnapshot(of: try inputDocument(keys: keys).dictionary, at: selection.file)
        }
        return PreferenceSnapshot(of: isOneFile ? [selection.file] : selection.searchList, keys: keys)
    }

    // MARK: Values

    /// Returns the values of a selection at some pointers.
    ///
    /// The schema is consulted only for keys that are missing in the file that a write would change. A value in a later
    /// file is not final: an earlier file can contain the key under a former name.
    ///
    /// - Parameter takesDefaults: Whether an unset key has the schema's default.
    func values(
        at pointers: [ValuePointer],
        of selection: Selection,
        takesDefaults: Bool = false
    ) throws -> [FoundValue] {
        let keys = pointers.map(\.key)
        var values = try read(selection, keys: .named(keys)) { snapshot in
            var values: [FoundValue] = []
            for pointer in pointers {
                let entry = try snapshot.entry(named: pointer.key)
                let isCertain = entry?.file.path == selection.file.path
                values.append(
                    FoundValue(pointer: pointer, value: pointer.value(in: entry?.value), isCertain: isCertain)
                )
            }
            return values
        }
        guard !values.allSatisfy(\.isCertain), let schema = try schemaBehindFiles(of: selection, keys: keys) else {
            return values
        }
        let uncertain = try values.indices.filter { !values[$0].isCertain }
            .map { (position: $0, key: try NamedKey(keys[$0], in: schema)) }
        try read(selection, keys: .named(uncertain.flatMap(\.key.names))) { snapshot in
            for (position, key) in uncertain {
                let pointer = pointers[position]
                let entry = try snapshot.entry(named: key.name, formerly: key.formerNames)
                let standard = takesDefaults ? schema.schema.defaultValue(of: pointer.key) : nil
                values[position].value = pointer.value(in: entry?.value ?? standard)
            }
        }
        return values
    }
}

struct FoundValue {
    let pointer: ValuePointer
    var value: PropertyList?
    /// Whether the schema cannot change the result, because the file that a write would change has the key.
    let isCertain: Bool
}

extension CommandError {
    /// Returns the error of patterns that no key of a suite or file matches.
    static func noKeyMatches(_ patterns: [String], in location: String) -> CommandError {
        CommandError(.absent, "no key in \(location) matches \(patterns.map(\.quoted).joined(separator: " or "))")
    }

    static func standardInput(_ error: SystemError) -> CommandError {
        CommandError(.unreadableFile, "cannot read standard input: \(error)")
    }
}
