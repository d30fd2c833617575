/// The records of histories, and which of their changes are undone.
package struct HistoryTimeline {
    /// The records, the oldest first.
    package let records: [HistoryRecord]
    private let undone: Set<Reference>

    /// A run leaves a record of the same identifier for each file.
    private struct Reference: Hashable {
        let id: String
        let path: String
    }

    package init(_ records: [HistoryRecord]) {
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

    package func isUndone(_ record: HistoryRecord) -> Bool {
        undone.contains(Reference(id: record.id, path: record.path))
    }

    /// Returns the change that a record undoes or redoes, perhaps by way of others; any other record itself.
    package func origin(of record: HistoryRecord) -> HistoryRecord {
        var origin = record
        for earlier in records.reversed() where earlier.id == origin.role.undoneID && earlier.path == record.path {
            origin = earlier
        }
        return origin
    }

    /// Returns the record of what a change has left: of its last redo, which can differ from the change itself if it
    /// was forced.
    package func latest(of change: HistoryRecord) -> HistoryRecord {
        records.last { $0.role.isRedo && $0.path == change.path && !isUndone($0) && origin(of: $0) == change } ?? change
    }

    /// The newest change that is not undone, and that a user or a program wanted: no undo, and no repair.
    package var lastChange: HistoryRecord? {
        records.last { !isUndone($0) && !$0.role.isUndo && $0.role != .repair }
    }

    /// The newest undo that is not undone itself.
    package var lastUndo: HistoryRecord? {
        records.last { $0.role.isUndo && !isUndone($0) }
    }
}
