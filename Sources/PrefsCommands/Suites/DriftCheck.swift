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
        var managedCount = 0
        var lastChange: SuiteDrift.LastChange?
        let changes = Result {
            let selection = try reader.selection(of: suite)
            lastChange = self.lastChange(of: selection)
            // What applies the seed would quote the text where a file is malformed.
            _ = try withoutQuoting { try selection.file.read() }
            let seeded = try SeededSuite(selection, [Seed(document)], reader)
            managedCount = try selection.rules.managed.all.count
            return try writer.planning { try apply(seeded).changes }
        }.mapError { CommandError($0) }
        var drift = SuiteDrift(suite: suite, changes: changes, managedCount: managedCount, lastChange: lastChange)
        if case .failure(let error) = changes {
            messages.complain(error)
            drift.problem = messages.of(error).map(\.text).joined(separator: "\n")
        }
        return drift
    }

    /// Returns the last change of a selected file, by whatever program; nil if there is no file.
    private func lastChange(of selection: Selection) -> SuiteDrift.LastChange? {
        guard let time = PlainFile.modificationTime(of: selection.file.path) else { return nil }
        let record = (try? reader.sources.journal().records(of: selection))?.last
        // The record of a change is written just after the file.
        let isRecorded = record.map { Duration.seconds(-1)...(.seconds(10)) ~= .milliseconds($0.time) - time } ?? false
        return SuiteDrift.LastChange(time: time, author: isRecorded ? record?.author : nil)
    }
}
