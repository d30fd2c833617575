import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

/// Suites that a command watches, with their contents at the last successful read.
///
/// What fails is reported once and tried again later: neither an unreadable file nor a malformed schema ends the watch.
/// A file that another program is writing does not delay the others.
struct WatchedSuites {
    private struct Suite {
        let selection: Selection
        /// The contents at the last successful read; nil before it.
        var contents: PropertyListDictionary?
        /// The time since which the file has been unfinished; nil if it is not.
        var unfinishedSince: Duration?
        var isReadable = true
        /// Whether the contents at the start are unknown.
        var wasUnreadable = false
        var warnings: [SuiteWarning] = []
        var ignored: IgnoredKeys?
        var areRulesReadable = true
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
    /// Whether each file can be watched, and all suites are known.
    private var isComplete = true
    /// The time of the last read of unfinished files.
    private var retried: Duration = .zero

    /// The time between two reads of an unfinished file.
    private static let unfinishedPause: Duration = .milliseconds(20)
    /// The time after which the watch of a file is tried again.
    private static let watchPause: Duration = .seconds(1)

    /// Watches and reads some suites, or for nil all in the user's configuration directory.
    ///
    /// Each file is watched before it is read, so that no change in between is missed. The changes of a file that is
    /// unfinished are those since it is complete.
    ///
    /// - Parameters:
    ///   - globs: Patterns of the watched keys; all keys if empty.
    ///   - leavesOutVolatile: Whether the keys are left out that a schema calls volatile.
    init(
        _ selections: [Selection]?,
        _ globs: [Glob],
        leavesOutVolatile: Bool,
        by watcher: FileWatcher,
        _ reader: SuiteReader
    ) throws {
        self.reader = reader
        self.globs = globs
        self.leavesOutVolatile = leavesOutVolatile
        self.watcher = watcher
        directories = try selections == nil ? reader.sources.directories() : nil
        if let directories {
            try watcher.watch(directories.user)
        }
        for selection in try selections ?? reader.suitesOfUser().suites {
            try add(selection)
        }
    }

    /// Watches and reads a suite.
    ///
    /// - Parameter contents: What it had before; nil if that is unknown.
    private mutating func add(_ selection: Selection, after contents: PropertyListDictionary? = nil) throws {
        guard positions[ByteKey(selection.file.path)] == nil else { return }
        try watcher.watch(selection.file.path)
        positions[ByteKey(selection.file.path)] = suites.count
        suites.append(Suite(selection: selection, contents: contents))
        read(suites.count - 1)
        readRules(suites.count - 1)
    }

    /// Throws the error of a policy that cannot be read, of one of the suites.
    func checkPolicies() throws {
        try suites.forEach { try $0.selection.rules.checkPolicies() }
    }

    var count: Int { suites.count }

    /// Whether the changes of all suites are known now.
    var areReadable: Bool {
        isComplete && suites.allSatisfy { $0.isReadable && $0.areRulesReadable && !$0.wasUnreadable }
    }

    /// Whether another program seems to be writing a file.
    var isUnfinished: Bool { suites.contains { $0.unfinishedSince != nil } }

    /// The time after which ``nextChanges(timeout:)`` must be called even if no file changes; nil if there is none.
    var pause: Duration? { isUnfinished ? Self.unfinishedPause : isComplete ? nil : Self.watchPause }

    /// Whether records need the name of the suite.
    private var areSeveral: Bool { directories != nil || suites.count > 1 }

    /// Waits until suites have changed, and returns the changes, in the order of the suites.
    ///
    /// - Parameter timeout: The time to wait; nil waits forever.
    /// - Returns: No changes after the timeout, if the files have the same values, or if one is unfinished; nil if the
    ///   watcher was stopped.
    mutating func nextChanges(timeout: Duration? = nil) throws -> [SuiteChanges]? {
        try watcher.wait(timeout: [timeout, pause].compactMap(\.self).min())
        let count = suites.count
        var changed: Set<Int> = []
        do {
            var paths: [String] = []
            switch try watcher.nextChanges(timeout: .zero) {
            case .timedOut: break
            case .stopped: return nil
            case .changed(let changed): paths = changed
            }
            // An unfinished file is read at intervals, however often it changes.
            changed.formUnion(
                paths.compactMap { positions[ByteKey($0)] }.filter { suites[$0].unfinishedSince == nil }
            )
            if let directories, !isComplete || paths.contains(directories.user) {
                try directories.suites(in: .user).forEach { try add(reader.selection(of: $0), after: [:]) }
            }
            isComplete = true
        } catch {
            if isComplete { reader.messages.complain(error) }
            isComplete = false
        }
        let time = reader.environment.uptime
        if time - retried >= Self.unfinishedPause {
            changed.formUnion(suites.indices.filter { suites[$0].unfinishedSince != nil })
            retried = time
        }
        changed.formUnion(count..<suites.count)
        // A key that is applied as a secret is remembered as one before the file is written.
        if !changed.isEmpty { reader.sources.forgetSchemas() }
        return changed.sorted().compactMap { position in
            let old = position < count ? suites[position].contents : [:]
            if position < count { read(position) }
            return old.flatMap { changes(at: position, since: $0) }
        }
    }

