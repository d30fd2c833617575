import PropertyLists

/// The replacement of a suite file: a new file is completed beside the old one, and takes its place in one step.
struct SuiteReplacement {
    let file: LockedFile
    let old: StoredSuite
    /// The new file.
    let document: SplicedDocument
    /// The requested changes, which lead from the old suite to the new one.
    let changes: [PreferenceChange]
    /// The earlier commits that another program may still revert.
    var earlierCommits = RecentCommits()
    /// The changes that the file is to remember.
    let recordedChanges: [PreferenceChange]
    /// Returns whether the change has a secret, so that a new file needs the mode of its access.
    var hasSecrets: () -> Bool = { false }
    /// Whether the file is replaced only if it is still the one that was read.
    ///
    /// If another program writes the file faster than the disk takes a new one, only merging succeeds.
    var needsUnchangedFile = true

    /// The number of times that displaced contents are merged before the change fails.
    private static let mergeLimit = 20

    private var target: FileTarget { file.target }
    private var probe: StoreProbe { file.probe }

    /// Replaces what another program wrote after this replacement by another suite.
    ///
    /// - Returns: nil if the file has changed once more.
    func repeated(
        over found: StoredSuite,
        with root: PropertyListDictionary
    ) throws(PreferenceStoreError) -> Commit? {
        try SuiteReplacement(
            file: file,
            old: found,
            document: found.document(containing: root, path: target.path),
            changes: root.changes(since: found.document.root),
            earlierCommits: earlierCommits,
            recordedChanges: recordedChanges,
            hasSecrets: hasSecrets,
            needsUnchangedFile: false
        ).run()
    }

    /// Puts the suite in the place of the old one.
    ///
    /// - Returns: nil if the file is no longer the old one, and nothing was replaced.
    func run() throws(PreferenceStoreError) -> Commit? {
        if let old = old.file {
            try file.checkReplaceable(old)
        }
        // Until the new file is in place, the copy belongs to this attempt: a failed attempt leaves none.
        var copy = try copyOfDamagedFile()
        guard var outcome = try put(document, like: old, expecting: old) else { return nil }
        if let kept = copy.take() {
            outcome.warnings.append(.corruptFileKept(path: target.path, at: file.path(of: kept)))
        }
        return outcome
    }

    /// Copies the file that is to be replaced, if it is damaged.
    ///
    /// The copy has the name by which it is kept. If the durability requires it, the copy is on disk before the file
    /// itself is touched.
    private func copyOfDamagedFile() throws(PreferenceStoreError) -> TemporaryEntry? {
        guard old.damage != nil, let damaged = old.file else { return nil }
        var copy = try file.write(SplicedDocument(old.bytes), like: damaged.metadata, replacing: .random()).close()
        try file.name(&copy, as: .corrupt)
        try target.directory.synchronize(file.options.durability, after: target.path)
        return copy
    }

    /// Puts a suite in the target's place, and merges contents that it displaces unexpectedly.
    ///
    /// - Parameters:
    ///   - document: the new file.
    ///   - origin: the suite whose format, layout and metadata the new file takes over.
    ///   - expected: the contents of the target, unless another program has just written it.
    ///   - merges: the number of unexpected displacements so far. If it is zero, the target is checked once more.
    func put(
        _ document: SplicedDocument,
        like origin: StoredSuite,
        expecting expected: StoredSuite,
        merges: Int = 0
    ) throws(PreferenceStoreError) -> Commit? {
        guard merges <= Self.mergeLimit else { throw .changedTooOften(path: target.path) }
        let start = probe.clock.uptime()
        let digest = StableDigest.of(expected.bytes)
        var commits = earlierCommits
        commits.append(recordedChanges, to: old.document.root, replacing: digest)
        let mark = TemporaryName.Mark(digest: digest, expected.file?.status)
        // After a crash, the record shows what became of the commit. The commit sets its date.
        let record = CommitRecord(size: document.count, at: probe.clock.wallTime(), commits: commits)
        // The document was spliced from the file in its place, unless contents are merged.
        var temporary = try file.write(
            document,
            like: origin.file?.metadata ?? FileMetadata(ofNewFile: file.options.access),
            replacing: mark,
            record,
            sharesStart: merges == 0,
            needsMode: { file.options.access != .owner || hasSecrets() }
        )
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
        let commit = try temporary.entry.commit(to: target, replacing: expected.file != nil)
        probe.reached(.committed)
        let duration = probe.clock.uptime() - start
        let time = probe.clock.wallTime()
        let isUnwritten = (try? temporary.descriptor.status().modified) == written
        // `UserDefaults` reads a file again only if the file's date is not earlier than the last reading. The date of
        // the temporary file is older by the time that the disk took, and would hide the new file.
        try? temporary.descriptor.setModified(time)
        let displaced: Displaced
        switch commit {
        case .overtaken: return nil
        case .placed: displaced = .expected
        case .exchanged: displaced = self.displaced(temporary.entry.name, present.take(), expecting: expected)
        }
        let isForeign = displaced.isForeign || !isUnwritten
        record.dated(time, after: isForeign ? time : origin.file?.record.foreignWrite).leave(on: temporary.descriptor)
        let outcome = Commit(
            document: document,
            isContested: merges > 0 || isForeign,
            duration: duration,
            commits: commits,
            version: isUnwritten ? version(of: temporary.descriptor, dated: time, document) : nil,
            warnings: temporary.warnings
        )
        return try settle(displaced, temporary, outcome, dated: time, merges: merges)
    }

    /// Returns the version of the new file if nobody has written it; its date then reveals every later write.
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

