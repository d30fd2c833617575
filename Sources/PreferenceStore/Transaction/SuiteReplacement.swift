import Glibc
import PropertyLists

/// How a suite file is replaced: a new file is completed beside the old one and takes its place in one step.
struct SuiteReplacement {
    let target: FileTarget
    let options: ChangeOptions
    let probe: StoreProbe

    /// How often what a commit displaced may need merging before the transaction gives up.
    private static let mergeLimit = 20

    /// How long a program that was writing when it was displaced has to finish.
    private static let patience: Duration = .seconds(1)

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

        // Whose format, layout and metadata the new file takes over.
        var origin = old
        // What the target holds unless another program has just written it, and what it is to hold.
        var expected = (root: old.document.root, bytes: old.bytes)
        var wanted = root
        for attempt in 1...Self.mergeLimit {
            let bytes = try origin.bytes(holding: wanted, path: target.path)
            var temporary = try write(bytes, like: origin)
            probe.reached(.written)

            if attempt == 1 {
                guard try target.isUnchanged(since: old.file?.status) else { return nil }
                probe.reached(.rechecked)
            }
            let commit = try self.commit(&temporary, replacing: old.file != nil)
            if commit == .overtaken {
                return nil
            }
            probe.reached(.committed)
            if commit == .placed {
                return try finish(warnings)
            }

            switch try displaced(&temporary, expecting: expected.bytes) {
            case .expected:
                return try finish(warnings)
            case .notAFile:
                try throwing(.replace, target.path) { () throws(SystemError) in
                    try temporary.exchange(with: target.name)
                }
                return nil
            case .unfinished(let path):
                return try finish(warnings + [.unfinishedWriteKept(path: target.path, at: path)])
            case .suite(let theirs):
                let merged = theirs.document.root.merging(wanted, since: expected.root, insistingOn: ownChanges)
                if merged == wanted {
                    return try finish(warnings)
                }
                origin = theirs
                expected = (wanted, bytes)
                wanted = merged
            }
        }
        throw .changedTooOften(path: target.path)
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
            return try temporary.commit(to: target.name, replacing: replacing)
        } catch {
            throw .system(.replace, path: target.path, error)
        }
    }

    private func finish(_ warnings: [SuiteWarning]) throws(PreferenceStoreError) -> [SuiteWarning] {
        try target.folder.synchronize(options.durability, after: target.path)
        return warnings
    }

    /// What a commit took out of the target's place.
    private enum Displaced {
        /// The file that was expected.
        case expected
        /// A link, or something else that is no file of bytes.
        case notAFile
        /// A file that another program has begun to write and not finished; it is kept at this path.
        case unfinished(path: String)
        /// A suite that another program has written.
        case suite(StoredSuite)
    }

    /// Looks at what an exchange left at the temporary name.
    private func displaced(
        _ temporary: inout TemporaryFile,
        expecting bytes: [UInt8]
    ) throws(PreferenceStoreError) -> Displaced {
        let name = temporary.name
        if let status = try? target.folder.descriptor.status(of: name), status.kind != .regular {
            return .notAFile
        }
        if let isExpected = try? holds(name, bytes), isExpected {
            return .expected
        }
        let suite = try? StoredSuite(reading: name, of: target, patience: Self.patience, clock: probe.clock)
        if let suite, suite.damage == nil, !suite.bytes.isEmpty {
            return .suite(suite)
        }
        return .unfinished(path: try target.takeCorruptName(&temporary, at: probe.clock.wallTime()))
    }

    private func holds(_ name: String, _ bytes: [UInt8]) throws(SystemError) -> Bool {
        try target.folder.descriptor.open(name, FileReader.openFlags | O_NOFOLLOW).holds(bytes.span)
    }
}
