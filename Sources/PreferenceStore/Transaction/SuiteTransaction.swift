import PropertyLists

/// One change of a suite file, from finding it to the disk.
///
/// Other writers of this package are kept out by a lock. `UserDefaults` takes none, and writes in place: against it the
/// transaction looks at the file again before the commit, then at what the commit has displaced, and merges; and where
/// such a program is at work, it looks after the commit whether the change has stayed.
struct SuiteTransaction {
    let path: String
    let options: ChangeOptions
    /// The keys that the change is about; nil for all.
    let keys: [String]?
    let probe: StoreProbe

    /// How often the file may change under the transaction before it gives up.
    private static let attemptLimit = 100

    /// How often it starts again for that, before it leaves it at merging.
    private static let restartLimit = 10

    /// Changes the suite by a closure.
    func run<Value, Failure: Error>(
        _ body: (inout SuiteDocument) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure> {
        var restarts = 0
        for _ in 1...Self.attemptLimit {
            guard let target = try FileTarget(resolving: path) else {
                if let result = try changeInMissingFolder(body) {
                    return result
                }
                continue
            }
            let result = try target.withLock(timeout: options.lockTimeout, probe) { () throws(PreferenceStoreError) in
                try change(target, restarts: restarts, body)
            }
            if let result {
                return result
            }
            restarts += 1
        }
        throw .changedTooOften(path: path)
    }

    /// Changes the suite under the lock.
    ///
    /// - Parameter restarts: how often another program has changed the file meanwhile.
    /// - Returns: nil where another program has changed the file meanwhile, and the transaction starts again.
    private func change<Value, Failure: Error>(
        _ target: FileTarget,
        restarts: Int,
        _ body: (inout SuiteDocument) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure>? {
        guard let old = try read(target) else { return nil }
        probe.reached(.read)

        let edit: SuiteEdit<Value>
        switch SuiteEdit.make(of: old, by: body) {
        case .success(let made): edit = made
        case .failure(let failure): return .failure(failure)
        }
        guard edit.changesFile else {
            return .success(SuiteChange(value: edit.value, outcome: .unchanged, warnings: old.document.warnings))
        }

        // Before the commit: the disk may take longer for that than the times which are judged here.
        let timeSinceForeignWrite = old.timeSinceForeignWrite(by: probe.clock)
        let replacement = SuiteReplacement(
            target: target,
            options: options,
            probe: probe,
            old: old,
            root: edit.root,
            needsUnchangedFile: restarts < Self.restartLimit
        )
        guard let outcome = try replacement.run() else { return nil }
        var warnings = old.document.warnings + outcome.warnings
        let isContested = restarts > 0 || outcome.isContested
        if isContested || timeSinceForeignWrite.map({ $0 < StoreClock.settlingTime }) ?? false {
            let verification = SuiteVerification(
                target: target,
                options: options,
                probe: probe,
                base: try old.wholeRoot(path: target.path),
                changes: replacement.changes
            )
            let isBusy = timeSinceForeignWrite.map { $0 < SuiteVerification.busyTime + outcome.duration } ?? false
            warnings += try verification.run(after: outcome, isContested: isContested || isBusy)
        }
        target.folder.removeStrayFiles(at: probe.clock.wallTime())
        return .success(
            SuiteChange(
                value: edit.value,
                outcome: old.file == nil ? .created : .changed,
                warnings: warnings
            )
        )
    }

    /// Reads the suite under the lock; nil where a symbolic link has come to the file's place since it was found.
    private func read(_ target: FileTarget) throws(PreferenceStoreError) -> StoredSuite? {
        let found = try StoredSuite.read(
            target.name,
            of: target,
            sought: keys.map { .toChange($0) } ?? .all,
            patience: FileReader.defaultPatience,
            clock: probe.clock
        )
        let suite: StoredSuite
        switch found {
        case .file(let stored): suite = stored
        case .nothing: suite = .missing
        case .symbolicLink: return nil
        }
        if let damage = suite.damage, !options.replacesCorrupt {
            throw damage
        }
        return suite
    }

    /// Changes a suite whose folder is missing: makes the folder, unless the suite stays empty.
    ///
    /// - Returns: nil where the folder is there now, and the transaction starts again.
    private func changeInMissingFolder<Value, Failure: Error>(
        _ body: (inout SuiteDocument) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure>? {
        switch SuiteEdit.make(of: .missing, by: body) {
        case .failure(let failure):
            return .failure(failure)
        case .success(let edit) where !edit.changesFile:
            return .success(SuiteChange(value: edit.value, outcome: .unchanged, warnings: []))
        case .success:
            try FileTarget.makeFolder(for: path, options.access)
            return nil
        }
    }
}
