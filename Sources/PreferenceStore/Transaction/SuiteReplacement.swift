import PropertyLists

/// How a suite file is replaced: a new file is completed beside the old one and takes its place in one step.
struct SuiteReplacement {
    let target: FileTarget
    let options: ChangeOptions
    let probe: StoreProbe
    /// What was read.
    let old: StoredSuite
    /// The suite that takes its place.
    let root: PropertyListDictionary

    /// How often what a commit displaced is merged before it is kept beside the file instead.
    private static let mergeLimit = 20

    /// Puts the suite in the place of the old one.
    ///
    /// - Returns: warnings; nil where the file is another than the old one by now, and nothing was replaced.
    func run() throws(PreferenceStoreError) -> [SuiteWarning]? {
        if let file = old.file {
            try target.checkNames(of: file, breaksHardLinks: options.breaksHardLinks)
        }
        // Until the new file is in place, the copy is a temporary file: an attempt that comes to nothing leaves none.
        var damagedFile = try copyOfDamagedFile()
        guard var warnings = try put(root, like: old, expecting: old) else { return nil }
        if let copy = damagedFile.take() {
            warnings.append(.corruptFileKept(path: target.path, at: keep(copy)))
        }
        try target.folder.synchronize(options.durability, after: target.path)
        return warnings
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
    ) throws(PreferenceStoreError) -> [SuiteWarning]? {
        let bytes = try origin.bytes(holding: root, path: target.path)
        var temporary = try write(bytes, like: origin)
        probe.reached(.written)
        if merges == 0 {
            guard try target.isUnchanged(since: expected.file?.status) else { return nil }
            probe.reached(.rechecked)
        }
        switch try commit(&temporary, replacing: expected.file != nil) {
        case .overtaken: return nil
        case .placed: return []
        case .exchanged: break
        }

        switch displaced(temporary.name, expecting: expected.bytes) {
        case .expected:
            return []
        case .notAFile:
            return putBack(temporary).map { [$0] }
        case .suite(let theirs) where merges < Self.mergeLimit:
            let ownChanges = KeyChanges(from: old.document.root, to: self.root)
            let merged = theirs.document.root.merging(root, since: expected.document.root, insistingOn: ownChanges)
            if merged == root {
                return []
            }
            let ours = StoredSuite(document: SuiteDocument(root: root), bytes: bytes, file: origin.file)
            do {
                return try put(merged, like: theirs, expecting: ours, merges: merges + 1)
            } catch {
                // Their file is still at the temporary name: better theirs alone than ours.
                if holds(target.name, bytes), let warning = putBack(temporary) {
                    return [warning]
                }
                throw error
            }
        case .suite, .unfinished:
            return [.foreignWriteKept(path: target.path, at: keep(temporary))]
        }
    }

    private func copyOfDamagedFile() throws(PreferenceStoreError) -> TemporaryFile? {
        guard old.damage != nil, let file = old.file else { return nil }
        return try TemporaryFile.write(old.bytes.span, for: target, like: file.metadata, options.durability)
    }

    private func write(_ bytes: [UInt8], like origin: StoredSuite) throws(PreferenceStoreError) -> TemporaryFile {
        let metadata =
            if let file = origin.file {
                file.metadata
            } else {
                try FileMetadata(ofNewFileIn: target.folder, access: options.access)
            }
        return try TemporaryFile.write(bytes.span, for: target, like: metadata, options.durability)
    }

    private func commit(
        _ temporary: inout TemporaryFile,
        replacing: Bool
    ) throws(PreferenceStoreError) -> TemporaryFile.Commit {
        do {
            let commit = try temporary.commit(to: target.name, replacing: replacing)
            probe.reached(.committed)
            return commit
        } catch {
            throw .system(.replace, path: target.path, error)
        }
    }

    /// Undoes an exchange; where the system refuses that, the change stands and what it displaced is kept.
    ///
    /// - Returns: where it is kept; nil where it is back.
    private func putBack(_ temporary: consuming TemporaryFile) -> SuiteWarning? {
        do {
            try temporary.exchange(with: target.name)
            return nil
        } catch {
            return .foreignWriteKept(path: target.path, at: keep(temporary))
        }
    }

    private func keep(_ file: consuming TemporaryFile) -> String {
        target.keep(file, at: probe.clock.wallTime())
    }
}
