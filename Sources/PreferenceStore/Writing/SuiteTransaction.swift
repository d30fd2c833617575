import Glibc
import PropertyLists

extension SuiteFile {
    /// Changes the file as ``change(_:_:)`` does, with a closure that also gets the file's format, and what it changes.
    ///
    /// - Parameters:
    ///   - keys: the keys that the closure may read and change; nil allows all keys. The contents may then have no
    ///     others, and an XML file is changed in a fraction of the time.
    ///   - lock: the lock of this file, if the caller holds it; its path is then not resolved again.
    ///   - recording: what the history is told of the change; nil records nothing. A history that cannot be written is
    ///     a warning.
    ///   - committed: runs after the file is written, while other writers of this package still wait.
    package func change<Value, Failure: Error>(
        _ options: ChangeOptions = ChangeOptions(),
        keys: [String]?,
        under lock: DirectoryLock? = nil,
        recording: ChangeRecording? = nil,
        committed: (SuiteChange<Value>) -> Void = { _ in },
        _ body: (inout TransactionContents) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure> {
        let transaction = SuiteTransaction(file: self, options: options, keys: keys, recording: recording)
        var lock = lock
        var attempts = FileTarget.Attempts(at: path, first: lock?.target)
        var restarts = 0
        while true {
            guard let target = try attempts.next() else {
                if let result = try transaction.changeInMissingDirectory(body) { return result }
                continue
            }
            if let result = try transaction.change(target, under: lock, restarts: restarts, committed, body) {
                return result
            }
            restarts += 1
            // The path may lead elsewhere now.
            lock = nil
        }
    }
}

/// One change of a suite file, from finding the file to flushing it to disk.
///
/// A lock keeps out other writers of this package. `UserDefaults` takes no lock and writes in place. Against it, the
/// transaction checks the file again before the commit, then examines the displaced file, and merges. If such a program
/// is known to write the file, the transaction also checks after the commit that the change has stayed. If the change
/// is reverted later, the next transaction finds this in the file's record, and restores the change.
private struct SuiteTransaction {
    let file: SuiteFile
    let options: ChangeOptions
    /// The keys that the change concerns; nil for all.
    let keys: [String]?
    /// What the history is told of the change; nil records nothing.
    let recording: ChangeRecording?

    /// The number of restarts after changes by other programs; after that, the transaction only merges.
    private static let restartLimit = 10

    private var probe: StoreProbe { file.probe }

