import Glibc
import PropertyLists

extension SuiteFile {
    /// Changes the file as ``change(_:_:)`` does, with a closure that also gets the file's format, and what it changes.
    ///
    /// - Parameters:
    ///   - keys: the keys that the closure may read and change; nil allows all keys. The contents may then have no
    ///     others, and an XML file is changed in a fraction of the time.
    ///   - lock: the lock of this file, if the caller holds it; its path is then not resolved again.
    ///   - rules: what checks the edited contents; nil for nothing.
    ///   - journal: what is told of the change; nil for none.
    ///   - committed: runs after the file is written, while other writers of this package still wait.
    package func change<Value, Failure: Error>(
        _ options: ChangeOptions = ChangeOptions(),
        keys: [String]?,
        under lock: DirectoryLock? = nil,
        checking rules: (any ChangeRules<Failure>)? = nil,
        telling journal: (any ChangeJournal)? = nil,
        committed: (SuiteChange<Value>) -> Void = { _ in },
        _ edit: (inout TransactionContents) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure> {
        var transaction = SuiteTransaction(suite: self, options: options, keys: keys, rules: rules, journal: journal)
        var attempts = FileTarget.Attempts(at: path, first: lock?.target)
        var held = lock
        // What the closure has made of the missing suite: it does not run again if the suite is still missing.
        var made: (start: TransactionContents, draft: TransactionContents, value: Value)?
        func editOnce(_ draft: inout TransactionContents) throws(Failure) -> Value {
            guard let known = made.take(), draft.isSame(as: known.start) else { return try edit(&draft) }
            draft = known.draft
            return known.value
        }
        while true {
            guard let target = try attempts.next() else {
                let result = try transaction.changeInMissingDirectory { draft throws(Failure) in
                    let start = draft
                    let value = try edit(&draft)
                    made = (start, draft, value)
                    return value
                }
                if let result { return result }
                continue
            }
            if let result = try transaction.change(target, under: held, committed, editOnce) { return result }
            guard transaction.canRestart else { throw .changedTooOften(path: path) }
            do { try transaction.prepareRestart() } catch { return .failure(error) }
            // The path may lead elsewhere after the first attempt.
            held = nil
        }
    }
}

/// The rules of a suite, which decide whether what an edit has made of it may be written.
package protocol ChangeRules<Failure> {
    associatedtype Failure: Error

    /// Checks a draft, after the edit.
    ///
    /// - Parameter isHurried: whether other writers wait. The check may then give up: it is made once more without the
    ///   lock, as long as it takes, and the transaction starts again. The rules have to know the draft then.
    /// - Returns: whether the draft was checked.
    /// - Throws: the reason why the draft must not be written.
    func check(_ draft: inout TransactionContents, isHurried: Bool) throws(Failure) -> Bool
}

/// One change of a suite file: the steps of the article The write protocol, in its words and its order.
///
/// A lock keeps out other writers of this package. `UserDefaults` takes no lock and writes in place: against it, the
/// file is checked again before the exchange, what the exchange displaces is merged, and ``ForeignWriters`` knows what
/// was reverted.
private struct SuiteTransaction<Failure: Error> {
    let suite: SuiteFile
    let options: ChangeOptions
    /// The keys that the change concerns; nil for all.
    let keys: [String]?
    let rules: (any ChangeRules<Failure>)?
    let journal: (any ChangeJournal)?
    /// The number of times that another program has changed the file meanwhile.
    var restarts = 0
    /// The draft for whose check the rules had no time, and the number of such drafts.
    var unchecked: TransactionContents?
    var uncheckedCount = 0

    /// The number of restarts after changes by other programs; after that, the transaction only merges.
    static var restartLimit: Int { 10 }
    /// The number of drafts that are checked without the lock; others may change the file each time.
    static var uncheckedLimit: Int { 3 }