    /// Handles the displaced file, and flushes the commit to disk.
    ///
    /// - Returns: nil if the transaction has to start again.
    private func settle(
        _ displaced: Displaced,
        _ temporary: consuming TemporaryFile,
        _ committed: Commit,
        dated time: Duration,
        merges: Int
    ) throws(PreferenceStoreError) -> Commit? {
        var outcome = committed
        let document = outcome.document
        func keptWarning(_ path: String) -> SuiteWarning { .foreignWriteKept(path: target.path, at: path) }
        switch displaced {
        case .expected:
            try file.finish(temporary.close(), isNew: old.file == nil)
        case .otherMetadata(let metadata):
            outcome.warnings = try takeOver(metadata, by: temporary, document)
        case .otherNames(let count):
            guard let kept = file.undoExchange(temporary.close(), document) else {
                throw .hardLinked(path: target.path, count: count)
            }
            outcome.warnings.append(keptWarning(kept))
        case .notAFile:
            guard let kept = file.undoExchange(temporary.close(), document) else { return nil }
            outcome.warnings.append(keptWarning(kept))
        case .suite(let theirs):
            let ours: StoredSuite
            do {
                ours = try stored(document, temporary.descriptor, dated: time)
            } catch {
                _ = file.keep(temporary.close())
                throw error
            }
            // The new file is closed, because a program that displaces it checks whether it is open for writing.
            let entry = temporary.close()
            do {
                // The base is the old suite, not the expected one: the other program may write again without having
                // seen what was merged.
                let merged = theirs.document.root.merging(
                    ours.document.root,
                    since: try old.wholeRoot(path: target.path),
                    insistingOn: changes,
                    restoring: outcome.commits.changesReverted(in: theirs.document.root, theirs.bytes)
                )
                if merged != ours.document.root {
                    let document = try theirs.document(containing: merged, path: target.path)
                    let merging = try put(document, like: theirs, expecting: ours, merges: merges + 1)
                    entry.remove()
                    return merging
                }
            } catch {
                // Their file is still at the temporary name: it is better to keep theirs alone than ours.
                if target.contains(target.name, document), let kept = file.undoExchange(entry, document) {
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

    /// Opens the file that a commit is about to displace, while a failure is still harmless.
    private func openPresentFile() throws(PreferenceStoreError) -> FileDescriptor? {
        do throws(SystemError) {
            return try nilIfMissing(try target.open(target.name))
        } catch .tooManySymbolicLinks {
            return nil
        } catch {
            throw .system(.open, path: target.path, error)
        }
    }

    /// Returns the suite in the target's place after a commit, if nobody has written it since.
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
        return StoredSuite(document: suite, bytes: bytes, file: PresentFile(status, metadata, commitRecord: []))
    }

    /// Gives the new file the metadata that the old one got just before the commit: a mode, an owner or an attribute.
    private func takeOver(
        _ metadata: FileMetadata,
        by temporary: consuming TemporaryFile,
        _ document: SplicedDocument
    ) throws(PreferenceStoreError) -> [SuiteWarning] {
        let warnings: [SuiteWarning]
        do {
            warnings = try metadata.apply(to: temporary.descriptor, path: target.path)
            try temporary.descriptor.synchronize(file.options.durability, path: target.path)
        } catch {
            _ = file.undoExchange(temporary.close(), document)
            throw error
        }
        try file.finish(temporary.close(), isNew: old.file == nil)
        return warnings
    }
}

// MARK: - Displaced files

extension SuiteReplacement {
    /// The object that a commit displaced from the target's place.
    private enum Displaced {
        /// The expected file.
        case expected
        /// The expected bytes, in a file that got another mode, owner or attribute.
        case otherMetadata(FileMetadata)
        /// The expected file, which now has this number of names.
        case otherNames(Int)
        /// A link, or another object that is not a regular file.
        case notAFile
        /// A suite that another program wrote.
        case suite(StoredSuite)
        /// A file that another program began to write and did not finish, or that cannot be read.
        case unfinished

        /// Whether another program wrote to the target's place.
        var isForeign: Bool {
            switch self {
            case .expected, .otherMetadata, .otherNames: false
            case .notAFile, .suite, .unfinished: true
            }
        }
    }

    /// The size, in bytes, up to which files are compared because the cost is negligible.
    private static let smallSize = 1 << 20

    /// Examines the object that an exchange left at a temporary name.
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
            isKnownUnwritten(displaced, expected.file)
            || (try? displaced.contains(SplicedDocument(expected.bytes))) == true
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

    /// Compares the metadata of a displaced file that has the expected bytes.
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

    /// Returns whether nobody has written a file since it was read.
    ///
    /// The date shows this if our own commit set it, which it does to the nanosecond. After another
    /// program's write, a later write in the same tick of the system's clock has the same date, so the date shows this
    /// only if that write was a while ago. The second check of the file, right before the exchange, notices a program
    /// that writes and restores the date, unless it does both in between. A small file is compared instead, which costs
    /// nothing.
    private func isKnownUnwritten(_ displaced: borrowing FileDescriptor, _ old: PresentFile?) -> Bool {
        guard let old, let status = try? displaced.status(), status.isUnwritten(since: old.status) else { return false }
        guard status.size > Self.smallSize else { return false }
        let isDateExact = needsUnchangedFile && old.record.isOwn
        return isDateExact || !probe.clock.isRecent(old.status.modified)
    }
}

extension SuiteReplacement {
    /// - Parameters:
    ///   - document: the new file.
    ///   - new: what the transaction has changed.
    init(
        of old: StoredSuite,
        in file: LockedFile,
        by document: SplicedDocument,
        _ new: EditedSuite,
        beside foreign: ForeignWriters
    ) {
        self.init(
            file: file,
            old: old,
            document: document,
            changes: new.changes,
            earlierCommits: foreign.earlierCommits,
            recordedChanges: foreign.remembered(of: new)
        )
    }
}
