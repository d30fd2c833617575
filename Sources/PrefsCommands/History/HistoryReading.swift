import CommandErrors
import CommandGrammar
import PreferenceJournal
import PreferenceStore
import PropertyLists

extension JournalDirectory {
    /// Returns a record with its content.
    func complete(_ record: HistoryRecord) throws -> HistoryRecord {
        guard let complete = try history(of: record.path).complete(record) else {
            throw CommandError.notKept(id: record.id)
        }
        return complete
    }

    /// Returns the records of the selected file, the oldest first.
    func records(of selection: Selection) throws -> [HistoryRecord] {
        settle(selection.recordedPath)
        return try history(of: selection.recordedPath).records()
    }

    /// Returns the records of the only run whose identifier begins with a text, in the histories of all files.
    ///
    /// - Throws: `noChange`, also for fewer than four characters, and `ambiguousChange`.
    func run(beginningWith prefix: String) throws -> (records: [HistoryRecord], timeline: HistoryTimeline) {
        let timeline = HistoryTimeline(try records())
        let matches = timeline.records.filter { $0.id.hasPrefix(prefix) }
        let ids = Set(matches.map(\.id)).sorted()
        guard !ids.isEmpty, prefix.utf8.count >= 4 else { throw CommandError.noChange(id: prefix) }
        guard ids.count == 1 else { throw CommandError.ambiguousChange(prefix, ids: ids) }
        return (matches, timeline)
    }
}

extension HistoryRecord {
    /// Returns the age at a time since the epoch in words, such as `2 minutes ago`.
    func age(at now: Duration) -> String {
        let seconds = max(Int(now / .seconds(1)) - time / 1000, 0)
        let units = [("year", 365 * 86_400), ("month", 30 * 86_400), ("day", 86_400), ("hour", 3600), ("minute", 60)]
        guard let (unit, length) = units.first(where: { seconds >= $0.1 }) else { return "just now" }
        return "\(counted(seconds / length, unit)) ago"
    }
}

extension CommandError {
    /// Returns the error of a word with which several identifiers of changes begin.
    fileprivate static func ambiguousChange(_ word: String, ids: [String]) -> CommandError {
        CommandError(usage: "\(word.quoted) is the beginning of several IDs: \(ids.firstFew)")
    }

    fileprivate static func noChange(id: String) -> CommandError {
        let text = "no recorded change has the ID \(id.quoted)"
        let hint =
            id.count < 4
            ? "'prefs history' lists the IDs; write at least 4 characters of one" : "'prefs history' lists the changes"
        return CommandError(.absent, Message(text, hint: hint))
    }
}