    /// Changes the suite, or finds that nothing has to change.
    ///
    /// - Returns: nil if another program has changed the file meanwhile, or the rules need more time than other writers
    ///   have: the transaction has to start again.
    mutating func change<Value>(
        _ target: FileTarget,
        under lock: DirectoryLock?,
        _ committed: (SuiteChange<Value>) -> Void,
        _ edit: (inout TransactionContents) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure>? {
        guard let file = try LockedFile.readingFirst(target, options, suite.probe, under: lock) else { return nil }
        defer { file.end() }
        let recovered = try file.recover()
        guard let old = try file.read(keys) else { return nil }
        let foreign = ForeignWriters(afterReading: old, of: target, suite.probe)
        var draft = old.contents(restoring: foreign.reverted)
        let value: Value
        do { value = try edit(&draft) } catch { return .failure(error) }
        do { guard try check(&draft) else { return nil } } catch { return .failure(error) }
        let new = try file.encode(&draft, of: old, restoring: foreign.reverted)
        var change = SuiteChange(value: value, changes: new.changes, warnings: recovered + old.document.warnings)
        guard try file.isLocked(for: new, of: old, draft) else {
            change.warnings += new.document?.warnings(at: target.path) ?? []
            return .success(change)
        }
        let intended = IntendedChange(of: target, from: old, to: new, remark: draft.remark)
        let entry = try journal?.intend(intended)
        guard let document = new.document else {
            foreign.accept()
            try file.synchronize()
            change.warnings += try entry?.made() ?? []
            return .success(change)
        }
        var replacement = SuiteReplacement(of: old, in: file, by: document, new, beside: foreign)
        replacement.hasSecrets = { [journal] in draft.hasSecrets || journal?.hasSecrets(intended) ?? false }
        replacement.needsUnchangedFile = restarts < Self.restartLimit
        guard let commit = try replacement.run() else { return nil }
        change.warnings += commit.document.warnings(at: target.path) + new.restoration(at: target.path)
        change.warnings += try commit.warnings + (entry?.made() ?? [])
        change.warnings += try foreign.verify(commit, of: new.changes, isContested: restarts > 0, replacement.repeated)
        change.outcome = old.file == nil ? .created : .changed
        change.file = WrittenFile(path: suite.path, old: FileVersion(status: old.file?.status), new: commit.version)
        committed(change)
        return .success(change)
    }

    /// Has the rules check a draft.
    ///
    /// - Returns: whether they had the time for it.
    private mutating func check(_ draft: inout TransactionContents) throws(Failure) -> Bool {
        guard let rules, try !rules.check(&draft, isHurried: !options.isRehearsal) else { return true }
        unchecked = draft
        uncheckedCount += 1
        return false
    }

    /// Whether another attempt is worth it.
    var canRestart: Bool { uncheckedCount <= Self.uncheckedLimit }

    /// Prepares another attempt: has the rules check, without the lock, the draft for which they had no time.
    mutating func prepareRestart() throws(Failure) {
        if var draft = unchecked.take() {
            _ = try rules?.check(&draft, isHurried: false)
        } else {
            restarts += 1
        }
    }

    /// Changes a suite whose directory is missing: creates the directory, unless the suite stays empty and nothing else
    /// is recorded.
    ///
    /// - Returns: nil if the directory now exists, and the transaction has to start again.
    func changeInMissingDirectory<Value>(
        _ edit: (inout TransactionContents) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure>? {
        let old = StoredSuite.missing(at: suite.path)
        var draft = old.contents(restoring: [])
        let value: Value
        do {
            value = try edit(&draft)
            _ = try rules?.check(&draft, isHurried: false)
        } catch {
            return .failure(error)
        }
        let new = try old.edited(&draft, restoring: [], sortsNewKeys: false, path: suite.path)
        if !new.changes.isEmpty || draft.isToldAnyway {
            try FileTarget.makeDirectory(for: suite.path, options.access, isRehearsal: options.isRehearsal)
            guard options.isRehearsal else { return nil }
        }
        return .success(SuiteChange(value: value, changes: new.changes))
    }
}
