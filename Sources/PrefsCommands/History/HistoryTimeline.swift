import CommandGrammar
import PreferenceStore
import PropertyLists

/// The records of histories, and which of their changes are undone.
struct HistoryTimeline {
    /// The records, the oldest first.
    let records: [HistoryRecord]
    private let undone: Set<Reference>

    /// A run leaves a record of the same identifier for each file.
    private struct Reference: Hashable {
        let id: String
        let path: String
    }

    init(_ records: [HistoryRecord]) {
        self.records = records
        var undone: Set<Reference> = []
        // An undo counts unless a later redo undoes it in turn.
        for record in records.reversed() {
            if let undoneID = record.role.undoneID, !undone.contains(Reference(id: record.id, path: record.path)) {
                undone.insert(Reference(id: undoneID, path: record.path))
            }
        }
        self.undone = undone
    }

    func isUndone(_ record: HistoryRecord) -> Bool {
        undone.contains(Reference(id: record.id, path: record.path))
    }

    /// Returns the change that a record undoes or redoes, perhaps by way of others; any other record itself.
    func origin(of record: HistoryRecord) -> HistoryRecord {
        var origin = record
        for earlier in records.reversed() where earlier.id == origin.role.undoneID && earlier.path == record.path {
            origin = earlier
        }
        return origin
    }

    /// Returns the record of what a change has left: of its last redo, which can differ from the change itself if it
    /// was forced.
    func latest(of change: HistoryRecord) -> HistoryRecord {
        records.last { $0.isRedo && $0.path == change.path && !isUndone($0) && origin(of: $0) == change } ?? change
    }

    /// The newest change that is not undone: an ordinary one, or a redo of one.
    var lastChange: HistoryRecord? {
        records.last { !isUndone($0) && ($0.role.isOrdinary || $0.isRedo) }
    }

    /// The newest undo that is not undone itself.
    var lastUndo: HistoryRecord? {
        records.last { record in
            if case .undo = record.role { !isUndone(record) } else { false }
        }
    }
}

extension HistoryRecord {
    fileprivate var isRedo: Bool {
        if case .redo = role { true } else { false }
    }
}

extension SuiteReader {
    /// Returns the history of the file at a path without symbolic links.
    func history(at path: String) throws -> ChangeHistory {
        guard let historyDirectory else { throw CommandError.noHistoryDirectory }
        return historyDirectory.history(of: path)
    }

    /// Returns a record with its content.
    func complete(_ record: HistoryRecord) throws -> HistoryRecord {
        guard let complete = try history(at: record.path).complete(record) else {
            throw CommandError.notKept(id: record.id)
        }
        return complete
    }

    /// Returns the records of the histories of all files, the oldest first.
    func allRecords() throws -> [HistoryRecord] {
        guard let historyDirectory else { throw CommandError.noHistoryDirectory }
        return try historyDirectory.records()
    }

    /// Returns the records of the selected file, the oldest first.
    func records(of selection: Selection) throws -> [HistoryRecord] {
        try history(at: selection.recordedPath).records()
    }

    /// Returns the records of the only run whose identifier begins with a text, in the histories of all files.
    ///
    /// - Throws: `noChange`, also for fewer than four characters, and `ambiguousChange`.
    func run(
        beginningWith prefix: String
    ) throws -> (records: [HistoryRecord], timeline: HistoryTimeline) {
        let timeline = HistoryTimeline(try allRecords())
        let matches = timeline.records.filter { $0.id.hasPrefix(prefix) }
        let ids = Set(matches.map(\.id)).sorted()
        guard !ids.isEmpty, prefix.utf8.count >= 4 else { throw CommandError.noChange(id: prefix) }
        guard ids.count == 1 else { throw CommandError.ambiguousChange(prefix, ids: ids) }
        return (matches, timeline)
    }

    /// Returns the age of a record in words, such as `2 minutes ago`.
    func age(of record: HistoryRecord) -> String {
        let seconds = max(Int(environment.wallTime / .seconds(1)) - record.time / 1000, 0)
        let units = [("year", 365 * 86_400), ("month", 30 * 86_400), ("day", 86_400), ("hour", 3600), ("minute", 60)]
        guard let (unit, length) = units.first(where: { seconds >= $0.1 }) else { return "just now" }
        return "\(counted(seconds / length, unit)) ago"
    }
}

extension CommandError {
    static func noChange(id: String) -> CommandError {
        let text = "no recorded change has the ID \(id.quoted)"
        return CommandError(.absent, Message(text, hint: "'prefs history' lists the changes"))
    }
}
