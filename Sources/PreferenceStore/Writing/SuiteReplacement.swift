import PropertyLists

/// How a suite file is replaced: a new file is completed beside the old one and takes its place in one step.
struct SuiteReplacement {
    let file: LockedFile
    let old: StoredSuite
    /// The suite that takes its place; where only some entries were read, what becomes of those.
    let root: PropertyListDictionary
    /// What was asked for, which leads from the old suite to the new one.
    let changes: [KeyChange]
    /// The format that the file gets; nil leaves it as it is.
    var format: PropertyListFormat?
    /// The commits before this one that another program may still take back.
    var earlierCommits = RecentCommits()
    /// What the file is to remember as changed.
    let recordedChanges: [KeyChange]
    /// Whether the file is replaced only where it is still the one that was read.
    ///
    /// Beside a program that writes it faster than the disk takes a new file, only merging gets anywhere.
    var needsUnchangedFile = true

    /// How often what a commit displaced is merged before the change is given up.
    private static let mergeLimit = 20

    private var target: FileTarget { file.target }
    private var probe: StoreProbe { file.probe }

    struct Outcome {
        let document: SplicedDocument
        /// Whether another program has written the file at the same time.
        let isContested: Bool
        /// How long it took to put it there, mostly for the disk.
        let duration: Duration
        /// The commits that another program may take back, this one the last.
        let commits: RecentCommits
        /// What the file is now; nil if another program may have written it.
        var version: FileVersion?
        var warnings: [SuiteWarning] = []
    }

    /// Puts the suite in the place of the old one.
    ///
    /// - Returns: nil where the file is another than the old one by now, and nothing was replaced.
    func run() throws(PreferenceStoreError) -> Outcome? {
        if let old = old.file {
            try file.checkReplaceable(old)
        }
        // Until the new file is in place, the copy is this attempt's own: one that comes to nothing leaves none.
        var copy = try copyOfDamagedFile()
        guard var outcome = try put(root, like: old, expecting: old) else { return nil }
        if let kept = copy.take() {
            outcome.warnings.append(.corruptFileKept(path: target.path, at: file.path(of: kept)))
        }
        return outcome
    }

    /// A copy of the file that is to be replaced, if it is damaged: under the name that it is kept by, and on the disk
    /// before the file itself is touched.
    private func copyOfDamagedFile() throws(PreferenceStoreError) -> TemporaryEntry? {
        guard old.damage != nil, let damaged = old.file else { return nil }
        var copy = try file.write(SplicedDocument(old.bytes), like: damaged, replacing: .random()).close()
        try file.name(&copy, as: .corrupt)
        try target.directory.synchronize(file.options.durability, after: target.path)
        return copy
    }

