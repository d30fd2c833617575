import Glibc
import PropertyLists

/// One change of a suite file, from finding the file to flushing it to disk.
///
/// A lock keeps out other writers of this package. `UserDefaults` takes no lock and writes in place. Against it, the
/// transaction checks the file again before the commit, then examines the displaced file, and merges. If such a program
/// is known to write the file, the transaction also checks after the commit that the change has stayed. If the change
/// is reverted later, the next transaction finds this in the file's record, and restores the change.
struct SuiteTransaction {
    let path: String
    let options: ChangeOptions
    /// The keys that the change concerns; nil for all.
    let keys: [String]?
    /// What the history is told of the change; nil records nothing.
    var recording: ChangeRecording?
    let probe: StoreProbe

    /// The number of restarts after changes by other programs; after that, the transaction only merges.
    private static let restartLimit = 10

    /// - Parameters:
    ///   - lock: the lock of the file's directory, if the caller has it.
    ///   - committed: runs after a commit, under the lock.
    func run<Value, Failure: Error>(
        under lock: DirectoryLock? = nil,
        committed: (SuiteCommit) -> Void,
        _ body: (inout SuiteDocument) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure> {
        var lock = lock
        var attempts = FileTarget.Attempts(at: path, first: lock?.target)
        var restarts = 0
        while true {
            guard let target = try attempts.next() else {
                if let result = try changeInMissingDirectory(body) { return result }
                continue
            }
            if let result = try change(target, under: lock, restarts: restarts, committed, body) { return result }
            restarts += 1
            // The path may lead elsewhere now.
            lock = nil
        }
    }

    /// Changes the suite, or finds that nothing has to change.
    ///
    /// - Parameter restarts: the number of times that another program has changed the file meanwhile.
    /// - Returns: nil if another program has changed the file meanwhile, and the transaction has to start again.
    private func change<Value, Failure: Error>(
        _ target: FileTarget,
        under lock: DirectoryLock?,
        restarts: Int,
        _ committed: (SuiteCommit) -> Void,
        _ body: (inout SuiteDocument) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure>? {
        if options.isRehearsal {
            return try changeNothing(target, otherwise: nil, body)
        }
        let file: LockedFile?
        do throws(PreferenceStoreError) {
            file = try LockedFile(target, options, probe, under: lock)
        } catch .system(.lock, let path, let error) where error.isRefusal {
            // Nothing can be written here, but perhaps nothing has to be written.
            return try changeNothing(target, otherwise: .system(.lock, path: path, error), body)
        }
        guard let file else { return nil }
        defer { file.end() }
        return try change(file, restarts: restarts, committed, body)
    }

    /// Runs the closure without writing the file.
    ///
    /// - Parameter refusal: the error to throw if the closure changes the suite; nil in a rehearsal.
    private func changeNothing<Value, Failure: Error>(
        _ target: FileTarget,
        otherwise refusal: PreferenceStoreError?,
        _ body: (inout SuiteDocument) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure>? {
        guard let old = try read(target) else { return nil }
        switch SuiteEdit.make(of: old, restoring: old.changesReverted, by: body) {
        case .failure(let failure):
            return .failure(failure)
        case .success(let edit):
            if let refusal {
                guard !edit.changesFile else { throw refusal }
                try synchronize(target)
            } else {
                try edit.checkStorable(in: old, path: target.path)
            }
            return .success(SuiteChange(value: edit.value, outcome: .unchanged, warnings: old.document.warnings))
        }
    }

    private func change<Value, Failure: Error>(
        _ file: LockedFile,
        restarts: Int,
        _ committed: (SuiteCommit) -> Void,
        _ body: (inout SuiteDocument) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure>? {
        let target = file.target
        var warnings = try InterruptedTransactions(before: file).recover()
        guard let old = try read(target) else { return nil }
        probe.reached(.read)

        let restored = old.changesReverted
        let edit: SuiteEdit<Value>
        switch SuiteEdit.make(of: old, restoring: restored, sortsNewKeys: options.sortsNewKeys, by: body) {
        case .success(let made): edit = made
        case .failure(let failure): return .failure(failure)
        }
        warnings += old.document.warnings
        guard edit.changesFile else {
            settle(target, old)
            try synchronize(target)
            if let recording, recording.role.takesBack {
                warnings += recording.record([], restoring: [], of: old, at: target)
            }
            return .success(SuiteChange(value: edit.value, outcome: .unchanged, warnings: warnings))
        }
        let putBack = restored.filter { edit.root[$0.key] == $0.value }
        let keysPutBack = putBack.map(\.key)
        if !putBack.isEmpty {
            warnings.append(.changesRestored(path: target.path, keys: keysPutBack))
        }

        // The clock is read before the commit: the disk may take longer than the times that are compared here.
        let timeSinceForeignWrite = old.file?.record.timeSinceForeignWrite(probe.clock)
        let replacement = SuiteReplacement(
            file: file,
            old: old,
            root: edit.root,
            changes: edit.changes,
            format: edit.format,
            earlierCommits: earlierCommits(than: old),
            recordedChanges: edit.changes.onlyRestore(keysPutBack) ? [] : edit.changes,
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
        if let recording {
            warnings += recording.record(edit.changes, restoring: putBack, of: old, at: target)
        }
        committed(
            SuiteCommit(
                path: path,
                old: FileVersion(status: old.file?.status),
                new: outcome.version,
                format: edit.format ?? old.document.format,
                changes: edit.changes
            )
        )
        let change: SuiteChange<Value>.Outcome = old.file == nil ? .created : .changed
        return .success(SuiteChange(value: edit.value, outcome: change, warnings: warnings))
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
        CommitRecord(
            size: old.status.size,
            modified: old.status.modified,
            after: old.status.modified
        ).leave(on: file)
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
        try StoredSuite(reading: target.name, of: target, keys: keys, clock: probe.clock) ?? .missing
    }

    /// Changes a suite whose directory is missing: creates the directory, unless the suite stays empty.
    ///
    /// - Returns: nil if the directory now exists, and the transaction has to start again.
    private func changeInMissingDirectory<Value, Failure: Error>(
        _ body: (inout SuiteDocument) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure>? {
        switch SuiteEdit.make(of: .missing, by: body) {
        case .failure(let failure):
            return .failure(failure)
        case .success(let edit) where !edit.changesFile || options.isRehearsal:
            try edit.checkStorable(in: .missing, path: path)
            return .success(SuiteChange(value: edit.value, outcome: .unchanged, warnings: []))
        case .success:
            try FileTarget.makeDirectory(for: path, options.access)
            return nil
        }
    }
}
