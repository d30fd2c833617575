import Glibc
import PropertyLists

/// One change of a suite file, from finding it to the disk.
///
/// Other writers of this package are kept out by a lock. `UserDefaults` takes none, and writes in place: against it the
/// transaction looks at the file again before the commit, then at what the commit has displaced, and merges; and if
/// such a program is known to write the file, it looks after the commit whether the change has stayed. What was taken
/// back later is found by the next transaction, by what the file remembers, and put back.
struct SuiteTransaction {
    let path: String
    let options: ChangeOptions
    /// The keys that the change is about; nil for all.
    let keys: [String]?
    let probe: StoreProbe

    /// How often it starts again since the file has changed meanwhile, before it leaves it at merging.
    private static let restartLimit = 10

    /// Changes the suite by a closure.
    func run<Value, Failure: Error>(
        holding lock: SuiteLock? = nil,
        _ body: (inout SuiteDocument) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure> {
        var restarts = 0
        if let lock {
            let result = try lock.change(options, probe) { file throws(PreferenceStoreError) in
                try changeLocked(file, restarts: restarts, body)
            }
            if let result {
                return result
            }
            restarts = 1
        }
        return try FileTarget.attempt(path) { () throws(PreferenceStoreError) in
            try changeInMissingDirectory(body)
        } then: { target throws(PreferenceStoreError) in
            defer { restarts += 1 }
            return try change(target, restarts: restarts, body)
        }
    }

    /// Changes the suite, or finds that there is nothing to change.
    ///
    /// - Parameter restarts: how often another program has changed the file meanwhile.
    /// - Returns: nil where another program has changed the file meanwhile, and the transaction starts again.
    private func change<Value, Failure: Error>(
        _ target: FileTarget,
        restarts: Int,
        _ body: (inout SuiteDocument) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure>? {
        if options.isRehearsal {
            return try changeNothing(target, otherwise: nil, body)
        }
        do {
            return try LockedFile.lock(target, options, probe) { file throws(PreferenceStoreError) in
                try changeLocked(file, restarts: restarts, body)
            }
        } catch .system(.lock, let path, let error) where error.isRefusal {
            // Nothing can be written here. It may well be that nothing has to be.
            return try changeNothing(target, otherwise: .system(.lock, path: path, error), body)
        }
    }

    /// Runs the closure, and leaves the file as it is.
    ///
    /// - Parameter refusal: what is thrown if the closure changes the suite; nil if it is only to be seen what it does.
    private func changeNothing<Value, Failure: Error>(
        _ target: FileTarget,
        otherwise refusal: PreferenceStoreError?,
        _ body: (inout SuiteDocument) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure>? {
        guard let old = try read(target) else { return nil }
        switch SuiteEdit.make(of: old, restoring: old.changesTakenBack, by: body) {
        case .failure(let failure):
            return .failure(failure)
        case .success(let edit):
            if let refusal {
                guard !edit.changesFile else { throw refusal }
                try synchronize(target)
            }
            return .success(SuiteChange(value: edit.value, outcome: .unchanged, warnings: old.document.warnings))
        }
    }

    private func changeLocked<Value, Failure: Error>(
        _ file: LockedFile,
        restarts: Int,
        _ body: (inout SuiteDocument) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure>? {
        let target = file.target
        var warnings = try InterruptedTransactions(before: file).recover()
        guard let old = try read(target) else { return nil }
        probe.reached(.read)

        let restored = old.changesTakenBack
        let edit: SuiteEdit<Value>
        switch SuiteEdit.make(of: old, restoring: restored, by: body) {
        case .success(let made): edit = made
        case .failure(let failure): return .failure(failure)
        }
        warnings += old.document.warnings
        guard edit.changesFile else {
            settle(target, old)
            try synchronize(target)
            return .success(SuiteChange(value: edit.value, outcome: .unchanged, warnings: warnings))
        }
        let putBack = restored.filter { edit.root[$0.key] == $0.value }.map(\.key)
        if !putBack.isEmpty {
            warnings.append(.changesPutBack(path: target.path, keys: putBack))
        }

        // Before the commit: the disk may take longer for that than the times which are judged here.
        let timeSinceForeignWrite = old.file?.record.foreignWrite.map { probe.clock.timeSince($0) }
        let replacement = SuiteReplacement(
            file: file,
            old: old,
            root: edit.root,
            changes: edit.changes,
            format: edit.format,
            earlierCommits: earlierCommits(than: old),
            recordedChanges: edit.changes.onlyRestore(putBack) ? [] : edit.changes,
            needsUnchangedFile: restarts < Self.restartLimit
        )
        guard let outcome = try replacement.run() else { return nil }
        warnings += outcome.warnings
        let isContested = restarts > 0 || outcome.isContested
        if isContested || timeSinceForeignWrite != nil {
            let isBusy = timeSinceForeignWrite.map { $0 < SuiteVerification.busyTime + outcome.duration } ?? false
            let verification = SuiteVerification(replacement: replacement, base: try old.wholeRoot(path: target.path))
            warnings += try verification.run(after: outcome, isContested: isContested || isBusy)
        }
        return .success(
            SuiteChange(
                value: edit.value,
                outcome: old.file == nil ? .created : .changed,
                warnings: warnings,
                commit: SuiteCommit(
                    path: path,
                    old: FileVersion(status: old.file?.status),
                    new: outcome.version,
                    format: edit.format ?? old.document.format,
                    changes: edit.changes
                )
            )
        )
    }

    /// The commits before a change that another program may still take back.
    private func earlierCommits(than suite: StoredSuite) -> RecentCommits {
        guard let file = suite.file, file.record.isOwn,
            probe.clock.timeSince(file.status.modified) < RecentCommits.dangerTime
        else { return RecentCommits() }
        return file.record.recentCommits
    }

    /// Has the file remember that another program has written it and kept the last commits: whatever it changes from
    /// now on is meant so.
    private func settle(_ target: FileTarget, _ suite: StoredSuite) {
        guard suite.mayLackCommits, let old = suite.file, let file = try? target.open(target.name),
            (try? file.status()) == old.status
        else { return }
        CommitRecord(
            size: old.status.size,
            modified: old.status.modified,
            after: old.status.modified
        ).leave(on: file)
    }

    /// Brings the file and its name to the disk, where nothing changes: whoever wrote what it holds may have been ended
    /// before that, or takes no such care.
    private func synchronize(_ target: FileTarget) throws(PreferenceStoreError) {
        guard options.durability == .disk else { return }
        do throws(SystemError) {
            try target.open(target.name).synchronize()
        } catch .noSuchFile {
            // There is no file, and stays none.
        } catch .tooManySymbolicLinks {
            // Somebody has put a link in its place, which is no matter of this change.
        } catch {
            throw .durabilityUnknown(path: target.path, error)
        }
        try target.directory.synchronize(options.durability, after: target.path)
    }

    /// Reads the suite; nil where a symbolic link has come to the file's place since it was found.
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
        try StoredSuite(reading: target.name, of: target, keys: keys, clock: probe.clock) ?? .missing
    }

    /// Changes a suite whose directory is missing: makes the directory, unless the suite stays empty.
    ///
    /// - Returns: nil where the directory is there now, and the transaction starts again.
    private func changeInMissingDirectory<Value, Failure: Error>(
        _ body: (inout SuiteDocument) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure>? {
        switch SuiteEdit.make(of: .missing, by: body) {
        case .failure(let failure):
            return .failure(failure)
        case .success(let edit) where !edit.changesFile || options.isRehearsal:
            return .success(SuiteChange(value: edit.value, outcome: .unchanged, warnings: []))
        case .success:
            try FileTarget.makeDirectory(for: path, options.access)
            return nil
        }
    }
}
