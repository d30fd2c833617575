import Glibc
import PropertyLists

/// The transactions in a directory that a crash has cut short: they are finished or taken back by the next writer,
/// under the lock, so that nobody is in the middle of one.
///
/// The name of a temporary file tells how far a transaction came, see ``TemporaryName``. Before its commit, the new
/// file is removed. After it, the temporary name has what was displaced. If that is the file that the transaction had
/// read, it is removed; if it is what another program had written meanwhile, the transaction is finished as it would
/// have been, by a merge, or if that cannot be, what that program wrote is kept beside the suite. What is neither is
/// not touched.
struct InterruptedTransactions {
    private let file: LockedFile
    private var directory: Directory { file.target.directory }

    init(before file: LockedFile) {
        self.file = file
    }

    /// Recovers all transactions in the directory.
    ///
    /// What cannot be read or removed stays: this is no part of the change that was asked for.
    func recover() throws(PreferenceStoreError) -> [SuiteWarning] {
        guard let names = try? directory.descriptor.names() else { return [] }
        var warnings: [SuiteWarning] = []
        for interrupted in names.compactMap(TemporaryName.init) {
            do throws(PreferenceStoreError) {
                warnings += try recover(interrupted)
            } catch {
                guard !interrupted.target.hasSameBytes(as: file.target.name) else { throw error }
            }
        }
        return warnings
    }

    private func recover(_ name: TemporaryName) throws(PreferenceStoreError) -> [SuiteWarning] {
        guard let status = try? directory.descriptor.status(of: name.text), status.kind == .regular,
            (try? status.isTrusted(in: directory.descriptor.status())) == true
        else { return [] }
        let target = FileTarget(name.target, in: directory)
        let locked = LockedFile(target: target, options: file.options, probe: file.probe)
        let current = (try? target.currentStatus()) ?? nil
        // A second name of the suite itself is left by an exchange that was cut short on a file system without a
        // journal.
        if status.identity.inode == name.inode || name.inode == 0 && status.size == 0
            || current?.identity == status.identity
        {
            try? directory.descriptor.remove(name.text)
            return []
        }
        guard let displaced = stored(target, name.text) else { return [] }
        let isExpected = displaced.mark == name.mark
        guard let current else {
            // The file that was to be replaced, whose own name was not on the disk yet.
            if isExpected {
                try? directory.descriptor.rename(name.text, toFree: name.target)
            }
            return []
        }
        let isCommitted = current.identity.inode == name.inode
        // If a program that died in its write has left the current file, the other one is the better copy.
        let suite = stored(target, name.target)
        guard isCommitted || isExpected && suite?.damage == nil, current.ownership.user == status.ownership.user else {
            return []
        }
        var warnings: [SuiteWarning] = []
        // The commit may not be on the disk yet, and what it displaced is the only copy until then.
        try directory.synchronize(.disk, after: target.path)
        if !isExpected {
            guard let suite, suite.damage == nil else { return [] }
            guard displaced.damage == nil, let changes = suite.file?.record.lastCommits.lastChanges, !changes.isEmpty
            else {
                let kept = locked.keep(TemporaryEntry(name.text, in: directory))
                return [.foreignWriteKept(path: target.path, at: kept)]
            }
            guard let merged = try merge(displaced, into: suite, changes, of: locked) else { return [] }
            warnings = merged
        }
        try? directory.descriptor.remove(name.text)
        return warnings
    }

    /// Puts what the transaction changed into the other program's suite, and that into the place.
    ///
    /// - Returns: nil if somebody changes the file meanwhile.
    private func merge(
        _ theirs: StoredSuite,
        into ours: StoredSuite,
        _ changes: [KeyChange],
        of file: LockedFile
    ) throws(PreferenceStoreError) -> [SuiteWarning]? {
        var merged = theirs.document.root
        var origin = theirs
        if ours.file?.record.isOwnOrUnfinished ?? true {
            merged.apply(ours.file?.record.lastCommits.changesTakenBack(in: merged, theirs.bytes) ?? [])
            merged.apply(changes)
        } else {
            // A third program has written since: what it removed cannot be told from what it never saw.
            merged = ours.document.root
            for entry in theirs.document.root
            where merged[entry.key] == nil && !changes.contains(where: { $0.key.hasSameBytes(as: entry.key) }) {
                merged[entry.key] = entry.value
            }
            origin = ours
        }
        let mergedChanges = merged.changes(since: ours.document.root)
        guard !mergedChanges.isEmpty else { return [] }
        merged.sortNewKeys(of: origin.document.root)
        let replacement = SuiteReplacement(
            file: file,
            old: ours,
            root: merged,
            changes: mergedChanges,
            recordedChanges: changes
        )
        return try replacement.put(merged, like: origin, expecting: ours)?.warnings
    }

    /// The suite in a file of the directory; nil where there is none, or it cannot be read.
    private func stored(_ target: FileTarget, _ name: String) -> StoredSuite? {
        try? StoredSuite(reading: name, of: target, patience: .zero, clock: file.probe.clock)
    }
}