    /// Changes the suite, or finds that nothing has to change.
    ///
    /// - Parameter restarts: the number of times that another program has changed the file meanwhile.
    /// - Returns: nil if another program has changed the file meanwhile, and the transaction has to start again.
    func change<Value, Failure: Error>(
        _ target: FileTarget,
        under lock: DirectoryLock?,
        restarts: Int,
        _ committed: (SuiteChange<Value>) -> Void,
        _ body: (inout TransactionContents) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure>? {
        if options.isRehearsal {
            return try changeNothing(target, otherwise: nil, body)
        }
        let locked: LockedFile?
        do throws(PreferenceStoreError) {
            locked = try LockedFile(target, options, probe, under: lock)
        } catch .system(.lock, let path, let error) where error.isRefusal {
            // Nothing can be written here, but perhaps nothing has to be written.
            return try changeNothing(target, otherwise: .system(.lock, path: path, error), body)
        }
        guard let locked else { return nil }
        defer { locked.end() }
        return try changeLocked(locked, restarts: restarts, committed, body)
    }

    /// Runs the closure without writing the file.
    ///
    /// - Parameter refusal: the error to throw if the closure changes the suite or its owners; nil in a rehearsal.
    private func changeNothing<Value, Failure: Error>(
        _ target: FileTarget,
        otherwise refusal: PreferenceStoreError?,
        _ body: (inout TransactionContents) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure>? {
        guard let old = try read(target) else { return nil }
        let reverted = old.changesReverted
        var contents = old.contents(restoring: reverted)
        let value: Value
        do {
            value = try body(&contents)
        } catch {
            return .failure(error)
        }
        let (root, changes) = changes(by: &contents, of: old, restoring: reverted)
        var warnings = old.document.warnings
        let changesFile = !changes.isEmpty || old.damage != nil
        if let refusal, changesFile || changesRecords(contents) { throw refusal }
        if changesFile {
            // What a rehearsal would not notice: whether the file's format can represent the suite.
            warnings += try old.document(containing: root, path: target.path).warnings(at: target.path)
        } else if refusal != nil {
            try synchronize(target)
        }
        return .success(SuiteChange(value: value, changes: changes, warnings: warnings))
    }

    /// Whether the transaction writes a record even if the file does not change: of the owners, or of an undo.
    ///
    /// That needs the lock of the file.
    private func changesRecords(_ contents: TransactionContents) -> Bool {
        contents.ownership?.change.concerned != nil || recording?.role.isUndoOrRedo == true
    }

    /// Returns the suite after a transaction, and the changes of the file that lead to it.
    private func changes(
        by contents: inout TransactionContents,
        of old: StoredSuite,
        restoring reverted: [PreferenceChange]
    ) -> (root: PropertyListDictionary, changes: [PreferenceChange]) {
        var root = contents.stored
        let changes = reverted.isEmpty ? contents.changes : root.changes(since: old.document.root)
        if old.entries == nil, !changes.isEmpty, options.sortsNewKeys {
            root.sortNewKeys(of: old.document.root)
        }
        return (root, changes)
    }

    private func changeLocked<Value, Failure: Error>(
        _ file: LockedFile,
        restarts: Int,
        _ committed: (SuiteChange<Value>) -> Void,
        _ body: (inout TransactionContents) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure>? {
        let target = file.target
        var warnings = try InterruptedTransactions(before: file).recover()
        guard let old = try read(target) else { return nil }
        probe.reached(.read)

        let reverted = old.changesReverted
        var contents = old.contents(restoring: reverted)
        let value: Value
        do {
            value = try body(&contents)
        } catch {
            return .failure(error)
        }
        let (root, changes) = changes(by: &contents, of: old, restoring: reverted)
        warnings += old.document.warnings
        // A damaged file is replaced even if the new suite is empty.
        let ownership = contents.ownership
        guard !changes.isEmpty || old.damage != nil else {
            settle(target, old)
            try synchronize(target)
            if let (file, change) = ownership { try file?.settle(change.new) }
            if let recording, changesRecords(contents) {
                warnings += recording.record([], restoring: [], ownership?.change, of: old, at: target)
            }
            return .success(SuiteChange(value: value, warnings: warnings))
        }
        let restored = reverted.filter { root[$0.key] == $0.new }
        let restoredKeys = restored.map(\.key)
        if !restored.isEmpty {
            warnings.append(.changesRestored(path: target.path, keys: restoredKeys))
        }

        // The clock is read before the commit: the disk may take longer than the times that are compared here.
        let timeSinceForeignWrite = old.file?.record.timeSinceForeignWrite(probe.clock)
        let replacement = SuiteReplacement(
            file: file,
            old: old,
            root: root,
            changes: changes,
            earlierCommits: earlierCommits(than: old),
            recordedChanges: changes.onlyRestore(restoredKeys) ? [] : changes,
            needsUnchangedFile: restarts < Self.restartLimit
        )
        if let (file, change) = ownership { try file?.intend(change, changing: changes) }
        guard let outcome = try replacement.run() else { return nil }
        warnings += outcome.document.warnings(at: target.path) + outcome.warnings
        let isContested = restarts > 0 || outcome.isContested
        if isContested || timeSinceForeignWrite != nil {
            let isBusy = timeSinceForeignWrite.map { $0 < SuiteVerification.busyTime + outcome.duration } ?? false
            let verification = SuiteVerification(replacement: replacement)
            warnings += try verification.run(after: outcome, isContested: isContested || isBusy)
        }
        if let recording {
            warnings += recording.record(changes, restoring: restored, ownership?.change, of: old, at: target)
        }
        // Otherwise the file tells that the intent was carried out.
        if let (file, change) = ownership { try? file?.settle(change.new) }
        let change = SuiteChange(
            value: value,
            outcome: old.file == nil ? .created : .changed,
            changes: changes,
            file: WrittenFile(path: self.file.path, old: FileVersion(status: old.file?.status), new: outcome.version),
            warnings: warnings
        )
        committed(change)
        return .success(change)
    }

    /// Returns the commits before a change that another program may still revert.
    private func earlierCommits(than suite: StoredSuite) -> RecentCommits {
        guard let file = suite.file, file.record.isOwn,
            probe.clock.timeSince(file.status.modified) < RecentCommits.dangerTime(ofSize: file.status.size)
        else { return RecentCommits() }
        return file.record.recentCommits
    }

    /// Records in the file that another program has written it and kept the last commits.
    ///
    /// Its later changes are intentional.
    private func settle(_ target: FileTarget, _ suite: StoredSuite) {
        guard suite.mayLackCommits, let old = suite.file, let file = try? target.open(target.name),
            (try? file.status()) == old.status
        else { return }
        CommitRecord(size: old.status.size).dated(old.status.modified, after: old.status.modified).leave(on: file)
    }

    /// Flushes the file and its name to disk if nothing changes.
    ///
    /// Its writer may have been killed before doing so, or may not flush at all.
    private func synchronize(_ target: FileTarget) throws(PreferenceStoreError) {
        guard options.durability == .disk else { return }
        do throws(SystemError) {
            try target.open(target.name).synchronize()
        } catch .noSuchFile {
            // The file does not exist, and is not created.
        } catch .tooManySymbolicLinks {
            // Another program put a link in its place, which does not concern this change.
        } catch {
            throw .durabilityUnknown(path: target.path, error)
        }
        try target.directory.synchronize(options.durability, after: target.path)
    }

    /// Reads the suite; returns nil if a symbolic link has replaced the file since it was found.
    private func read(_ target: FileTarget) throws(PreferenceStoreError) -> StoredSuite? {
        var suite: StoredSuite
        do {
            suite = try stored(target, keys: keys)
            if suite.mayLackCommits, keys != nil {
                suite = try stored(target, keys: nil)
            }
        } catch .tooManySymlinks {
            return nil
        }
        if let damage = suite.damage, !options.replacesCorrupt {
            throw damage
        }
        return suite
    }

    private func stored(_ target: FileTarget, keys: [String]?) throws(PreferenceStoreError) -> StoredSuite {
        try StoredSuite(reading: target.name, of: target, keys: keys, clock: probe.clock)
            ?? .missing(at: target.path)
    }

    /// Changes a suite whose directory is missing: creates the directory, unless the suite stays empty and nothing else
    /// is recorded.
    ///
    /// - Returns: nil if the directory now exists, and the transaction has to start again.
    func changeInMissingDirectory<Value, Failure: Error>(
        _ body: (inout TransactionContents) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure>? {
        let missing = StoredSuite.missing(at: file.path)
        var contents = missing.contents(restoring: [])
        let value: Value
        do {
            value = try body(&contents)
        } catch {
            return .failure(error)
        }
        let changes = contents.changes
        if !changes.isEmpty || changesRecords(contents) {
            try FileTarget.makeDirectory(for: file.path, options.access, isRehearsal: options.isRehearsal)
            guard options.isRehearsal else { return nil }
        }
        _ = try missing.document(containing: contents.root, path: file.path)
        return .success(SuiteChange(value: value, changes: changes))
    }
}
