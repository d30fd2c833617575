import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists
import ValueDifferences

extension Verb {
    static let record = Verb(
        "record",
        summary: "Record what a program changes, as a seed",
        discussion: """
            Watches all suites of the user, or those of -s, while COMMAND runs; without a COMMAND, until Enter or
            Ctrl-C, or until there is input from a pipe. Files in ByHost are left out. Then it prints what is different
            from the start: a seed for 'prefs apply', in typed JSON. Its value for a removed key is {"$unset": true}.
            The seed is of one suite if one is selected, else a document of suites by name, for 'prefs apply
            --all-suites'. --format changes, commands or defaults prints another form. A key whose value is the same
            at the end as at the start is left out.

            A change that the form cannot represent is an error, and the others are printed. A note names the keys of a
            seed whose types change: 'apply' changes them with --change-types. Secrets are left out with a note. So are
            the keys that the schema calls volatile, which a program writes by itself; --volatile keeps them. A note
            names each key that has changed more than twice, since it is probably one of them.

            On a terminal, the changes are shown as they happen; -q omits that. COMMAND has the terminal, so -q suits a
            program that draws on it. The last values are read when no suite has changed for 100 ms, but at most 2 s
            after the end; a file that is incomplete then has 2 s more. A signal is passed on to COMMAND, which has 5 s
            to end. A new file of -o is readable by its owner alone.
            """,
        operands: [Operand(.command, "A program and its arguments, after '--'", .zeroOrMore)],
        groups: [
            .watchedFiles,
            OptionGroup("Suites", .allSuites("Watch all suites even if $PREFS_SUITE is set")),
            OptionGroup("Keys", .glob("Record only keys that match GLOB"), .ignore, .volatile),
            .output(
                .formatOfChanges("Print the changes in this form instead of a seed"),
                .outputFile,
                .breakHardLinks
            ),
            .messages,
        ],
        examples: [
            "record": "Record until Enter, and print a seed of all suites",
            "record -s editor -o editor.json -- editor": "Write a seed of what a program changes in its suite",
            "record --ignore 'window.*' --format commands": "Print commands, but none for some keys",
        ],
        exits: .writing([
            .invalidValue: "the form cannot represent a change; the others are printed",
            .unreadableFile: "a suite cannot be read; the changes of the others are printed",
            .writeFailed: "the program failed, and its changes are printed; or the output cannot be written",
        ]),
        action: VerbAction(VerbRun.record)
    )
}

extension VerbRun {
    /// The time that a recording waits for programs that are writing, at its start and at its end.
    private static let settlingTime: Duration = .seconds(2)

    fileprivate func record() throws -> ExitCode {
        options.output.changeForm = options.output.changeForm ?? .seed
        let form: DocumentForm? = printer.changes.isOneDocument ? .typedJSON : nil
        // The recording cannot be made again.
        try printer.documents.checkFile(as: form)
        let selections = try watchedSelections(areAll: true)
        var suites = try WatchedSuites(
            selections,
            options.keys.globs.map(Glob.init),
            leavesOutVolatile: true,
            by: FileWatcher(),
            reader
        )
        try suites.checkPolicies()
        try suites.settle(within: Self.settlingTime)
        let start = suites.begin()
        let command = operands
        // It holds the signals until the document is written.
        var session = try rethrowing(RecordingSession.start(running: command), as: { .program(command[0], $0) })
        let end = try follow(&suites, &session)
        var (recorded, errors) = refusing(suites.changes(since: start))
        let document = Array(try printer.changes.records(of: recorded, isQuestion: true).utf8)
        session.takeSignals()
        errors += try write(document, as: form)
        printer.changes.noteSeed(of: recorded)
        if let error = end { errors.append(error) }
        errors.forEach { messages.complain($0) }
        return (errors.map(\.exitCode) + (suites.areReadable ? [] : [.unreadableFile])).max() ?? .done
    }

    /// Writes a recording to the file of `--output`; if there is none, or that fails, to standard output.
    ///
    /// Standard output is written at once, while no signal ends the process.
    ///
    /// - Returns: The errors, after which the recording may be nowhere.
    private func write(_ document: [UInt8], as form: DocumentForm?) throws -> [CommandError] {
        var errors: [CommandError] = []
        if printer.documents.path != nil {
            do {
                try printer.documents.write(as: form, isPrivate: true) { document }
                return []
            } catch {
                errors.append(CommandError(error))
            }
        }
        let text = try printer.documents.shown(document, as: form)
        do throws(SystemError) {
            try environment.writeOutput(text)
        } catch .brokenPipe {
            // SIGPIPE ends the process as soon as it is not blocked any longer.
        } catch {
            errors.append(.standardOutput(error, changeIsMade: false))
        }
        return errors
    }