    /// Waits until no file is unfinished; after a time, those that are count as they are then.
    mutating func settle(within time: Duration) throws {
        let deadline = reader.environment.uptime + time
        while isUnfinished, reader.environment.uptime < deadline, try nextChanges() != nil {}
        for position in suites.indices where suites[position].unfinishedSince != nil {
            read(position, waited: SuiteFile.readPatience)
        }
    }

    /// Begins a recording.
    ///
    /// - Returns: The contents of the suites, by the paths of their files.
    mutating func begin() -> [ByteKey: PropertyListDictionary] {
        for position in suites.indices {
            suites[position].wasUnreadable = suites[position].contents == nil
        }
        return positions.compactMapValues { suites[$0].contents }
    }

    /// Returns the changes of each suite since it had other contents, in byte order of the suites.
    ///
    /// Suites are left out that could not be read at the start.
    mutating func changes(since contents: [ByteKey: PropertyListDictionary]) -> [SuiteChanges] {
        reader.sources.forgetSchemas()
        return suites.indices.filter { !suites[$0].wasUnreadable }
            .sorted(byBytesOf: { suites[$0].selection.name })
            .compactMap { changes(at: $0, since: contents[ByteKey(suites[$0].selection.file.path)] ?? [:]) }
    }

    /// Returns the changes of a suite, without the keys that the options leave out; nil if there are none.
    private mutating func changes(at position: Int, since old: PropertyListDictionary) -> SuiteChanges? {
        guard let contents = suites[position].contents, contents != old else { return nil }
        readRules(position)
        let suite = suites[position]
        let changes = old.keyChanges(to: contents)
            .filter { globs.allow($0.key) && suite.ignored?.contains($0.key) != true }
        guard !changes.isEmpty else { return nil }
        return SuiteChanges(
            suite: areSeveral ? suite.selection.suite : nil,
            changes: changes,
            rules: suite.selection.rules
        )
    }

    /// Reads a file again; if that fails, reports it once, and keeps the previous contents.
    ///
    /// - Parameter waited: The time for which the file has been unfinished; nil if this value knows it.
    private mutating func read(_ position: Int, waited: Duration? = nil) {
        let time = reader.environment.uptime
        let since = suites[position].unfinishedSince ?? time
        let waited = waited ?? time - since
        suites[position].unfinishedSince = nil
        do throws(PreferenceStoreError) {
            let document = try suites[position].selection.file.readVersion(nil, waited: waited).document
            let warnings = document?.warnings ?? []
            for warning in warnings where !suites[position].warnings.contains(warning) {
                reader.messages.note(.warning(warning))
            }
            suites[position].contents = document?.root ?? [:]
            suites[position].warnings = warnings
            suites[position].isReadable = true
        } catch {
            if case .changedTooOften = error, waited < SuiteFile.readPatience {
                suites[position].unfinishedSince = since
                return
            }
            if suites[position].isReadable { reader.messages.complain(error) }
            suites[position].isReadable = false
        }
    }

    /// Reads what the schemas say of a suite again; if that fails, reports it once, and keeps what was known.
    private mutating func readRules(_ position: Int) {
        do {
            let rules = suites[position].selection.rules
            try rules.reread()
            suites[position].ignored = try IgnoredKeys(reader.options.keys, by: leavesOutVolatile ? rules : nil)
            suites[position].areRulesReadable = true
        } catch {
            if suites[position].areRulesReadable { reader.messages.complain(error) }
            suites[position].areRulesReadable = false
        }
    }
}

extension VerbRun {
    /// Returns the suites that the command line names, each once; nil for all suites.
    ///
    /// - Parameter areAll: Whether a line that names none means all.
    func watchedSelections(areAll: Bool) throws -> [Selection]? {
        guard !options.selection.isOfAllSuites, !(areAll && !reader.isSelective) else { return nil }
        let suites = options.selection.suites
        let selections =
            try suites.count < 2
            ? [reader.selection()] : suites.map { try reader.selection(options.selection.selecting($0)) }
        guard !selections[0].isStream else { throw CommandError.standardInputNotWatchable }
        return selections
    }
}

extension CommandError {
    fileprivate static var standardInputNotWatchable: CommandError {
        CommandError(usage: "cannot watch standard input", hint: "--file needs the path of a file")
    }
}
