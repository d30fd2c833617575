import PreferenceCore
package import PreferenceStore
import PropertyLists

/// The loop of `prefs browse`: it turns what happens into events, draws the screen, and does what the state asks for.
package final class BrowseSession {
    private let terminal: TerminalDevice
    private let watcher: FileWatcher
    private var decoder = KeyDecoder()
    private var state: BrowseState
    /// What the terminal shows; nil if it must be drawn again.
    private var shown: Screen?
    private var suite: any BrowsedSuite
    /// The directories whose suites are listed; nil if only one suite is shown.
    private let directories: PreferenceDirectories?
    private let isColoured: Bool
    /// The watched paths: those of the files that are shown.
    private var watchedPaths: [String] = []
    /// The time since which a file was found unfinished; nil if none is.
    private var unfinishedSince: Duration?
    /// The time at which an unfinished sequence of keys arrived; nil if none did.
    private var sequenceSince: Duration?
    /// When the files and the list of suites were read last.
    private var latestRead: Duration = .zero
    private var latestList: Duration = .zero
    /// The versions of the directories whose suites are listed.
    private var directoryVersions: [FileVersion?] = []
    /// Whether the file of a suite is corrupt, for each version of the file that was looked at.
    private var health: [String: (version: FileVersion, isCorrupt: Bool)] = [:]
    private var isOver = false

    /// The time after which an ESC is a key, and not the start of a sequence.
    private static let escapeTime: Duration = .milliseconds(50)
    /// The time after which an unfinished file is read again.
    private static let retryTime: Duration = .milliseconds(50)
    /// The time after which the directories are looked at for other suites.
    private static let listTime: Duration = .milliseconds(100)

    /// - Parameters:
    ///   - suite: The suite to show first.
    ///   - directories: The directories whose suites are listed; nil to show that one only.
    ///   - hasHistory: Whether edits are recorded, so that they can be undone.
    package init(
        _ suite: any BrowsedSuite,
        among directories: PreferenceDirectories?,
        hasHistory: Bool,
        isColoured: Bool
    ) throws {
        self.suite = suite
        self.directories = directories
        self.isColoured = isColoured
        terminal = try rethrowing(try TerminalDevice(), as: BrowseError.input)
        watcher = try FileWatcher()
        let suites = try directories?.suiteFiles().suiteNames
        state = BrowseState(size: terminal.size, suites: suites, hasHistory: hasHistory)
        state.selectSuite(suite.name)
    }

    /// Runs until the user leaves.
    package func run() throws {
        try enter()
        defer { terminal.leave() }
        try watch(suite)
        try read(isOwnChange: false)
        while !isOver {
            try draw()
            try handleNext()
        }
    }

    private func enter() throws {
        try rethrowing(try terminal.enter(), as: BrowseError.input)
        state.size = terminal.size
        shown = nil
    }

    private func draw() throws {
        let screen = state.screen
        try write(screen.update(from: shown, isColoured: isColoured))
        shown = screen
    }

    private func write(_ bytes: [UInt8]) throws {
        try rethrowing(try terminal.write(bytes), as: BrowseError.output)
    }

    // MARK: Events

    private func handleNext() throws {
        let waits = [
            sequenceSince.map { _ in Self.escapeTime }, state.nextChange, unfinishedSince.map { _ in Self.retryTime },
            state.suites.map { _ in Self.listTime },
        ]
        let timeout = waits.compactMap(\.self).min()
        let event = try rethrowing(
            try terminal.nextEvent(watching: watcher, timeout: timeout),
            as: BrowseError.input
        )
        switch event {
        case .input(let bytes):
            for input in decoder.decode(bytes) { try send(.input(input)) }
            sequenceSince = decoder.isPending ? SystemClock.uptime() : nil
        case .resized, .continued:
            shown = nil
            try send(.resized(terminal.size))
        case .changed:
            if case .changed = try watcher.nextChanges(timeout: .zero) { try read(isOwnChange: false) }
        case .stop:
            try stop()
        case .end:
            isOver = true
        case .timedOut:
            let now = SystemClock.uptime()
            if let since = sequenceSince, now - since >= Self.escapeTime {
                sequenceSince = nil
                for input in decoder.flush() { try send(.input(input)) }
            }
            if unfinishedSince != nil, now - latestRead >= Self.retryTime { try read(isOwnChange: false) }
            if now - latestList >= Self.listTime { try list() }
            try send(.time)
        }
    }

    /// Passes an event to the state, and does what the state asks for.
    private func send(_ event: BrowseEvent) throws {
        guard !isOver else { return }
        for effect in state.handle(event, at: SystemClock.uptime()) {
            try perform(effect)
        }
    }

    private func perform(_ effect: BrowseEffect) throws {
        switch effect {
        case .show(let name): try show(name)
        case .search(let name, let text): try search(name, for: text)
        case .make(let change): try make(change)
        case .open(let edit): try open(edit)
        case .copy(let text): try write(Array("\u{1B}]52;c;\(Array(text.utf8).base64)\u{07}".utf8))
        case .stop: try stop()
        case .interrupt:
            isOver = true
            terminal.end()
        case .leave: isOver = true
        }
    }

    private func stop() throws {
        try rethrowing(try terminal.stop(), as: BrowseError.input)
        shown = nil
        try send(.resized(terminal.size))
    }

    // MARK: Files

    private func show(_ name: String) throws {
        do throws(PreferenceStoreError) {
            let next = try suite.other(SuiteName(name))
            try watch(next)
            suite = next
            unfinishedSince = nil
        } catch {
            // The other suite stays, with its watches.
            return try send(.problem("\(error)"))
        }
        try read(isOwnChange: false)
    }

    /// Looks for a text in a suite that is not shown.
    private func search(_ name: String, for text: String) throws {
        let other = try? suite.other(SuiteName(name))
        let listing = other.map { Listing(of: $0, since: nil, waited: .zero) }
        try send(.searched(name, isFound: listing.map { !Filter(text, in: $0).matches.isEmpty } ?? false))
    }

    /// Watches the files of a suite, before they are read, so that no change in between is missed.
    private func watch(_ suite: any BrowsedSuite) throws(PreferenceStoreError) {
        var watched: [String] = []
        do throws(PreferenceStoreError) {
            for file in suite.searchList {
                try watcher.watch(file.path)
                watched.append(file.path)
            }
        } catch {
            watched.forEach(watcher.unwatch)
            throw error
        }
        watchedPaths.forEach(watcher.unwatch)
        watchedPaths = watched
    }

    /// Lists the suites again if one of their directories has changed.
    private func list() throws {
        latestList = SystemClock.uptime()
        guard let directories else { return }
        let versions = [directories.user, directories.system, directories.managed].flatMap { [$0, "\($0)/ByHost"] }
            .map { SuiteFile(path: $0).version }
        guard versions != directoryVersions else { return }
        directoryVersions = versions
        guard let files = try? directories.suiteFiles() else { return }
        let corrupt = Set(files.filter { isCorrupt($0.file) }.map(\.suite.rawValue))
        try send(.suites(files.suiteNames, corrupt: corrupt))
    }

    /// Returns whether a file is neither a suite nor being written.
    private func isCorrupt(_ file: SuiteFile) -> Bool {
        let version = file.version
        if let version, let known = health[file.path], known.version == version { return known.isCorrupt }
        var isCorrupt = false
        do throws(PreferenceStoreError) {
            _ = try file.readIndex(waited: .zero)
        } catch .changedTooOften {
            return false
        } catch {
            isCorrupt = true
        }
        if let version { health[file.path] = (version, isCorrupt) }
        return isCorrupt
    }

    private func read(isOwnChange: Bool) throws {
        let now = SystemClock.uptime()
        latestRead = now
        let waited = unfinishedSince.map { now - $0 } ?? .zero
        let listing = Listing(of: suite, since: state.listing, waited: waited)
        unfinishedSince = listing.isBeingWritten ? unfinishedSince ?? now : nil
        try send(.listing(listing, isOwnChange: isOwnChange))
    }

    // MARK: Edits

    /// Has a change made, and shows the file as it is afterwards.
    private func make(_ change: BrowseChange) throws {
        let outcome = suite.outcome(of: change)
        // What the watcher has seen so far is read here.
        _ = try watcher.nextChanges(timeout: .zero)
        try read(isOwnChange: true)
        try send(.made(change, outcome))
    }

    /// Shows the text of an edit in the user's editor, without the screen.
    private func open(_ edit: ValueEdit) throws {
        terminal.leave()
        let next: BrowseEvent
        do throws(BrowseError) {
            var edit = edit
            edit.text = try suite.edited(edit.text)
            next = .edited(edit)
        } catch .message(let text) {
            next = .problem(text)
        }
        // A signal that ends the process has ended it here, after the file was removed.
        try enter()
        try send(.resized(terminal.size))
        try send(next)
    }
}

extension BrowsedSuite {
    func outcome(of change: BrowseChange) -> EditOutcome {
        switch change {
        case .edit(let edit, _): make(edit)
        case .suite(let change, _): make(change)
        case .undo(let made, _, let isForced): undo(made.id, isForced: isForced)
        }
    }
}