    /// Puts a suite in the target's place, and merges what is displaced by surprise.
    ///
    /// - Parameters:
    ///   - origin: whose format, layout and metadata the new file takes over.
    ///   - expected: what the target holds, unless another program has just written it.
    ///   - merges: how many surprises there have been; none at first, when the target is looked at once more.
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
        var commits = earlierCommits
        commits.append(recordedChanges, to: old.document.root, replacing: digest)
        let mark = TemporaryName.Mark(digest: digest, expected.file?.status)
        // After a crash it tells what has become of the commit; its date comes with the commit.
        let record = CommitRecord(size: document.count, modified: .zero, after: nil, commits: commits)
        var temporary = try file.write(document, like: origin.file, replacing: mark, record)
        probe.reached(.written)
        if merges == 0 {
            guard try target.pathStillLeadsHere() else { return nil }
            if needsUnchangedFile, try target.currentStatus() != expected.file?.status {
                return nil
            }
            probe.reached(.rechecked)
        }
        var present: FileDescriptor?
        if expected.file != nil {
            present = try openPresentFile()
        }
        let written = try? temporary.descriptor.status().modified
        let commit = try file.commit(&temporary.entry, replacing: expected.file != nil)
        probe.reached(.committed)
        let duration = probe.clock.uptime() - start
        let time = probe.clock.wallTime()
        let isUnwritten = (try? temporary.descriptor.status().modified) == written
        // `UserDefaults` reads a file again only where it is dated no earlier than the last reading: the date of the
        // temporary file, which is older by the time that the disk took, would hide it.
        try? temporary.descriptor.setModified(time)
        let displaced: Displaced
        switch commit {
        case .overtaken: return nil
        case .placed: displaced = .expected
        case .exchanged: displaced = self.displaced(temporary.entry.name, present.take(), expecting: expected)
        }
        record.dated(
            time,
            after: displaced.isForeign ? time : origin.file?.record.foreignWrite
        ).leave(on: temporary.descriptor)
        let outcome = Outcome(
            document: document,
            isContested: merges > 0 || displaced.isForeign,
            duration: duration,
            commits: commits,
            version: isUnwritten ? version(of: temporary.descriptor, dated: time, document) : nil
        )
        return try settle(displaced, temporary, outcome, dated: time, merges: merges)
    }

    /// What the new file is, if nobody has written it; its date tells of every later write then.
    private func version(
        of file: borrowing FileDescriptor,
        dated time: Duration,
        _ document: SplicedDocument
    ) -> FileVersion? {
        guard let status = try? file.status(), status.modified == time, status.size == document.count else {
            return nil
        }
        return FileVersion(status: status)
    }

    /// Does with what a commit has displaced as it should be, and brings the commit to the disk.
    ///
    /// - Returns: nil where the transaction has to start again.
    private func settle(
        _ displaced: Displaced,
        _ temporary: consuming TemporaryFile,
        _ committed: Outcome,
        dated time: Duration,
        merges: Int
    ) throws(PreferenceStoreError) -> Outcome? {
        var outcome = committed
        let document = outcome.document
        func keptWarning(_ path: String) -> SuiteWarning { .foreignWriteKept(path: target.path, at: path) }
        switch displaced {
        case .expected:
            try file.finish(temporary.close(), isNew: old.file == nil)
        case .otherMetadata(let metadata):
            try takeOver(metadata, by: temporary, document)
        case .otherNames(let count):
            guard let kept = file.putBack(temporary.close(), document) else {
                throw .hardLinked(path: target.path, count: count)
            }
            outcome.warnings.append(keptWarning(kept))
        case .notAFile:
            guard let kept = file.putBack(temporary.close(), document) else { return nil }
            outcome.warnings.append(keptWarning(kept))
        case .suite(let theirs):
            let ours: StoredSuite
            do {
                ours = try stored(document, temporary.descriptor, dated: time)
            } catch {
                _ = file.keep(temporary.close())
                throw error
            }
            // Whoever displaces the new file asks whether anybody has it open for writing.
            let entry = temporary.close()
            do {
                // Not what was expected: the other program may write again without what was merged, never having seen
                // it.
                let merged = theirs.document.root.merging(
                    ours.document.root,
                    since: try old.wholeRoot(path: target.path),
                    insistingOn: changes,
                    restoring: outcome.commits.changesTakenBack(in: theirs.document.root, theirs.bytes)
                )
                if merged != ours.document.root {
                    let merging = try put(merged, like: theirs, expecting: ours, merges: merges + 1)
                    entry.remove()
                    return merging
                }
            } catch {
                // Their file is still at the temporary name: better theirs alone than ours.
                if file.holds(target.name, document), let kept = file.putBack(entry, document) {
                    outcome.warnings.append(keptWarning(kept))
                    return outcome
                }
                throw error
            }
            try file.finish(entry, isNew: old.file == nil)
        case .unfinished:
            outcome.warnings.append(keptWarning(file.keep(temporary.close())))
            try target.directory.synchronize(file.options.durability, after: target.path)
        }
        return outcome
    }

    /// Opens the file that a commit is about to displace, as long as a failure is harmless.
    private func openPresentFile() throws(PreferenceStoreError) -> FileDescriptor? {
        do throws(SystemError) {
            return try ifThere(try target.open(target.name))
        } catch .tooManySymbolicLinks {
            return nil
        } catch {
            throw .system(.open, path: target.path, error)
        }
    }

    /// What is in the target's place after a commit, if nobody has written it since.
    private func stored(
        _ document: SplicedDocument,
        _ file: borrowing FileDescriptor,
        dated time: Duration
    ) throws(PreferenceStoreError) -> StoredSuite {
        let bytes = document.bytes
        guard let suite = try? SuiteDocument(parsing: bytes, path: target.path) else {
            throw .writtenBytesDiffer(path: target.path)
        }
        var status = try throwing(.read, target.path, try file.status())
        status.modified = time
        let metadata = try throwing(.read, target.path, try FileMetadata(of: file, status))
        return StoredSuite(document: suite, bytes: bytes, file: PresentFile(status, metadata, CommitRecord.Reading()))
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
            try temporary.descriptor.synchronize(file.options.durability, path: target.path)
        } catch {
            _ = file.putBack(temporary.close(), document)
            throw error
        }
        try file.finish(temporary.close(), isNew: old.file == nil)
    }
}

