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
        var warnings: [SuiteWarning] = []
    }

    /// Puts the suite in the place of the old one.
    ///
    /// A signal that would end the process waits until no temporary file is left.
    ///
    /// - Returns: nil where the file is another than the old one by now, and nothing was replaced.
    func run() throws(PreferenceStoreError) -> Outcome? {
        try CallingProcess.holdingSignals { () throws(PreferenceStoreError) in try replace() }
    }

    private func replace() throws(PreferenceStoreError) -> Outcome? {
        if let file = old.file {
            try target.checkNames(of: file, breaksHardLinks: options.breaksHardLinks)
        }
        // Until the new file is in place, the copy is a temporary file: an attempt that comes to nothing leaves none.
        var damagedFile = try copyOfDamagedFile()
        guard var outcome = try put(root, like: old, expecting: old) else { return nil }
        if let copy = damagedFile.take() {
            outcome.warnings.append(.corruptFileKept(path: target.path, at: keep(copy)))
        }
        try target.folder.synchronize(options.durability, after: target.path)
        return outcome
    }

    /// Puts a suite in the target's place, and merges what is displaced by surprise.
    ///
    /// - Parameters:
    ///   - origin: whose format, layout and metadata the new file takes over.
    ///   - expected: what the target holds, unless another program has just written it.
    ///   - merges: how many surprises there have been; none at first, when the target is looked at once more.
    /// - Returns: as for `run`.
    private func put(
        _ root: PropertyListDictionary,
        like origin: StoredSuite,
        expecting expected: StoredSuite,
        merges: Int = 0
    ) throws(PreferenceStoreError) -> Outcome? {
        guard merges <= Self.mergeLimit else { throw .changedTooOften(path: target.path) }
        let start = probe.clock.uptime()
        let document = try origin.document(holding: root, path: target.path)
        var temporary = try write(document, like: origin)
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
        let lastForeignWrite = displaced.isExpected ? origin.file?.lastForeignWrite : time
        CommitRecord(size: document.count, modified: time, after: lastForeignWrite).leave(on: temporary.descriptor)
        // Whoever displaces the new file asks whether anybody has it open for writing.
        let place = temporary.close()

        let isContested = merges > 0 || !displaced.isExpected
        var outcome = Outcome(document: document, isContested: isContested, duration: duration)
        switch displaced {
        case .expected:
            return outcome
        case .notAFile:
            guard let warning = putBack(place) else { return nil }
            outcome.warnings.append(warning)
            return outcome
        case .suite(let theirs):
            let bytes = document.bytes
            guard let root = PropertyListDictionary(parsing: bytes) else {
                throw .writtenBytesDiffer(path: target.path)
            }
            let ours = StoredSuite(document: SuiteDocument(root: root), bytes: bytes, file: origin.file, damage: nil)
            do {
                // Not what was expected: the other program may write again without what was merged, never having seen it.
                let base = try old.wholeRoot(path: target.path)
                let merged = theirs.document.root.merging(root, since: base, insistingOn: changes)
                if merged == root {
                    return outcome
                }
                return try put(merged, like: theirs, expecting: ours, merges: merges + 1)
            } catch {
                // Their file is still at the temporary name: better theirs alone than ours.
                if holds(target.name, document), let warning = putBack(place) {
                    outcome.warnings.append(warning)
                    return outcome
                }
                throw error
            }
        case .unfinished:
            outcome.warnings.append(.foreignWriteKept(path: target.path, at: keep(place)))
            return outcome
        }
    }

    /// What was asked for.
    var changes: KeyChanges {
        KeyChanges(from: old.document.root, to: root)
    }

    private func copyOfDamagedFile() throws(PreferenceStoreError) -> TemporaryPlace? {
        guard old.damage != nil, let file = old.file else { return nil }
        return try TemporaryFile.write(SplicedDocument(old.bytes), for: target, like: file.metadata, options.durability)
            .close()
    }

    private func write(_ document: SplicedDocument, like origin: StoredSuite) throws(PreferenceStoreError)
        -> TemporaryFile
    {
        let metadata =
            if let file = origin.file {
                file.metadata
            } else {
                try FileMetadata(ofNewFileIn: target.folder, access: options.access)
            }
        return try TemporaryFile.write(document, for: target, like: metadata, options.durability)
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

    /// Undoes an exchange; where the system refuses that, the change stands and what it displaced is kept.
    ///
    /// - Returns: where it is kept; nil where it is back.
    private func putBack(_ displaced: consuming TemporaryPlace) -> SuiteWarning? {
        do {
            try displaced.exchange(with: target.name)
            return nil
        } catch {
            return .foreignWriteKept(path: target.path, at: keep(displaced))
        }
    }

    private func keep(_ place: consuming TemporaryPlace) -> String {
        target.keep(place, at: probe.clock.wallTime())
    }
}
