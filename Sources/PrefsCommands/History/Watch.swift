import CommandErrors
import CommandGrammar
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
            write. With several -s, or with --all-suites for all suites of the user, also new ones, each line begins
            with the time and the suite, and a tab after each.

            It runs until a signal ends it or its output is closed. If the file cannot be read, prefs reports it once on
            standard error, and keeps the last contents until the file is readable again. --verbose reports the start of
            the watch; no later change is missed.
            """,
        operands: [.glob("Watch only the keys that match a GLOB, such as 'window.*'")],
        groups: [
            .watchedFiles,
            OptionGroup("Suites", .allSuites("Watch all suites of the user, also new ones")),
            OptionGroup("Keys", .glob("Print the changes of keys that match GLOB, as a bare word does"), .ignore),
            .output(
                .formatOfChanges(
                    "Print changes as lines, as lines of JSON, or as what makes them: seeds, commands, defaults(1)",
                    excludes: ["--names-only"]
                ),
                .namesOnly
            ),
            .messages,
        ],
        examples: [
            "watch": "Print every change of the suite",
            "watch -s group.x --json 'window.*'": "Print the changes of some keys for a program",
            "watch --all-suites --ignore 'window.*'": "Print the changes of all suites, but not of some keys",
            "watch --format commands": "Print changes as commands to run later",
        ],
        exits: .writing([
            .unreadableFile: "the file cannot be watched, or there is no configuration directory",
            .writeFailed: "standard output cannot be written",
        ]),
        action: VerbAction(VerbRun.watch, firstOperand: .readKey)
    )
}

extension VerbRun {
    fileprivate func watch() throws -> ExitCode {
        let selections = try watchedSelections(areAll: false)
        let globs = options.keys.patterns(and: operands).map(Glob.init)
        selections?.forEach { suggestions.noteIfMissing($0, hasMatches: !suggestions.hasSuiteAsKey) }
        var suites = try WatchedSuites(
            selections,
            globs,
            leavesOutVolatile: false,
            by: environment.watcher(),
            reader
        )
        messages.report(.watching(selections?.map(\.location).joined(separator: ", ") ?? "all suites"))
        while let changes = try suites.nextChanges() {
            let time = environment.wallTime.rfc3339
            for suite in changes {
                for change in suite.changes {
                    try tell(
                        SuiteChanges(
                            suite: suite.suite,
                            changes: [change],
                            rules: suite.rules,
                            time: suite.suite == nil ? nil : time
                        )
                    )
                }
            }
        }
        throw CommandError.standardOutput(environment.endForBrokenPipe(), changeIsMade: false)
    }

    /// Prints a change immediately; if the form cannot represent it, prints an error instead.
    private func tell(_ change: SuiteChanges) throws {
        let record: String
        do {
            record = try printer.changes.record(of: change)
        } catch {
            return messages.complain(error)
        }
        try rethrowing(
            environment.writeRecord(Array(record.utf8)),
            as: { .standardOutput($0, changeIsMade: false) }
        )
    }
}

extension Message {
    static func watching(_ location: String) -> Message { "watching \(location)" }
}