    /// Follows the changes until the recording ends and the files are quiet.
    ///
    /// - Returns: The error of a program that has failed, or that still runs.
    private func follow(_ suites: inout WatchedSuites, _ session: inout RecordingSession) throws -> CommandError? {
        let command = operands
        var live = LiveChanges(printer, hasProgram: !command.isEmpty)
        live.start(suites.count)
        var error = command.first.map(CommandError.stillRunning)
        var isEnded = false
        while !isEnded {
            let event = try rethrowing(
                session.nextEvent(watching: suites.watcher, timeout: suites.pause),
                as: CommandError.standardInput
            )
            switch event {
            case .changed, .timedOut: try live.add(suites.nextChanges(timeout: .zero) ?? [])
            case .programEnded(let end):
                error = end == .exited(0) ? nil : .program(command[0], end)
                isEnded = true
            case .ended: isEnded = true
            }
        }
        let deadline = environment.uptime + Self.settlingTime
        var isQuiet = false
        repeat {
            // A change can be one of the same values: only the time tells that there was none.
            let begin = environment.uptime
            try live.add(suites.nextChanges(timeout: .milliseconds(100)) ?? [])
            isQuiet = environment.uptime - begin >= .milliseconds(100)
        } while !isQuiet && environment.uptime < deadline
        try suites.settle(within: Self.settlingTime)
        live.finish()
        return error
    }

    /// Returns the changes that the form can represent, and the errors of the others.
    private func refusing(_ suites: [SuiteChanges]) -> ([SuiteChanges], [CommandError]) {
        var errors: [CommandError] = []
        let kept = suites.map { suite in
            var suite = suite
            suite.changes = suite.changes.filter { change in
                var single = suite
                single.changes = [change]
                do {
                    _ = try printer.changes.records(of: [single])
                    return true
                } catch {
                    errors.append(CommandError(error))
                    return false
                }
            }
            return suite
        }
        return (kept, errors)
    }
}

/// The changes of a recording, shown on the terminal as they happen.
private struct LiveChanges {
    private let printer: Printer
    /// Prints on standard error; nil if the changes are not shown.
    private let terminal: Printer?
    /// Whether a program has the terminal too.
    private let hasProgram: Bool
    /// How often each key has changed, by suite.
    private var counts: [String: [ByteKey: Int]] = [:]
    private var count = 0

    /// The number of changes up to which a key is probably not volatile.
    private static let usualCount = 2

    init(_ printer: Printer, hasProgram: Bool) {
        self.printer = printer
        self.hasProgram = hasProgram
        terminal = printer.options.messages.isQuiet ? nil : printer.ofErrorTerminal
    }

    func start(_ suites: Int) {
        let text = "recording \(counted(suites, "suite"))"
        if terminal == nil {
            printer.messages.report(Message(text))
        } else if !hasProgram {
            showStatus(text)
        }
    }

    mutating func add(_ suites: [SuiteChanges]) {
        for suite in suites {
            for change in suite.changes {
                counts[suite.suite?.rawValue ?? "", default: [:]][ByteKey(change.key), default: 0] += 1
                count += 1
            }
        }
        // What these lines cannot represent is an error at the end.
        guard let terminal, let records = try? terminal.changes.records(of: suites), !records.isEmpty else { return }
        terminal.messages.progressLine.erase()
        terminal.environment.writeError(Array(records.utf8))
        if !hasProgram { showStatus(counted(count, "change")) }
    }

    private func showStatus(_ text: String) {
        terminal?.messages.progressLine.show("\(text); Enter ends", typedColumns: 2)
    }

    /// Prints the number of changes, and the keys that are probably volatile.
    func finish() {
        if let terminal {
            terminal.messages.progressLine.erase()
            terminal.messages.note(count == 0 ? .nothingChanged : Message(counted(count, "change")))
        }
        for (suite, keys) in counts.sorted(byBytesOf: \.key) {
            let often = keys.filter { $0.value > Self.usualCount }.map(\.key.string)
            guard !often.isEmpty else { continue }
            let note = Message.probablyVolatile(often.sorted(byBytesOf: \.self))
            printer.messages.note(suite.isEmpty ? note : .ofSuite(suite, note))
        }
    }
}

extension CommandError {
    fileprivate static func program(_ name: String, _ error: SystemError) -> CommandError {
        let hint = error == .noSuchFile ? "is it in PATH?" : nil
        return CommandError(.writeFailed, Message("cannot start \(name.quoted): \(error)", hint: hint))
    }

    /// Returns the error of a recorded program that has failed.
    fileprivate static func program(_ name: String, _ end: ProgramEnd) -> CommandError {
        CommandError(.writeFailed, "\(name.quoted) \(end)")
    }

    /// Returns the error of a recording that a signal has ended before its program.
    fileprivate static func stillRunning(_ name: String) -> CommandError {
        CommandError(.writeFailed, "the recording has ended, but \(name.quoted) still runs")
    }
}

extension Message {
    /// Returns a note about keys that have changed often in a recording.
    static func probablyVolatile(_ keys: [String]) -> Message {
        let hint = "--ignore GLOB leaves them out, as does \"volatile\": true in the schema"
        return Message("changed more than twice, probably volatile: \(keys.map(\.quoted).firstFew)", hint: hint)
    }
}
