import PreferenceCore
import PreferenceStore
import PropertyLists

extension VerbRun {
    /// Checks the suites of each home, and prints a report on them.
    func report(as form: DriftReport.Form) throws -> ExitCode {
        let configuration = try reader.configuration(operands[0])
        guard !configuration.isEmpty else { throw CommandError.noSeeds(path: operands[0], isForOwner: false) }
        // A note would not name the home.
        let quiet = try Options(arguments)
        quiet.messages.isQuiet = true
        var report = DriftReport(time: environment.wallTime)
        let own: String = if case .text(let home) = environment.variable("HOME") { home } else { "" }
        if let pattern = options.apply.homes {
            let homes = try homes(matching: pattern)
            for (position, home) in homes.enumerated() {
                printer.progressLine.show(position, of: homes.count)
                let run = VerbRun(arguments, quiet, in: HomeEnvironment(home, environment))
                report.suites += run.drift(of: configuration, in: home, isOwn: home == own)
            }
        } else {
            let run = VerbRun(arguments, quiet, in: environment)
            report.suites = run.drift(of: configuration, in: own, isOwn: true)
        }
        report.hide { suite in
            (try? reader.secrets(of: Selection(of: suite, in: try reader.directories()))) ?? .everything
        }
        return try printer.write(report, as: form)
    }

    /// Returns how the suites of a home differ from their seeds, as far as its user can read them.
    ///
    /// Root would follow the links of others in a home that only seems to be root's.
    private func drift(
        of configuration: [(suite: SuiteName, document: NamedDocument)],
        in home: String,
        isOwn: Bool
    ) -> [SuiteDrift] {
        do {
            let owner = isOwn ? CallingProcess.user : PlainFile.owner(of: home) ?? CallingProcess.user
            if !isOwn, owner == 0 { throw CommandError.homeOfRoot(home) }
            return try rethrowing(
                CallingProcess.withRights(of: owner) {
                    configuration.map { drift(of: $0.suite, from: $0.document, in: home) }
                },
                as: { CommandError.rights(home, $0) }
            )
        } catch {
            let error = CommandError(error)
            printer.complain(error)
            return configuration.map { SuiteDrift(home: home, suite: $0.suite, changes: .failure(error)) }
        }
    }

    private func drift(of suite: SuiteName, from document: NamedDocument, in home: String) -> SuiteDrift {
        var managedCount = 0
        var lastChange: SuiteDrift.LastChange?
        let changes = Result {
            let selection = Selection(of: suite, in: try reader.directories())
            lastChange = reader.lastChange(of: selection)
            // What applies the seed would quote the text where a file is malformed.
            _ = try reader.withoutQuoting { try selection.file.read() }
            let seeded = try SeededSuite(selection, [Seed(document)], reader)
            managedCount = seeded.managed.all.count
            var changes = try apply(seeded, isRehearsal: true).changes
            // They may have been applied when the home had another path.
            let name = selection.file.path.lastPathComponent
            changes.secrets = changes.secrets.adding(keys: try reader.secretKeys(ofFilesNamed: name))
            return changes
        }.mapError { CommandError($0) }
        if case .failure(let error) = changes { printer.complain(error) }
        return SuiteDrift(
            home: home,
            suite: suite,
            changes: changes,
            managedCount: managedCount,
            lastChange: lastChange
        )
    }
}

extension DriftReport {
    /// Hides in each home what is secret in any, or by a closure that is called for each suite: one user has a schema or
    /// a record that another lacks.
    fileprivate mutating func hide(_ secrets: (SuiteName) -> PreferenceSecrets) {
        for suite in Set(suites.map(\.suite)) {
            let all = suites.filter { $0.suite == suite }.reduce(secrets(suite)) { all, drift in
                (try? drift.changes.get().secrets).map(all.union) ?? all
            }
            for position in suites.indices where suites[position].suite == suite {
                suites[position].changes = suites[position].changes.map { changes in
                    var changes = changes
                    changes.secrets = all
                    return changes
                }
            }
        }
    }
}

extension SuiteReader {
    /// Returns the last change of a selected file, by whatever program; nil if there is no file.
    fileprivate func lastChange(of selection: Selection) -> SuiteDrift.LastChange? {
        guard let time = PlainFile.modificationTime(of: selection.file.path) else { return nil }
        let record = (try? records(of: selection))?.last
        // The record of a change is written just after the file.
        let isRecorded = record.map { Duration.seconds(-1)...(.seconds(10)) ~= .milliseconds($0.time) - time } ?? false
        return SuiteDrift.LastChange(time: time, author: isRecorded ? record?.author : nil)
    }
}

extension CommandError {
    /// Returns the error of a home that belongs to root, although it is not root's own.
    fileprivate static func homeOfRoot(_ home: String) -> CommandError {
        CommandError(.unreadableFile, Message("\(home) belongs to root", hint: "give it to its user"))
    }

    /// Returns the error of rights that the process cannot take.
    fileprivate static func rights(_ home: String, _ error: any Error) -> CommandError {
        CommandError(.unreadableFile, "cannot take the rights of the owner of \(home): \(error)")
    }
}
