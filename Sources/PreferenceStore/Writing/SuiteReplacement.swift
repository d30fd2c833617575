import PropertyLists

/// How a suite file is replaced: a new file is completed beside the old one and takes its place in one step.
struct SuiteReplacement {
    let target: FileTarget
    let options: ChangeOptions
    let probe: StoreProbe
    /// What was read.
    let old: StoredSuite
    /// The suite that takes its place; where only some entries were read, what becomes of those.
    let root: PropertyListDictionary
    /// The format that the file gets; nil leaves it as it is.
    var format: PropertyListFormat?
    /// The commits before this one that another program may still take back.
    var earlierCommits = RecentCommits()
    /// What the file is to remember as changed; what puts an earlier change back is not among it.
    let recordedChanges: [RecentCommits.Change]
    /// Whether the file is replaced only where it is still the one that was read.
    ///
    /// Beside a program that writes it faster than the disk takes a new file, only merging gets anywhere.
    var needsUnchangedFile = true

    /// How often what a commit displaced is merged before the change is given up.
    private static let mergeLimit = 20

    /// What came of a replacement.
    struct Outcome {
        /// What stands in the place now.
        let document: SplicedDocument
        /// Whether another program has written the file at the same time.
        let isContested: Bool
        /// How long it took to put it there, mostly for the disk.
        let duration: Duration
        /// The commits that another program may take back, this one the last.
        let commits: RecentCommits
        var warnings: [SuiteWarning] = []
    }

    /// Puts the suite in the place of the old one.
    ///
    /// - Returns: nil where the file is another than the old one by now, and nothing was replaced.
    func run() throws(PreferenceStoreError) -> Outcome? {
        if let file = old.file {
            try target.checkReplaceable(file, breaksHardLinks: options.breaksHardLinks)
        }
        // Until the new file is in place, the copy is this attempt's own: one that comes to nothing leaves none.
        var copy = try copyOfDamagedFile()
        guard var outcome = try put(root, like: old, expecting: old) else { return nil }
        if let kept = copy.take() {
            outcome.warnings.append(.corruptFileKept(path: target.path, at: "\(target.folder.path)/\(kept.keep())"))
        }
        return outcome
    }

    /// Puts a suite in the target's place, and merges what is displaced by surprise.
    ///
    /// - Parameters:
    ///   - origin: whose format, layout and metadata the new file takes over.
    ///   - expected: what the target holds, unless another program has just written it.
    ///   - merges: how many surprises there have been; none at first, when the target is looked at once more.
    /// - Returns: as for `run`.
    func put(
        _ root: PropertyListDictionary,
        like origin: StoredSuite,
        expecting expected: StoredSuite,
        merges: Int = 0
    ) throws(PreferenceStoreError) -> Outcome? {
        guard merges <= Self.mergeLimit else { throw .changedTooOften(path: target.path) }
        let start = probe.clock.uptime()
        let document = try origin.document(holding: root, as: format, path: target.path)
        let digest = StableDigest.of(expected.bytes)
        let commits = commits(replacing: digest)
        let mark = TemporaryName.Mark(digest: digest, expected.file?.status)
        // After a crash it tells what has become of the commit; its date comes with the commit.
        let record = CommitRecord(size: document.count, modified: .zero, after: nil, commits: commits)
        var temporary = try write(document, like: origin, replacing: mark, record)
        probe.reached(.written)
        if merges == 0 {
            guard try target.isStillMeant() else { return nil }
            if needsUnchangedFile, try target.currentStatus() != expected.file?.status {
                return nil
            }
            probe.reached(.rechecked)
        }
        let commit = try commit(&temporary.place, replacing: expected.file != nil)
        let duration = probe.clock.uptime() - start
        let time = probe.clock.wallTime()
        // `UserDefaults` reads a file again only where it is dated no earlier than the last reading: the date of the
        // temporary file, which is older by the time that the disk took, would hide it.
        try? temporary.descriptor.setModified(time)
        let displaced: Displaced
        switch commit {
        case .overtaken: return nil
        case .placed: displaced = .expected
        case .exchanged: displaced = self.displaced(temporary.place.name, expecting: expected)
        }
        record.dated(
            time,
            after: displaced.isForeign ? time : origin.file?.record.foreignWrite
        ).leave(on: temporary.descriptor)

        var outcome = Outcome(
            document: document,
            isContested: merges > 0 || displaced.isForeign,
            duration: duration,
            commits: commits
        )
        switch displaced {
        case .expected:
            try finish(temporary.close())
            return outcome
        case .otherMetadata(let metadata):
            try takeOver(metadata, by: temporary, document)
            return outcome
        case .otherNames(let count):
            if let warning = putBack(temporary.close(), document) {
                outcome.warnings.append(warning)
                return outcome
            }
            throw .hardLinked(path: target.path, count: count)
        case .notAFile:
            guard let warning = putBack(temporary.close(), document) else { return nil }
            outcome.warnings.append(warning)
            return outcome
        case .suite(let theirs):
            let ours: StoredSuite
            do {
                ours = try stored(document, temporary.descriptor, dated: time)
            } catch {
                _ = keep(temporary.close())
                throw error
            }
            // Whoever displaces the new file asks whether anybody has it open for writing.
            let place = temporary.close()
            do {
                // Not what was expected: the other program may write again without what was merged, never having seen it.
                let base = try old.wholeRoot(path: target.path)
                var merged = theirs.document.root
                commits.restore(&merged, theirs.bytes)
                merged = merged.merging(ours.document.root, since: base, insistingOn: changes)
                merged.sortNewKeys(of: theirs.document.root)
                if merged != ours.document.root {
                    let merging = try put(merged, like: theirs, expecting: ours, merges: merges + 1)
                    place.remove()
                    return merging
                }
            } catch {
                // Their file is still at the temporary name: better theirs alone than ours.
                if holds(target.name, document), let warning = putBack(place, document) {
                    outcome.warnings.append(warning)
                    return outcome
                }
                throw error
            }
            try finish(place)
            return outcome
        case .unfinished:
            outcome.warnings.append(.foreignWriteKept(path: target.path, at: keep(temporary.close())))
            try target.folder.synchronize(options.durability, after: target.path)
            return outcome
        }
    }

