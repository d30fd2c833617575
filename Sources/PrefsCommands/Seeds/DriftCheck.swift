import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists

extension VerbRun {
    /// Checks the suites that have a seed, and prints a report on them.
    func report(as form: DriftReport.Form) throws -> ExitCode {
        let configuration = try reader.configuration(operands[0])
        guard !configuration.isEmpty else { throw CommandError.noSeeds(path: operands[0], isForOwner: false) }
        let home: String = if case .text(let home) = environment.variable("HOME") { home } else { "" }
        let suites = configuration.map { drift(of: $0.suite, from: $0.document) }
        return try printer.documents.write(
            DriftReport(home: home, time: environment.wallTime, suites: suites),
            as: form
        )
    }

    /// Returns how a suite differs from its seed.
    private func drift(of suite: SuiteName, from document: NamedDocument) -> SuiteDrift {
        let selection = Result { try reader.selection(of: suite) }
        let changed = (try? selection.get()).flatMap { PlainFile.modificationTime(of: $0.file.path) }
        let changes = Result {
            let selection = try selection.get()
            // What applies the seed would quote the text where a file is malformed.
            _ = try withoutQuoting { try selection.file.read() }
            let seeded = try SeededSuite(selection, [Seed(document)], reader)
            let applied = try writer.planning { try apply(seeded) }
            if let refusal = applied.refusal { throw refusal }
            return applied.changes
        }.mapError { CommandError($0) }
        var drift = SuiteDrift(
            suite: suite,
            changes: changes,
            managedCount: (try? selection.get().rules.managed.count) ?? 0,
            changed: changed,
            author: changed.flatMap { time in (try? selection.get()).flatMap { author(ofChangeOf: $0, at: time) } }
        )
        if case .failure(let error) = changes {
            messages.complain(error)
            drift.problem = messages.of(error).map(\.text).joined(separator: "\n")
        }
        return drift
    }

    /// Returns who changed a selected file at a time, if that is recorded.
    private func author(ofChangeOf selection: Selection, at time: Duration) -> HistoryRecord.Author? {
        guard let record = (try? reader.sources.journal().records(of: selection))?.last else { return nil }
        // The record of a change is written just after the file.
        return Duration.seconds(-1)...(.seconds(10)) ~= .milliseconds(record.time) - time ? record.author : nil
    }
}
