import CommandErrors
import CommandGrammar
import PreferenceSchemas
import PreferenceStore

/// An edit of a suite and the rules for it, which a schema can take long to judge.
///
/// While other writers wait, both have little time. If that does not suffice, they run once more without the lock, and
/// what they made of the same contents is used in the next attempt.
final class JudgedChange: ChangeRules {
    private let path: String
    private let time: Duration?
    private let body: (inout TransactionContents) throws -> Void
    private let rules: (inout TransactionContents) throws -> [Message]
    private let isCurrent: (TransactionContents, TransactionContents) throws -> Bool

    /// What the judgment of the last draft says beside that it may be written.
    private(set) var notes: [Message] = []
    private var start: TransactionContents?
    private var end = Duration.zero
    /// A draft that was made and judged without the lock, and the contents that it started from.
    private var judged: (start: TransactionContents, draft: TransactionContents)?
    private var isJudged = false
    /// Whether the last edit had the time that it needs.
    private var isEdited = false

    /// - Parameters:
    ///   - path: The path of the file, for messages.
    ///   - time: How long both may take while other writers wait and signals are blocked; nil for no limit.
    ///   - body: Edits the contents; it may run several times.
    ///   - rules: Judges a draft, and returns notes for a change that may be made.
    ///   - isCurrent: Returns whether a judged draft still counts for contents from which it started.
    init(
        ofFileAt path: String,
        in time: Duration?,
        _ body: @escaping (inout TransactionContents) throws -> Void,
        rules: @escaping (inout TransactionContents) throws -> [Message],
        isCurrent: @escaping (TransactionContents, TransactionContents) throws -> Bool = { _, _ in true }
    ) {
        (self.path, self.time, self.body, self.rules, self.isCurrent) = (path, time, body, rules, isCurrent)
    }

    /// Edits a draft; without the time for that, `check` returns that the draft is not checked.
    func edit(_ draft: inout TransactionContents) throws {
        if let judged, judged.start.isSame(as: draft), try isCurrent(judged.draft, draft) {
            (draft, isJudged) = (judged.draft, true)
            return
        }
        isJudged = false
        guard let time else { return try body(&draft) }
        start = draft
        end = SystemClock.uptime() + time
        isEdited = try isInTime { try body(&draft) }
    }

    func check(_ draft: inout TransactionContents, isHurried: Bool) throws -> Bool {
        if isJudged { return true }
        if time == nil {
            notes = try rules(&draft)
            return true
        }
        guard !isHurried else {
            return try isEdited && isInTime { notes = try rules(&draft) }
        }
        try judgeAtLeisure(&draft)
        return true
    }

    private func judgeAtLeisure(_ draft: inout TransactionContents) throws {
        let start = start ?? draft
        do {
            // Of several files, signals may be blocked until all are written.
            try SchemaBudget.limit(until: { CallingProcess.hasPendingTermination }) {
                draft = start
                try body(&draft)
                notes = try rules(&draft)
                judged = (start, draft)
            }
        } catch is SchemaBudgetExceeded {
            throw CommandError.suiteFile(.interrupted(path: path))
        }
    }

    /// Runs a closure, and returns whether the time that is left suffices.
    private func isInTime(_ body: () throws -> Void) throws -> Bool {
        let end = end
        do {
            try SchemaBudget.limit(until: { SystemClock.uptime() >= end }, body)
            return true
        } catch is SchemaBudgetExceeded {
            return false
        }
    }
}
