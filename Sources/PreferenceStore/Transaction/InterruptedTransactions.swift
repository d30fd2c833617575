import Glibc
import PropertyLists

/// The transactions in a directory that a crash has cut short: they are finished or taken back by the next writer, under
/// the lock, so that nobody is in the middle of one.
///
/// The name of a temporary file tells how far a transaction came, see ``TemporaryName``. Before its commit, the new file
/// is removed. After it, the temporary name has what was displaced. If that is the file that the transaction had read, it
/// is removed; if it is what another program had written meanwhile, the transaction is finished as it would have been, by
/// a merge, or if that cannot be, what that program wrote is kept beside the suite. What is neither is not touched.
struct InterruptedTransactions {
    private let folder: Folder
    private let options: ChangeOptions
    private let probe: StoreProbe

    init(in folder: Folder, options: ChangeOptions, probe: StoreProbe) {
        self.folder = folder
        self.options = options
        self.probe = probe
    }

    /// Recovers all transactions in the directory.
    ///
    /// What cannot be read or removed stays: this is no part of the change that was asked for.
    ///
    /// - Throws: what a merge throws.
    func recover() throws(PreferenceStoreError) -> [SuiteWarning] {
        guard let names = try? folder.descriptor.names() else { return [] }
        var warnings: [SuiteWarning] = []
        for name in names.compactMap(TemporaryName.init) {
            if let warning = try recover(name) {
                warnings.append(warning)
            }
        }
        return warnings
    }

    private func recover(_ name: TemporaryName) throws(PreferenceStoreError) -> SuiteWarning? {
        guard let status = try? folder.descriptor.status(of: name.text), status.kind == .regular else { return nil }
        let target = FileTarget(name.target, in: folder)
        // A second name of the suite itself is left by an exchange that was cut short on a file system without a journal.
        if status.identity.inode == name.inode || name.inode == 0 && status.size == 0
            || (try? target.currentStatus())??.identity == status.identity
        {
            try? folder.descriptor.remove(name.text)
            return nil
        }
        // A program that died in its write has left the current file: the other one is the better copy, for a person to see.
        guard let current = try? stored(target, name.target), current.damage == nil,
            let displaced = try? stored(target, name.text)
        else { return nil }
        let isExpected = displaced.mark == name.mark
        guard isExpected || current.file?.status.identity.inode == name.inode else { return nil }
        // The commit may not be on the disk yet, and what it displaced is the only copy until then.
        try folder.synchronize(options.durability, after: target.path)
        if !isExpected {
            guard displaced.damage == nil, let changes = current.file?.record.lastCommits.lastChanges, !changes.isEmpty
            else {
                let kept = target.keep(TemporaryPlace(name.text, in: folder), at: probe.clock.wallTime())
                return .foreignWriteKept(path: target.path, at: kept)
            }
            guard try merge(displaced, into: current, changes, of: target) else { return nil }
        }
        try? folder.descriptor.remove(name.text)
        return nil
    }

    /// Puts what the transaction changed into the other program's suite, and that into the place.
    ///
    /// - Returns: whether that was done; false if somebody changes the file meanwhile.
    private func merge(
        _ theirs: StoredSuite,
        into ours: StoredSuite,
        _ changes: [RecentCommits.Change],
        of target: FileTarget
    ) throws(PreferenceStoreError) -> Bool {
        var merged = theirs.document.root
        var origin = theirs
        if ours.file?.record.isOwnOrUnfinished ?? true {
            for change in changes {
                merged[change.key] = change.value
            }
        } else {
            // A third program has written since: only what both others lack can be told from what it removed.
            merged = ours.document.root
            for entry in theirs.document.root
            where merged[entry.key] == nil && !changes.contains(where: { $0.key.hasSameBytes(as: entry.key) }) {
                merged[entry.key] = entry.value
            }
            origin = ours
        }
        guard merged != ours.document.root else { return true }
        merged.sortNewKeys(of: origin.document.root)
        let replacement = SuiteReplacement(
            target: target,
            options: options,
            probe: probe,
            old: ours,
            root: merged,
            recordedChanges: changes
        )
        return try replacement.put(merged, like: origin, expecting: ours) != nil
    }

    private func stored(_ target: FileTarget, _ name: String) throws(PreferenceStoreError) -> StoredSuite {
        guard
            case .file(let suite) = try StoredSuite.read(
                name,
                of: target,
                patience: .zero,
                clock: probe.clock
            )
        else { throw .system(.open, path: target.path, .noSuchFile) }
        return suite
    }
}
