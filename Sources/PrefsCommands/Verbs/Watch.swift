import PreferenceStore
import PreferenceCore
import PropertyLists

extension Verb {
    static let watch = Verb(
        "watch",
        summary: "Print changes as they happen",
        discussion: """
            Prints each change as soon as any program makes it, with values as typed JSON. '+ KEY NEW' is a new key,
            '- KEY OLD' a removed key, and '~ KEY OLD -> NEW' a new value. In dictionaries and arrays, each line names
            the place that changed: '~ KEY /frame/0 OLD -> NEW'. The command watches the one file that 'prefs set' would
            write.

            It runs until a signal ends it or its output is closed. If the file cannot be read, prefs reports it once on
            standard error, and keeps the last contents until the file is readable again. --verbose reports the start of
            the watch; no later change is missed.
            """,
        operands: [.glob("Watch only the keys that match a GLOB, such as 'window.*'")],
        groups: [
            .writtenFile,
            OptionGroup("Keys", .glob("Print the changes of keys that match GLOB, as a bare word does")),
            .output(
                .json(summary: "Print one JSON object per line, with key, old and new, in typed JSON"),
                .typed,
                .namesOnly,
                .formatOfChanges,
                .asCommands
            ),
            .messages,
        ],
        examples: [
            "watch": "Print every change of the suite",
            "watch -s group.x --json 'window.*'": "Print the changes of some keys for a program",
            "watch --format commands": "Record changes as commands to run later",
        ],
        exits: .writing([
            .unreadableFile: "the file cannot be watched, or there is no configuration directory",
            .writeFailed: "standard output cannot be written",
        ]),
        firstOperand: .readKey,
        run: VerbRun.watch
    )
}

extension VerbRun {
    fileprivate func watch() throws -> ExitCode {
        let selection = try reader.selection()
        guard !selection.isStandardInput else { throw UsageError.standardInputNotWatchable }
        let globs = options.keys.patterns(and: operands).map(Glob.init)
        var file = WatchedFile(selection.file)
        let watcher = try environment.watcher()
        try watcher.watch(selection.file.path)
        reader.noteIfMissing(selection)
        var secrets = try reader.secrets(of: selection)
        // The file is watched before it is read, so that no change in between is missed.
        tell(file.read())
        printer.report(.watching(selection.location))
        var values = file.values(matching: globs)
        while case .changed = try watcher.nextChanges() {
            tell(file.read())
            let newValues = file.values(matching: globs)
            reader.schemas.forget()
            // A key that is applied as a secret is remembered as one before the file is written.
            secrets = try reader.secrets(of: selection)
            for change in values.keyChanges(to: newValues) {
                try tell(change, hiding: secrets)
            }
            values = newValues
        }
        throw CommandError.standardOutput(environment.endForBrokenPipe(), changeIsMade: false)
    }

    private func tell(_ news: (problem: PreferenceStoreError?, warnings: [SuiteWarning])) {
        printer.warn(news.warnings)
        if let problem = news.problem {
            printer.complain(CommandError(problem).message)
        }
    }

    /// Prints a change immediately; if the form cannot represent it, prints an error instead.
    private func tell(_ change: PreferenceChange, hiding secrets: PreferenceSecrets) throws {
        let record: String
        do {
            record = try self.record(of: change, hiding: secrets)
        } catch {
            return printer.complain(error)
        }
        try rethrowing(
            environment.writeRecord(Array("\(record)\n".utf8)),
            as: { .standardOutput($0, changeIsMade: false) }
        )
    }

    private func record(of change: PreferenceChange, hiding secrets: PreferenceSecrets) throws -> String {
        if printer.printsCommands { return try printer.command(making: change, hiding: secrets) }
        guard printer.jsonStyle == nil else {
            return try printer.compactJSON(
                change.hidingSecrets(of: secrets).object,
                .typed,
                at: ValuePointer(change.key)
            )
        }
        return try printer.lines(of: change, hiding: secrets).joined(separator: "\n")
    }
}

/// A suite file, with the contents of the last successful read.
struct WatchedFile {
    private let file: SuiteFile
    private var contents: PropertyListDictionary = [:]
    private var isReadable = true
    private var warnings: [SuiteWarning] = []

    init(_ file: SuiteFile) {
        self.file = file
    }

    /// Reads the file again; if that fails, keeps the previous contents.
    ///
    /// - Returns: The error, if the previous read succeeded, and the warnings that the last successful read did not
    ///   have.
    mutating func read() -> (problem: PreferenceStoreError?, warnings: [SuiteWarning]) {
        do throws(PreferenceStoreError) {
            let document = try file.read()
            contents = document?.root ?? [:]
            isReadable = true
            let found = document?.warnings ?? []
            defer { warnings = found }
            return (nil, found.filter { !warnings.contains($0) })
        } catch {
            defer { isReadable = false }
            return (isReadable ? error : nil, [])
        }
    }

    /// Returns the values of the keys that match one of the globs, or of all keys without a glob.
    func values(matching globs: [Glob]) -> PropertyListDictionary {
        guard !globs.isEmpty else { return contents }
        var values = contents
        values.removeAll { !globs.allow($0.key) }
        return values
    }
}

extension Message {
    static func watching(_ pointer: String) -> Message { "watching \(pointer)" }
}
