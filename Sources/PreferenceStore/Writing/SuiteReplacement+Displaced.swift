import PropertyLists

extension SuiteReplacement {
    /// What a commit took out of the target's place.
    enum Displaced {
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

    /// How long a program that was writing when it was displaced has to finish.
    private static let patience: Duration = .seconds(1)

    /// Looks at what an exchange left at a temporary name.
    func displaced(_ name: String, expecting expected: StoredSuite) -> Displaced {
        if let kind = try? target.folder.descriptor.status(of: name).kind, kind != .regular {
            return .notAFile
        }
        target.awaitWriters(of: name, for: Self.patience, probe.clock)
        let status = try? target.folder.descriptor.status(of: name)
        let isUnwritten = status.map { status in
            expected.file.map { isKnownUnwritten(status, since: $0.status) } ?? false
        }
        if isUnwritten ?? false || holds(name, SplicedDocument(expected.bytes)) {
            return expectedFile(name, expected)
        }
        let theirs = try? StoredSuite.read(name, of: target, patience: Self.patience, clock: probe.clock)
        guard case .file(let suite)? = theirs, suite.damage == nil, !suite.isEmptyFile else { return .unfinished }
        return .suite(suite)
    }

    /// What has become of the file with the expected bytes.
    private func expectedFile(_ name: String, _ expected: StoredSuite) -> Displaced {
        guard let old = expected.file, let file = try? FileTarget(name, in: target.folder).presentFile(),
            case .file(let file) = file
        else { return .expected }
        if file.status.linkCount > 1, file.status.linkCount != old.status.linkCount, !options.breaksHardLinks {
            return .otherNames(file.status.linkCount)
        }
        return file.metadata == old.metadata ? .expected : .otherMetadata(file.metadata)
    }

    /// Whether nobody has written a file since it had a status: every write dates it anew.
    ///
    /// The date tells so only of one that was last written a while ago. A later write in the same tick of the system's
    /// clock would have the same one, and a program may put an old date back: a small file is compared, which costs nothing.
    private func isKnownUnwritten(_ status: FileStatus, since old: FileStatus) -> Bool {
        status.identity == old.identity && status.size == old.size && status.modified == old.modified
            && status.size > Self.smallSize && !probe.clock.isRecent(old.modified)
    }

    /// Whether a file in the target's folder can be read and holds these bytes.
    func holds(_ name: String, _ document: SplicedDocument) -> Bool {
        do {
            guard case .file(let file) = try target.open(name) else { return false }
            return try file.holds(document)
        } catch {
            return false
        }
    }
}
