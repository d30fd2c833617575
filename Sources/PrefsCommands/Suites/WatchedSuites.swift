import PreferenceCore
import PreferenceStore
import PropertyLists

/// Suites that a command watches, with their contents at the last successful read.
struct WatchedSuites {
    private struct Suite {
        let selection: Selection
        var contents: PropertyListDictionary = [:]
        var isReadable = true
        /// Whether the contents at the start are unknown.
        var wasUnreadable = false
        var warnings: [SuiteWarning] = []
    }

    let watcher: FileWatcher
    private let reader: SuiteReader
    /// The patterns of the watched keys; all keys if empty.
    private let globs: [Glob]
    /// Whether the keys are left out that a schema calls volatile.
    private let leavesOutVolatile: Bool
    /// The directory whose suites are all watched, also new ones; nil if the command line names the suites.
    private let directories: PreferenceDirectories?
    private var suites: [Suite] = []
    private var positions: [ByteKey: Int] = [:]

    /// Watches and reads some suites, or for nil all in the user's configuration directory.
    ///
    /// Each file is watched before it is read, so that no change in between is missed.
    ///
    /// - Parameters:
    ///   - globs: Patterns of the watched keys; all keys if empty.
    ///   - leavesOutVolatile: Whether the keys are left out that a schema calls volatile.
    init(_ selections: [Selection]?, _ globs: [Glob], leavesOutVolatile: Bool, _ reader: SuiteReader) throws {
        self.reader = reader
        self.globs = globs
        self.leavesOutVolatile = leavesOutVolatile
        watcher = try reader.environment.watcher()
        directories = try selections == nil ? reader.directories() : nil
        if let directories {
            try watcher.watch(directories.user)
        }
        try add(selections ?? reader.suitesOfUser().suites)
        for position in suites.indices {
            suites[position].wasUnreadable = !suites[position].isReadable
        }
    }

    private mutating func add(_ selections: [Selection]) throws {
        for selection in selections where positions[ByteKey(selection.file.path)] == nil {
            try watcher.watch(selection.file.path)
            positions[ByteKey(selection.file.path)] = suites.count
            suites.append(Suite(selection: selection))
            read(suites.count - 1)
        }
    }

    var count: Int { suites.count }

    /// Whether the files of some suites cannot be read now.
    var areReadable: Bool { suites.allSatisfy { $0.isReadable && !$0.wasUnreadable } }

    /// Whether records need the name of the suite.
    private var areSeveral: Bool { directories != nil || suites.count > 1 }

    /// Waits until suites have changed, and returns the changes, in the order of the suites.
    ///
    /// - Parameter timeout: The time to wait; nil waits forever.
    /// - Returns: No changes after the timeout, or if the files have the same values; nil if the watcher was stopped.
    mutating func nextChanges(timeout: Duration? = nil) throws -> [SuiteChanges]? {
        var positions: Set<Int> = []
        switch try watcher.nextChanges(timeout: timeout) {
        case .timedOut: return []
        case .stopped: return nil
        case .changed(let paths):
            let count = suites.count
            positions.formUnion(paths.compactMap { self.positions[ByteKey($0)] })
            if let directories, paths.contains(directories.user) {
                try add(directories.suites(in: .user).map { Selection(of: $0, in: directories) })
                positions.formUnion(count..<suites.count)
            }
            // A key that is applied as a secret is remembered as one before the file is written.
            reader.schemas.forget()
            return try positions.sorted().compactMap { position in
                let old = position < count ? suites[position].contents : [:]
                if position < count { read(position) }
                return try changes(of: suites[position], since: old)
            }
        }
    }

    /// The contents of the suites, by the paths of their files.
    var contents: [ByteKey: PropertyListDictionary] { positions.mapValues { suites[$0].contents } }

    /// Returns the changes of each suite since it had other contents, in byte order of the suites.
    ///
    /// Suites are left out that could not be read at the start.
    func changes(since contents: [ByteKey: PropertyListDictionary]) throws -> [SuiteChanges] {
        try suites.filter { !$0.wasUnreadable }
            .sorted { $0.selection.name.precedesInByteOrder($1.selection.name) }
            .compactMap { try changes(of: $0, since: contents[ByteKey($0.selection.file.path)] ?? [:]) }
    }

    /// Returns the changes of a suite, without the keys that the options leave out; nil if there are none.
    private func changes(of suite: Suite, since old: PropertyListDictionary) throws -> SuiteChanges? {
        guard suite.contents != old else { return nil }
        let schema = try leavesOutVolatile ? reader.schema(of: suite.selection) : nil
        let ignored = IgnoredKeys(reader.options.keys, by: schema)
        let changes = old.keyChanges(to: suite.contents).filter { globs.allow($0.key) && !ignored.contains($0.key) }
        guard !changes.isEmpty else { return nil }
        return SuiteChanges(
            suite: areSeveral ? suite.selection.suite : nil,
            changes: changes,
            secrets: try reader.secrets(of: suite.selection)
        )
    }

    /// Reads a file again; if that fails, reports it once, and keeps the previous contents.
    private mutating func read(_ position: Int) {
        do throws(PreferenceStoreError) {
            let document = try suites[position].selection.file.read()
            let warnings = document?.warnings ?? []
            reader.printer.warn(warnings.filter { !suites[position].warnings.contains($0) })
            suites[position].contents = document?.root ?? [:]
            suites[position].warnings = warnings
            suites[position].isReadable = true
        } catch {
            if suites[position].isReadable { reader.printer.complain(error) }
            suites[position].isReadable = false
        }
    }
}

extension SuiteReader {
    /// Returns the suites that the command line names, each once; nil for all suites.
    ///
    /// - Parameter areAll: Whether a line that names none means all.
    func watchedSelections(areAll: Bool) throws -> [Selection]? {
        guard !options.selection.isOfAllSuites, !(areAll && !isSelective) else { return nil }
        let suites = options.selection.suites
        let selections =
            try suites.count < 2
            ? [selection()] : suites.map { try Selection(options.selection.selecting($0), in: environment) }
        guard !selections[0].isStandardInput else { throw UsageError.standardInputNotWatchable }
        return selections
    }
}
