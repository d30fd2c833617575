import PropertyLists

/// What programs that take no lock do to a suite file beside a change of it.
///
/// Such a program, for example one with `UserDefaults`, reads the file, and some milliseconds later writes it in place:
/// without what was changed meanwhile. The record that each commit leaves, ``CommitRecord``, shows that a program has
/// written the file, and what it lacks. A change asks three times: after its read, what has been reverted; at its
/// commit, what the next record is to remember; and after it, whether it has stayed.
struct ForeignWriters {
    private let old: StoredSuite
    private let target: FileTarget
    private let probe: StoreProbe
    /// The record of the file that was read; nil if there was no file.
    private let record: CommitRecord.Reading?
    /// The time since the last foreign write, if its program may be about to write again.
    ///
    /// It is taken before the commit: the disk may take longer than the times that it is compared with.
    private let timeSinceWrite: Duration?
    /// The changes of earlier commits that such a program has reverted, and that this change restores.
    let reverted: [PreferenceChange]

    // MARK: After the read

    init(afterReading old: StoredSuite, of target: FileTarget, _ probe: StoreProbe) {
        self.old = old
        self.target = target
        self.probe = probe
        record = old.file?.record
        timeSinceWrite = record?.timeSinceForeignWrite(probe.clock)
        reverted = record?.changesReverted(in: old) ?? []
    }

    // MARK: At the commit

    /// The commits before this change that a program may still revert.
    var earlierCommits: RecentCommits {
        guard let record, record.isOwnOrUnfinished, let status = old.file?.status,
            probe.clock.timeSince(status.modified) < RecentCommits.dangerTime(ofSize: status.size)
        else { return RecentCommits() }
        return record.recentCommits
    }

    /// Returns the changes that the next record is to remember.
    ///
    /// A program that reverts again what was only restored does so on purpose. A program that reverts it together with
    /// another change has seen neither, because it had read the file before.
    func remembered(of new: EditedSuite) -> [PreferenceChange] { new.ownChanges.isEmpty ? [] : new.changes }

    /// Records in a file that stays as it is that another program has written it and kept the last commits.
    ///
    /// Its later changes are intentional.
    func accept() {
        guard let record, record.mayLackCommits, let status = old.file?.status,
            let file = try? target.open(target.name),
            (try? file.status()) == status
        else { return }
        CommitRecord(size: status.size, at: status.modified).dated(status.modified, after: status.modified).leave(
            on: file
        )
    }

    // MARK: After the commit

    /// Checks that a change has stayed, and makes it again until it stays, if a program is known to write the file.
    ///
    /// - Parameters:
    ///   - changes: the requested changes.
    ///   - isContested: whether a program has written the file during an attempt of this change.
    ///   - replace: replaces what is found in the file by a suite; returns nil if the file has changed once more.
    /// - Returns: warnings of these replacements.
    func verify(
        _ commit: Commit,
        of changes: [PreferenceChange],
        isContested: Bool,
        _ replace: (StoredSuite, PropertyListDictionary) throws(PreferenceStoreError) -> Commit?
    ) throws(PreferenceStoreError) -> [SuiteWarning] {
        let isContested = isContested || commit.isContested
        guard isContested || timeSinceWrite != nil else { return [] }
        let isBusy = timeSinceWrite.map { $0 < SuiteVerification.busyTime + commit.duration } ?? false
        let verification = SuiteVerification(old: old, changes: changes, target: target, probe: probe)
        return try verification.run(after: commit, isContested: isContested || isBusy, replace)
    }
}

/// A new file that is in the place of a suite file.
struct Commit {
    let document: SplicedDocument
    /// Whether another program wrote the file at the same time.
    let isContested: Bool
    /// The time that the replacement took, mostly for the disk.
    let duration: Duration
    /// The commits that another program may revert, this one last.
    let commits: RecentCommits
    /// The version of the new file; nil if another program may have written it.
    var version: FileVersion?
    var warnings: [SuiteWarning] = []
}

extension PresentFile {
    /// What the file and its record show of its last writers.
    var record: CommitRecord.Reading { CommitRecord.Reading(commitRecord, status) }
}

extension CommitRecord.Reading {
    /// Returns the changes that another program has reverted; the suite must have been read whole.
    func changesReverted(in suite: StoredSuite) -> [PreferenceChange] {
        guard mayLackCommits, suite.damage == nil else { return [] }
        return recentCommits.changesReverted(in: suite.document.root, suite.bytes)
    }
}
