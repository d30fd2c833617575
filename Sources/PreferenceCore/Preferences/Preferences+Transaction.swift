import PreferenceJournal
public import PreferenceStore

extension Preferences {
    /// Changes several preferences in one atomic write, under a lock that all processes share.
    ///
    /// ```swift
    /// try preferences.transaction { $0[.launchCount] += 1; $0[.username] = "ada" }
    /// ```
    ///
    /// The transaction changes the suite of these preferences, whichever suites its keys name. The static form,
    /// `transaction`, accepts only keys of the standard suite.
    ///
    /// - Parameters:
    ///   - options: the options, such as the lock timeout, the durability, and whether to replace a corrupt file; nil
    ///     for ``lockTimeout`` and the durability of these preferences.
    ///   - action: what the user did, in a few words, such as "reset from the settings window": the change is recorded
    ///     in the user's history, and `prefs undo` can undo it. Nil, the default, records nothing. A suite in memory
    ///     has no history. If the history cannot be written, that is reported to ``onProblem-property``.
    ///   - body: changes the suite's file as it is under the lock. It runs again if another program that takes no lock
    ///     changes the file meanwhile, or if anybody creates it with its directory, in which there was no lock. So it must
    ///     have no other effects. If it throws, the change is abandoned.
    /// - Returns: the result of the body.
    /// - Throws: the error of the body; `PreferenceError` if the file cannot be changed.
    @discardableResult
    public func transaction<Value>(
        options: ChangeOptions? = nil,
        recording action: String? = nil,
        _ body: (inout PreferenceTransaction) throws -> Value
    ) throws -> Value {
        let change = try change(options: options, recording: action, body)
        for case .notRecorded(_, let error) in change.warnings {
            settings.problems.report(.store(error))
        }
        return change.value
    }

    /// Changes several preferences as `transaction` does, and returns the effect as
    /// well.
    ///
    /// - Parameters:
    ///   - options: as in `transaction`.
    ///   - action: as in `transaction`; if the history cannot be written, that is one of
    ///     the warnings.
    ///   - body: as in `transaction`.
    /// - Returns: the result of the body, the effect on the file, and warnings, for example about a corrupt file that
    ///   was replaced.
    /// - Throws: the error of the body; `PreferenceError` if the file cannot be changed.
    package func change<Value>(
        options: ChangeOptions? = nil,
        recording action: String? = nil,
        _ body: (inout PreferenceTransaction) throws -> Value
    ) throws -> SuiteChange<Value> {
        try write(options: options, recording: action, body).get()
    }

    // MARK: Without blocking

    /// Changes several preferences as the transaction of a synchronous function does, and suspends meanwhile.
    ///
    /// Other writers can make a write wait. It waits in a thread of its own, not in one of the pool that all tasks share,
    /// nor on the main actor.
    ///
    /// - Parameters:
    ///   - options: as in a synchronous function.
    ///   - action: as in a synchronous function.
    ///   - body: as in a synchronous function; it runs in that thread, outside of any task.
    /// - Returns: the result of the body.
    /// - Throws: the error of the body; `PreferenceError` if the file cannot be changed. A cancellation of the task has no
    ///   effect.
    @discardableResult
    public func transaction<Value: Sendable>(
        options: ChangeOptions? = nil,
        recording action: String? = nil,
        _ body: @escaping @Sendable (inout PreferenceTransaction) throws -> Value
    ) async throws -> Value {
        try await inOwnThread { try self.transaction(options: options, recording: action, body) }
    }

    /// Writes a value as the synchronous `set` does, and suspends meanwhile; nil removes an optional key.
    ///
    /// - Throws: as there.
    public func set<Value>(_ value: Value, for key: PreferenceKey<Value>) async throws {
        try await inOwnThread { try self.set(value, for: key) }
    }

    /// Changes the suite's file.
    ///
    /// - Parameters:
    ///   - keys: the keys that the body may read and change; nil for all keys.
    ///   - action: the words of the program for the history; nil records nothing.
    ///   - changesOwners: whether the body may change the owners of settings.
    func write<Value, Failure: Error>(
        options: ChangeOptions? = nil,
        keys: [PreferenceKeys]? = nil,
        recording action: String? = nil,
        changesOwners: Bool = false,
        _ body: (inout PreferenceTransaction) throws(Failure) -> Value
    ) throws(PreferenceError) -> Result<SuiteChange<Value>, Failure> {
        let secretKeys = action != nil || changesOwners ? SecretKeys() : nil
        let journal = secretKeys.flatMap { domain.storage.journal(recording: action, withholding: $0) }
        let options = options ?? settings.changeOptions
        let write = PreferenceWrite(of: domain)
        defer { write.end() }
        return try write.change(options, keys: keys?.flatMap(\.names), telling: journal) {
            transaction throws(Failure) in
            transaction.problems = settings.problems
            transaction.secretKeys = secretKeys
            return try body(&transaction)
        }
    }
}

/// Returns the result of a function that may wait, which runs in a thread of its own.
func inOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        do {
            try CallingThread.start { continuation.resume(with: Result(catching: body)) }
        } catch {
            // The system has no room for another thread, so this one waits.
            continuation.resume(with: Result(catching: body))
        }
    }
}
