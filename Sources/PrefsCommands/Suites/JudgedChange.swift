import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceSchemas
import PreferenceStore
import PropertyLists

extension SuiteFile {
    /// Changes the file by a closure in which a schema judges the change, which can take long.
    ///
    /// While other writers wait and signals are blocked, the closure has a budget. If that does not suffice, the lock
    /// is released, the closure runs on the same contents without it, and the change begins again: if the file still
    /// has those contents, the result is used.
    ///
    /// - Parameters:
    ///   - time: The budget; nil for no limit.
    ///   - judge: Changes the contents; it may run several times, with and without the lock.
    ///   - finish: Runs after it under the lock, before the file is written.
    func change<Value>(
        _ options: ChangeOptions,
        keys: [String]?,
        telling journal: Journal?,
        judgedIn time: Duration?,
        by judge: (inout TransactionContents) throws -> Value,
        then finish: (inout TransactionContents) throws -> Void
    ) throws -> SuiteChange<Value> {
        func change(_ body: (inout TransactionContents) throws -> Value) throws -> SuiteChange<Value> {
            try rethrowing(
                self.change(options, keys: keys, telling: journal) { contents in
                    let value = try body(&contents)
                    try finish(&contents)
                    return value
                },
                as: CommandError.suiteFile
            ).get()
        }
        guard let time, !options.isRehearsal else { return try change(judge) }
        var judgment: Judgment<Value>?
        for changes in 0... {
            do {
                return try change { contents in
                    if let judgment, try judgment.applies(to: contents, of: self, journal?.directory) {
                        contents = judgment.new
                        return judgment.value
                    }
                    let old = contents
                    let end = SystemClock.uptime() + time
                    do {
                        return try SchemaBudget.limit(until: { SystemClock.uptime() >= end }) { try judge(&contents) }
                    } catch is SchemaBudgetExceeded {
                        throw JudgedTooLong(contents: old)
                    }
                }
            } catch let unjudged as JudgedTooLong {
                guard changes < JudgedTooLong.limit else { break }
                judgment = try judgeUnlocked(unjudged.contents, by: judge)
            }
        }
        throw CommandError.changedWhileJudged(path: path)
    }

    /// Returns the result of a change of the same contents, which takes as long as it takes.
    private func judgeUnlocked<Value>(
        _ old: TransactionContents,
        by judge: (inout TransactionContents) throws -> Value
    ) throws -> Judgment<Value> {
        var new = old
        do {
            // Of several files, signals may be blocked until all are written.
            let value = try SchemaBudget.limit(until: { CallingProcess.hasPendingTermination }) { try judge(&new) }
            return Judgment(old: old, new: new, value: value)
        } catch is SchemaBudgetExceeded {
            throw PreferenceStoreError.interrupted(path: path)
        }
    }
}

/// A schema has not judged a change of these contents in the time that it has under the lock.
private struct JudgedTooLong: Error {
    let contents: TransactionContents

    /// The number of changes of the file, each while the change is judged, after which the change is given up.
    static let limit = 3
}

/// What a change makes of certain contents.
private struct Judgment<Value> {
    let old: TransactionContents
    let new: TransactionContents
    let value: Value

    /// Returns whether a file still has the contents, and the owners, from which the change started.
    func applies(to contents: TransactionContents, of file: SuiteFile, _ journal: JournalDirectory?) throws -> Bool {
        guard contents.begins(like: old) else { return false }
        guard let change = new.owners, let state = journal?.state(of: file.recordedPath) else { return true }
        return try rethrowing(state.ownership(before: contents, of: file), as: CommandError.owners) == change.old
    }
}

extension CommandError {
    /// Returns the error of a file that other programs change faster than a schema can judge a change of it.
    static func changedWhileJudged(path: String) -> CommandError {
        let text = "\(path) changed \(JudgedTooLong.limit) times while its schema judged the change"
        return CommandError(.lockTimedOut, Message(text, hint: "run the command again"))
    }
}
