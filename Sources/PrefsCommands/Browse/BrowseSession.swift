import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

/// The loop of `prefs browse`: it turns what happens into events, draws the screen, and does what the state asks for.
final class BrowseSession {
    private let verb: VerbRun
    private let terminal: TerminalDevice
    private let watcher: FileWatcher
    private var decoder = KeyDecoder()
    private var state: BrowseState
    /// What the terminal shows; nil if it must be drawn again.
    private var shown: Screen?
    private var reader: ListingReader
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

    init(_ verb: VerbRun, _ selection: Selection, suites: [String]?) throws {
        self.verb = verb
        terminal = try rethrowing(TerminalDevice(), as: CommandError.standardInput)
        watcher = try FileWatcher()
        state = BrowseState(size: terminal.size, suites: suites, hasHistory: verb.writer.recordsChanges)
        reader = ListingReader(verb.reader, selection)
        if let name = selection.suite?.rawValue { state.selectSuite(name) }
    }

    /// Runs until the user leaves.
    func run() throws {
        try enter()
        defer { terminal.leave() }
        try watch(reader.paths)
        try read(isOwnChange: false)
        while !isOver {
            try draw()
            try handleNext()
        }
    }

    private func enter() throws {
        try rethrowing(terminal.enter(), as: CommandError.standardInput)
        state.size = terminal.size
        shown = nil
    }

    private func draw() throws {
        let screen = state.screen
        try write(screen.update(from: shown, isColoured: verb.printer.isColoured))
        shown = screen
    }

    private func write(_ bytes: [UInt8]) throws {
        try rethrowing(terminal.write(bytes), as: { .standardOutput($0, changeIsMade: false) })
    }

    // MARK: Events

