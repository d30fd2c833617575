import CommandGrammar
import PreferenceSchemas
import PreferenceStore

/// The rules of a suite for one change of it, which a schema can take long to judge.
final class JudgedChange: ChangeRules {
    private let path: String
    private let time: Duration?
    private let rules: (inout TransactionContents) throws -> [Message]
    /// What the judgment of the last draft says beside that it may be written.
    private(set) var notes: [Message] = []
    /// The draft that was judged without the lock.
    private var judged: TransactionContents?

    /// - Parameters:
    ///   - path: The path of the file, for messages.
    ///   - time: How long a schema may judge while other writers wait and signals are blocked; nil if there is none.
    ///   - rules: Judges a draft, and returns notes for a change that may be made.
    init(
        ofFileAt path: String,
        in time: Duration?,
        by rules: @escaping (inout TransactionContents) throws -> [Message]
    ) {
        (self.path, self.time, self.rules) = (path, time, rules)
    }

    func check(_ draft: inout TransactionContents, isHurried: Bool) throws -> Bool {
        if let judged, judged.isSame(as: draft) { return true }
        guard let time else {
            notes = try rules(&draft)
            return true
        }
        let end = SystemClock.uptime() + time
        do {
            // Of several files, signals may be blocked until all are written.
            notes = try SchemaBudget.limit(
                until: { isHurried ? SystemClock.uptime() >= end : CallingProcess.hasPendingTermination }
            ) {
                try rules(&draft)
            }
        } catch is SchemaBudgetExceeded {
            guard isHurried else { throw CommandError.suiteFile(.interrupted(path: path)) }
            return false
        }
        if !isHurried { judged = draft }
        return true
    }
}
