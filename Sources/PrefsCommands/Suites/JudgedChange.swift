import PreferenceCore
import PreferenceStore
import PropertyLists

extension SuiteFile {
    /// Changes the file by a closure in which a schema judges the change, which can take long.
    ///
    /// While other writers wait and signals are blocked, the closure has a budget. If that does not suffice, the lock is
    /// released, the closure runs on the same contents without it, and the change begins again: if the file still has
    /// those contents, the result is used.
    ///
    /// - Parameters:
    ///   - time: The budget; nil for no limit.
    ///   - judge: Changes the contents; it may run several times, with and without the lock.
    ///   - finish: Runs after it under the lock, before the file is written.
    func change<Value>(
        _ options: ChangeOptions,
        keys: [String]?,
        recording: ChangeRecording?,
        judgedIn time: Duration?,
        by judge: (inout TransactionContents) throws -> Value,
        then finish: (inout TransactionContents) throws -> Void
    ) throws -> SuiteChange<Value> {
        var judgment: (old: TransactionContents, new: TransactionContents, value: Value)?
        func change(_ contents: inout TransactionContents) throws -> Value {
            let value: Value
            if let judgment, contents.begins(like: judgment.old), try contents.hasOwners(of: judgment.new, inFile: self)
            {
                (contents, value) = (judgment.new, judgment.value)
            } else if let time, !options.isRehearsal {
                let old = contents
                let end = SystemClock.uptime() + time
                do {
                    value = try SchemaBudget.limit(until: { SystemClock.uptime() >= end }) { try judge(&contents) }
                } catch is SchemaBudgetExceeded {
                    throw JudgedTooLong(contents: old)
                }
            } else {
                value = try judge(&contents)
            }
            try finish(&contents)
            return value
        }
        for _ in 0...JudgedTooLong.limit {
            do {
                let result = try rethrowing(
                    self.change(options, keys: keys, recording: recording, change),
                    as: CommandError.suiteFile
                )
                return try result.get()
            } catch let unjudged as JudgedTooLong {
                var new = unjudged.contents
                do {
                    // Of several files, signals may be blocked until all are written.
                    let value = try SchemaBudget.limit(until: { CallingProcess.hasPendingTermination }) {
                        try judge(&new)
                    }
                    judgment = (unjudged.contents, new, value)
                } catch is SchemaBudgetExceeded {
                    throw PreferenceStoreError.interrupted(path: path)
                }
            }
        }
        throw CommandError.changedWhileJudged(path: path)
    }
}

/// A schema has not judged a change of these contents in the time that it has under the lock.
private struct JudgedTooLong: Error {
    let contents: TransactionContents

    /// The number of times that the file may change while a change of it is judged.
    static let limit = 3
}

extension TransactionContents {
    /// Returns whether the owners of the file are still those that a change of the same contents started from.
    fileprivate func hasOwners(of other: TransactionContents, inFile file: SuiteFile) throws -> Bool {
        guard case (let record?, let change)? = other.ownership else { return true }
        func read() throws(PreferenceStoreError) -> Ownership {
            try record.read(for: areWhole ? old : file.read()?.root ?? [:])
        }
        return try rethrowing(read(), as: CommandError.owners) == change.old
    }
}

extension CommandError {
    /// Returns the error of a file that other programs change faster than a schema can judge a change of it.
    static func changedWhileJudged(path: String) -> CommandError {
        let text = "\(path) changed \(JudgedTooLong.limit + 1) times while its schema judged the change"
        return CommandError(.lockTimedOut, Message(text, hint: "run the command again"))
    }
}