    private func handleNext() throws {
        let waits = [
            sequenceSince.map { _ in Self.escapeTime }, state.nextChange, unfinishedSince.map { _ in Self.retryTime },
            state.suites.map { _ in Self.listTime },
        ]
        let timeout = waits.compactMap(\.self).min()
        let event = try rethrowing(
            terminal.nextEvent(watching: watcher, timeout: timeout),
            as: CommandError.standardInput
        )
        switch event {
        case .input(let bytes):
            for input in decoder.decode(bytes) { try send(.input(input)) }
            sequenceSince = decoder.isPending ? verb.environment.uptime : nil
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
            let now = verb.environment.uptime
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
        for effect in state.handle(event, at: verb.environment.uptime) {
            try perform(effect)
        }
    }

    private func perform(_ effect: BrowseEffect) throws {
        switch effect {
        case .open(let name): try open(name)
        case .run(let run): try perform(run)
        case .edit(let text): try edit(text)
        case .copy(let text): try write(Array("\u{1B}]52;c;\(Array(text.utf8).base64)\u{07}".utf8))
        case .stop: try stop()
        case .interrupt:
            isOver = true
            terminal.end()
        case .leave: isOver = true
        }
    }

    private func stop() throws {
        try rethrowing(terminal.stop(), as: CommandError.standardInput)
        shown = nil
        try send(.resized(terminal.size))
    }

    // MARK: Files

    private func open(_ name: String) throws {
        do {
            let next = ListingReader(verb.reader, try verb.reader.selection(ofShownSuite: SuiteName(name)))
            try watch(next.paths)
            reader = next
            unfinishedSince = nil
            try read(isOwnChange: false)
        } catch {
            // The other suite stays, with its watches.
            try send(.problem(CommandError(error).message.text))
        }
    }

    /// Watches the files that are shown, before they are read, so that no change in between is missed.
    private func watch(_ paths: [String]) throws {
        var watched: [String] = []
        do throws(PreferenceStoreError) {
            for path in paths {
                try watcher.watch(path)
                watched.append(path)
            }
        } catch {
            watched.forEach(watcher.unwatch)
            throw CommandError(error)
        }
        watchedPaths.forEach(watcher.unwatch)
        watchedPaths = paths
    }

    /// Lists the suites again if one of their directories has changed.
    private func list() throws {
        latestList = verb.environment.uptime
        guard state.suites != nil, let directories = try? verb.reader.directories() else { return }
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
        let now = verb.environment.uptime
        latestRead = now
        let waited = unfinishedSince.map { now - $0 } ?? .zero
        let listing = reader.read(since: state.listing, waited: waited)
        unfinishedSince = listing.isBeingWritten ? unfinishedSince ?? now : nil
        try send(.listing(listing, selectors: reader.selectors, isOwnChange: isOwnChange))
    }

    // MARK: Edits

    /// Runs a command line in this process, and shows the file as it is afterwards.
    private func perform(_ run: EditRun) throws {
        if run.isGuarded, let seen = run.seen {
            try read(isOwnChange: false)
            guard state.listing?.writtenValue(at: seen.pointer) == seen.value, state.listing?.isBeingWritten == false
            else { return try send(.ran(run, .changedMeanwhile(seen.pointer))) }
        }
        let outcome = run.outcome(reader.selectors, verb)
        // What the watcher has seen so far is read here.
        _ = try watcher.nextChanges(timeout: .zero)
        try read(isOwnChange: true)
        try send(.ran(run, outcome))
    }

    /// Shows a text in the user's editor, without the screen.
    private func edit(_ edited: EditedText) throws {
        terminal.leave()
        var result = edited
        var problem: CommandError?
        do {
            result.text = try verb.edited(edited.text, named: "value.json")
        } catch {
            problem = CommandError(error)
        }
        // A signal that ends the process has ended it here, after the file was removed.
        try enter()
        try send(.resized(terminal.size))
        if let problem {
            try send(.problem(problem.message.text))
        } else {
            try send(.edited(result))
        }
    }
}

extension EditRun {
    /// Runs the command line in this process.
    ///
    /// - Parameter selectors: The options that select the file.
    func outcome(_ selectors: [String], _ verb: VerbRun) -> RunOutcome {
        let environment = CapturingEnvironment(verb.environment, input: command.input)
        let id = ChangeRecording.newID()
        let writing = verb.options.writing
        // An undo names its change, and is always recorded.
        let edit = selectors + (writing.isUnrecorded ? ["--no-history"] : [])
        let options = (purpose == .edit ? edit : []) + writing.lockTimeoutWords
        let words = command.words(options, isGuarded: isGuarded)
        let code = Command.run(words, in: environment, runID: id)
        let exitCode = ExitCode(rawValue: UInt8(truncatingIfNeeded: code)) ?? .writeFailed
        return RunOutcome(exitCode: exitCode, id: id, message: environment.message)
    }
}

extension RunOutcome {
    /// The outcome of a command that was not run, because the value is not the one that the user has seen.
    static func changedMeanwhile(_ pointer: ValuePointer) -> RunOutcome {
        let message = CommandError.changedMeanwhile([pointer]).message.text
        return RunOutcome(exitCode: .preconditionFailed, id: "", message: message, isStale: true)
    }
}

/// An environment for a command line that the screen runs: its output becomes a message.
final class CapturingEnvironment: CommandEnvironment {
    private let base: any CommandEnvironment
    private let input: String?
    private var errors: [UInt8] = []

    init(_ base: any CommandEnvironment, input: String?) {
        self.base = base
        self.input = input
    }

    /// The first line of the messages, without its label, and the hint.
    var message: String {
        let lines = String(decoding: errors, as: UTF8.self).split(separator: "\n")
        let texts = lines.prefix(2).map { line in
            ["prefs: ", "note: "].first { line.hasPrefix($0) }.map { String(line.dropFirst($0.count)) } ?? String(line)
        }
        return texts.joined(separator: "; ")
    }

    var hasRaisedPrivileges: Bool { base.hasRaisedPrivileges }
    var isInputTerminal: Bool { false }
    var isOutputTerminal: Bool { false }
    var outputColumns: Int? { nil }
    var isErrorTerminal: Bool { false }
    var uptime: Duration { base.uptime }
    var wallTime: Duration { base.wallTime }

    func variable(_ name: String) -> EnvironmentValue { base.variable(name) }
    func readInput() throws(SystemError) -> [UInt8] { Array((input ?? "").utf8) }
    func writeOutput(_ bytes: [UInt8]) throws(SystemError) {}
    func writeRecord(_ bytes: [UInt8]) throws(SystemError) {}
    func writeError(_ bytes: [UInt8]) { errors += bytes }
    func watcher() throws(PreferenceStoreError) -> FileWatcher { try base.watcher() }
    func endForBrokenPipe() -> SystemError { base.endForBrokenPipe() }
}