// MARK: - What a commit has displaced

extension SuiteReplacement {
    /// What a commit took out of the target's place.
    private enum Displaced {
        /// The file that was expected.
        case expected
        /// The bytes that were expected, in a file that somebody has given another mode, owner or attribute.
        case otherMetadata(FileMetadata)
        /// The file that was expected, to which somebody has given so many names.
        case otherNames(Int)
        /// A link, or something else that is no file of bytes.
        case notAFile
        /// A suite that another program has written.
        case suite(StoredSuite)
        /// A file that another program has begun to write and not finished, or that cannot be read.
        case unfinished

        /// Whether another program has written to the place.
        var isForeign: Bool {
            switch self {
            case .expected, .otherMetadata, .otherNames: false
            case .notAFile, .suite, .unfinished: true
            }
        }
    }

    /// The bytes of files that are compared at no cost worth saving.
    private static let smallSize = 1 << 20

    /// Looks at what an exchange left at a temporary name.
    ///
    /// - Parameter present: the file that was in the target's place just before; nil if there was none.
    private func displaced(
        _ name: String,
        _ present: consuming FileDescriptor?,
        expecting expected: StoredSuite
    ) -> Displaced {
        let status = try? target.directory.descriptor.status(of: name)
        if let status, status.kind != .regular {
            return .notAFile
        }
        if (try? present?.status())?.identity != status?.identity {
            present = try? target.open(name)
        }
        guard let displaced = present.take() else { return .unfinished }
        file.awaitWriters(of: displaced)
        let isExpected =
            isKnownUnwritten(displaced, expected.file?.status)
            || (try? displaced.holds(SplicedDocument(expected.bytes))) == true
        guard !isExpected else { return expectedFile(displaced, expected) }
        let theirs = try? StoredSuite(
            reading: name,
            of: target,
            patience: LockedFile.patience,
            clock: probe.clock
        )
        guard let theirs, theirs.damage == nil, !theirs.isEmptyFile else { return .unfinished }
        return .suite(theirs)
    }

    /// What has become of the file with the expected bytes.
    private func expectedFile(_ displaced: borrowing FileDescriptor, _ expected: StoredSuite) -> Displaced {
        guard let old = expected.file, let status = try? displaced.status(),
            let metadata = try? FileMetadata(of: displaced, status)
        else { return .expected }
        let linkCount = status.linkCount
        if linkCount > 1, linkCount != old.status.linkCount, !file.options.breaksHardLinks {
            return .otherNames(linkCount)
        }
        return metadata == old.metadata ? .expected : .otherMetadata(metadata)
    }

    /// Whether nobody has written a file since it had a status.
    ///
    /// The date tells so only of one that was last written a while ago. A later write in the same tick of the system's
    /// clock would have the same one, and a program may put an old date back: a small file is compared, which costs
    /// nothing.
    private func isKnownUnwritten(_ displaced: borrowing FileDescriptor, _ old: FileStatus?) -> Bool {
        guard let old, let status = try? displaced.status() else { return false }
        return status.isUnwritten(since: old) && status.size > Self.smallSize && !probe.clock.isRecent(old.modified)
    }
}