    /// What was asked for.
    var changes: KeyChanges {
        KeyChanges(from: old.document.root, to: root)
    }

    /// What the new file remembers of the last commits.
    private func commits(replacing digest: Int64?) -> RecentCommits {
        var commits = earlierCommits
        commits.append(
            recordedChanges,
            to: old.document.root,
            replacing: digest
        )
        return commits
    }

    /// What is in the target's place after a commit, if nobody has written it since.
    private func stored(
        _ document: SplicedDocument,
        _ file: borrowing FileDescriptor,
        dated time: Duration
    ) throws(PreferenceStoreError) -> StoredSuite {
        let bytes = document.bytes
        guard let root = PropertyListDictionary(parsing: bytes) else {
            throw .writtenBytesDiffer(path: target.path)
        }
        let present = try throwing(.read, target.path) { () throws(SystemError) in
            var status = try file.status()
            status.modified = time
            return PresentFile(status, try FileMetadata(of: file, status), CommitRecord.Reading())
        }
        return StoredSuite(document: SuiteDocument(root: root), bytes: bytes, file: present, damage: nil)
    }

    /// A copy of the file that is to be replaced, if it is damaged: under the name that it is kept by, and on the disk
    /// before the file itself is touched.
    private func copyOfDamagedFile() throws(PreferenceStoreError) -> TemporaryPlace? {
        guard old.damage != nil, let file = old.file else { return nil }
        let document = SplicedDocument(old.bytes)
        var copy = try TemporaryFile.write(
            document,
            for: target,
            like: file.metadata,
            options.durability,
            replacing: .random()
        ).close()
        try target.nameForKeeping(&copy, at: probe.clock.wallTime())
        try target.folder.synchronize(options.durability, after: target.path)
        return copy
    }

    private func write(
        _ document: SplicedDocument,
        like origin: StoredSuite,
        replacing mark: TemporaryName.Mark,
        _ record: CommitRecord
    ) throws(PreferenceStoreError) -> TemporaryFile {
        let metadata =
            if let file = origin.file {
                file.metadata
            } else {
                try FileMetadata(ofNewFileIn: target.folder, access: options.access)
            }
        return try TemporaryFile.write(
            document,
            for: target,
            like: metadata,
            options.durability,
            replacing: mark,
            record: record
        )
    }

    private func commit(
        _ place: inout TemporaryPlace,
        replacing: Bool
    ) throws(PreferenceStoreError) -> TemporaryPlace.Commit {
        do {
            let commit = try place.commit(to: target.name, replacing: replacing)
            probe.reached(.committed)
            return commit
        } catch {
            throw .system(.replace, path: target.path, error)
        }
    }

    /// Brings the commit to the disk, and only then removes what it has displaced: on a file system without a journal,
    /// the removal alone could be there after a crash.
    private func finish(_ displaced: consuming TemporaryPlace) throws(PreferenceStoreError) {
        var displaced = displaced
        do {
            try target.folder.synchronize(options.durability, after: target.path, isNew: old.file == nil)
        } catch {
            // For the next writer to clear away.
            _ = displaced.abandon()
            throw error
        }
        displaced.remove()
    }

    /// Gives the new file what somebody has given the old one in the moment before the commit: a mode, an owner, an
    /// attribute.
    private func takeOver(
        _ metadata: FileMetadata,
        by temporary: consuming TemporaryFile,
        _ document: SplicedDocument
    ) throws(PreferenceStoreError) {
        do {
            try metadata.apply(to: temporary.descriptor, path: target.path)
            try temporary.descriptor.synchronize(options.durability, path: target.path)
        } catch {
            _ = putBack(temporary.close(), document)
            throw error
        }
        try finish(temporary.close())
    }

    /// Undoes an exchange; where the system refuses that, the change stands and what it displaced is kept.
    ///
    /// - Parameter document: what this change had put in the place: if another program has written that file since, it is
    ///   kept.
    /// - Returns: where a file is kept; nil if there is none.
    private func putBack(_ displaced: consuming TemporaryPlace, _ document: SplicedDocument) -> SuiteWarning? {
        do {
            try displaced.exchange(with: target.name)
        } catch {
            return .foreignWriteKept(path: target.path, at: keep(displaced))
        }
        try? target.folder.synchronize()
        guard holds(displaced.name, document) else {
            return .foreignWriteKept(path: target.path, at: keep(displaced))
        }
        displaced.remove()
        return nil
    }

    private func keep(_ place: consuming TemporaryPlace) -> String {
        target.keep(place, at: probe.clock.wallTime())
    }
}
