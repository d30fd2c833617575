import Glibc
import PropertyLists

/// The transactions in a directory that a crash interrupted, which the next writer finishes or undoes.
///
/// The writer does so under the lock, so no transaction is in progress. The name of a temporary file shows how far a
/// transaction got, see ``TemporaryName``. Before its commit, the new file is removed. After it, the displaced file has
/// the temporary name.
///
/// If the displaced file is the one that the transaction had read, it is removed. If another program had written it
/// meanwhile, the transaction is finished as planned, by a merge. If that is impossible, the other program's file is
/// kept beside the suite. Any other file is not touched.
struct InterruptedTransactions {
    private let file: LockedFile
    private var directory: Directory { file.target.directory }

    init(before file: LockedFile) {
        self.file = file
    }

    /// Recovers all transactions in the directory.
    ///
    /// A file that cannot be read or removed stays, because it is not part of the requested change.
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
        let locked = LockedFile(name.target, besides: file)
        let target = locked.target
        let current = (try? target.currentStatus()) ?? nil
        // An exchange that was interrupted on a file system without a journal leaves a second name of the suite itself.
        if status.identity.inode == name.inode || name.inode == 0 && status.size == 0
            || current?.identity == status.identity
        {
            try? directory.descriptor.remove(name.text)
            return []
        }
        // Another program may have opened it while it was in its place, and still write it.
        if let file = try? target.open(name.text) { locked.awaitWriters(of: file) }
        guard let displaced = stored(target, name.text) else { return [] }
        let isExpected = TemporaryName.Mark(of: displaced) == name.mark
        guard let current else {
            // This is the file that was to be replaced, and its own name was not on disk yet.
            if isExpected {
                try? directory.descriptor.rename(name.text, toFree: name.target)
            }
            return []
        }
        let isCommitted = current.identity.inode == name.inode
        // If a program that died during its write left the current file, the other one is the better copy.
        let suite = stored(target, name.target)
        guard isCommitted || isExpected && suite?.damage == nil, current.owner.user == status.owner.user else {
            return []
        }
        var warnings: [SuiteWarning] = []
        // The commit may not be on disk yet, and the displaced file is the only copy until then.
        try directory.synchronize(.disk, after: target.path)
        if !isExpected {
            guard let suite, suite.damage == nil else { return [] }
            guard displaced.damage == nil, !displaced.isEmptyFile, let commits = suite.file?.record.lastCommits,
                commits.lastReplaced(name.mark),
                case let changes = commits.lastChanges(of: displaced.document.root), !changes.isEmpty
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

    /// Merges the transaction's changes into the other program's suite, and puts the result in place.
    ///
    /// - Returns: nil if another program changes the file meanwhile.
    private func merge(
        _ theirs: StoredSuite,
        into ours: StoredSuite,
        _ changes: [PreferenceChange],
        of file: LockedFile
    ) throws(PreferenceStoreError) -> [SuiteWarning]? {
        var merged = theirs.document.root
        var origin = theirs
        if ours.file?.record.isOwnOrUnfinished ?? true {
            merged.apply(ours.file?.record.lastCommits.changesReverted(in: merged, theirs.bytes) ?? [])
            merged.apply(changes)
        } else {
            // A third program has written since: a key that it removed looks like a key that it never saw.
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
        let document = try origin.document(containing: merged, path: file.target.path)
        let replacement = SuiteReplacement(
            file: file,
            old: ours,
            document: document,
            changes: mergedChanges,
            recordedChanges: changes
        )
        return try replacement.put(document, like: origin, expecting: ours)?.warnings
    }

    /// Returns the suite in a file of the directory; nil if the file does not exist or cannot be read.
    private func stored(_ target: FileTarget, _ name: String) -> StoredSuite? {
        try? StoredSuite(reading: name, of: target, patience: .zero, clock: file.probe.clock)
    }
}

extension RecentCommits {
    /// Returns whether the last commit replaced the file with a mark, as far as is known.
    ///
    /// The inode number in a temporary name does not show that: it may have been used again since.
    fileprivate func lastReplaced(_ mark: TemporaryName.Mark) -> Bool {
        commits.last?.replaced.map { TemporaryName.Mark(digest: $0, nil) == mark } ?? true
    }
}
