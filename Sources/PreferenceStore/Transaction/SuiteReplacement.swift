import PropertyLists

/// How a suite file is replaced: a new file is completed beside the old one and takes its place in one step.
struct SuiteReplacement {
    let target: FileTarget
    let options: ChangeOptions
    let probe: StoreProbe

    /// How often what a commit displaced is merged before it is kept beside the file instead.
    private static let mergeLimit = 20

    /// Puts a suite in the place of the old one.
    ///
    /// - Returns: warnings; nil where the file is another than the old one by now, and nothing was replaced.
    func replace(
        _ old: StoredSuite,
        by root: PropertyListDictionary
    ) throws(PreferenceStoreError) -> [SuiteWarning]? {
        if let count = old.file?.status.linkCount, count > 1, !options.breaksHardLinks {
            throw .hardLinked(path: target.path, count: count)
        }
        let warnings = try keepDamagedBytes(of: old)
        let ownChanges = KeyChanges(from: old.document.root, to: root)
        return try put(root, like: old, expecting: old, ownChanges).map { warnings + $0 }
    }

    /// Puts a suite in the target's place, and merges what is displaced by surprise.
    ///
    /// - Parameters:
    ///   - origin: whose format, layout and metadata the new file takes over.
    ///   - expected: what the target holds, unless another program has just written it.
    ///   - ownChanges: what the caller has asked for.
    ///   - merges: how many surprises there have been; none at first, when the target is looked at once more.
    /// - Returns: as for `replace`.
    private func put(
        _ root: PropertyListDictionary,
        like origin: StoredSuite,
        expecting expected: StoredSuite,
        _ ownChanges: KeyChanges,
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
        case .placed: return try finish()
        case .exchanged: break
        }

        switch displaced(temporary.name, expecting: expected.bytes) {
        case .expected:
            return try finish()
        case .notAFile:
            try putBack(temporary)
            return nil
        case .suite(let theirs) where merges < Self.mergeLimit:
            let merged = theirs.document.root.merging(root, since: expected.document.root, insistingOn: ownChanges)
            if merged == root {
                return try finish()
            }
            let ours = StoredSuite(document: SuiteDocument(root: root), bytes: bytes, file: origin.file)
            do {
                return try put(merged, like: theirs, expecting: ours, ownChanges, merges: merges + 1)
            } catch {
                // Their file is still at the temporary name: better theirs alone than ours.
                if holds(target.name, bytes) {
                    try putBack(temporary)
                }
                throw error
            }
        case .suite, .unfinished:
            let kept = try target.takeCorruptName(&temporary, at: probe.clock.wallTime())
            return try finish([.unfinishedWriteKept(path: target.path, at: kept)])
        }
    }

    private func keepDamagedBytes(of old: StoredSuite) throws(PreferenceStoreError) -> [SuiteWarning] {
        guard old.damage != nil, let file = old.file else { return [] }
        let kept = try target.keepCorrupt(
            old.bytes.span,
            file.metadata,
            options.durability,
            at: probe.clock.wallTime()
        )
        return [.corruptFileKept(path: target.path, at: kept)]
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

    /// Undoes an exchange.
    private func putBack(_ temporary: borrowing TemporaryFile) throws(PreferenceStoreError) {
        do {
            try temporary.exchange(with: target.name)
        } catch {
            throw .system(.replace, path: target.path, error)
        }
    }

    private func finish(_ warnings: [SuiteWarning] = []) throws(PreferenceStoreError) -> [SuiteWarning] {
        try target.folder.synchronize(options.durability, after: target.path)
        return warnings
    }
}
