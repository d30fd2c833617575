import PropertyLists

/// A file that is written whole: a program that reads it sees the old bytes or the new ones, never a part.
public struct AtomicFile: Sendable {
    /// Where the file is.
    ///
    /// Symbolic links are followed, and stay.
    public let path: String

    private let probe: StoreProbe

    /// The file at a path, absolute or from the working directory.
    public init(path: String) {
        self.init(path: path, probe: StoreProbe())
    }

    init(path: String, probe: StoreProbe) {
        self.path = path
        self.probe = probe
    }

    /// Puts a file with these bytes in place of the one that is there, whose mode, owner and extended attributes it
    /// keeps.
    ///
    /// - Parameters:
    ///   - bytes: all that the file will hold.
    ///   - access: who may use the file where none is there yet.
    ///   - durability: what the bytes have survived when this returns.
    ///   - breaksHardLinks: whether a file with more names than one is replaced under this name, where it is refused
    ///     otherwise: the others keep the old bytes.
    ///   - lockTimeout: how long to wait for other writers of this package in the same directory.
    ///   - makesDirectories: whether the directory is made, and those above it, where it is not there.
    /// - Throws: `notRegularFile`, `notTrusted`, `hardLinked`, `tooManySymlinks`, `lockTimedOut`, `changedTooOften`,
    ///   and `system`, also where the directory is not there and not made; nothing has changed then.
    ///   `durabilityUnknown` where the bytes are in place but perhaps not on the disk.
    public func write(
        _ bytes: Span<UInt8>,
        access: FileAccess = .owner,
        durability: Durability = .disk,
        breaksHardLinks: Bool = false,
        lockTimeout: Duration = .seconds(10),
        makesDirectories: Bool = false
    ) throws(PreferenceStoreError) {
        if makesDirectories {
            try FileTarget.makeDirectory(for: path, access)
        }
        let document = SplicedDocument(copying: bytes)
        let options = ChangeOptions(
            lockTimeout: lockTimeout,
            durability: durability,
            breaksHardLinks: breaksHardLinks,
            access: access
        )
        try write(options) { () -> SplicedDocument in document }.get()
    }

    /// Puts a file in place as ``write(_:access:durability:breaksHardLinks:lockTimeout:makesDirectories:)`` does, with
    /// bytes that are made while other writers wait.
    ///
    /// The bytes may be made from what the file holds: if another program changes it meanwhile, they are made anew. An
    /// error that the closure throws leaves the file as it is, and comes back as the result's failure.
    package func write<Failure: Error>(
        _ options: ChangeOptions,
        makingBytes makeBytes: () throws(Failure) -> [UInt8]
    ) throws(PreferenceStoreError) -> Result<Void, Failure> {
        try write(options) { () throws(Failure) in SplicedDocument(try makeBytes()) }
    }

    private func write<Failure: Error>(
        _ options: ChangeOptions,
        _ makeDocument: () throws(Failure) -> SplicedDocument
    ) throws(PreferenceStoreError) -> Result<Void, Failure> {
        try FileTarget.attempt(path) { () throws(PreferenceStoreError) in
            throw .system(.open, path: path, .noSuchFile)
        } then: { target throws(PreferenceStoreError) in
            try LockedFile.lock(target, options, probe) {
                file throws(PreferenceStoreError) -> Result<Void, Failure>? in
                _ = try InterruptedTransactions(before: file).recover()
                let old: PresentFile?
                do throws(PreferenceStoreError) {
                    old = try target.presentFile()
                } catch .tooManySymlinks {
                    return nil
                }
                if let old {
                    try file.checkReplaceable(old)
                }
                switch Result(catching: makeDocument) {
                case .failure(let failure): return .failure(failure)
                case .success(let document): return try replace(file, old, by: document) ? .success(()) : nil
                }
            }
        }
    }

    /// Puts a document in the place of a file.
    ///
    /// - Returns: false if another file is there by now, and stays.
    private func replace(
        _ file: LockedFile,
        _ old: PresentFile?,
        by document: SplicedDocument
    ) throws(PreferenceStoreError) -> Bool {
        let target = file.target
        var temporary = try file.write(document, like: old, replacing: mark(of: old, at: target))
        guard try target.pathStillLeadsHere(), try target.currentStatus() == old?.status else { return false }
        probe.reached(.rechecked)
        let commit = try file.commit(&temporary.entry, replacing: old != nil)
        let entry = temporary.close()
        if commit == .overtaken {
            return false
        }
        if commit == .exchanged, let old {
            if isOther(entry.name, than: old, in: file) {
                guard file.putBack(entry, document) == nil else { throw .changedTooOften(path: path) }
                return false
            }
        }
        try file.finish(entry, isNew: old == nil)
        return true
    }

    /// What tells the file that is to be replaced from what it becomes.
    private func mark(of old: PresentFile?, at target: FileTarget) -> TemporaryName.Mark {
        var bytes: [UInt8] = []
        if let old, old.status.size <= StableDigest.sizeLimit, let file = try? target.open(target.name) {
            bytes = (try? file.read(upTo: old.status.size)) ?? []
        }
        return TemporaryName.Mark(digest: StableDigest.of(bytes), old?.status)
    }

    /// Whether an exchange has displaced something else than the file that was seen before.
    private func isOther(_ name: String, than old: PresentFile, in file: LockedFile) -> Bool {
        guard let displaced = try? file.target.open(name) else { return true }
        file.awaitWriters(of: displaced)
        guard let status = try? displaced.status(), let metadata = try? FileMetadata(of: displaced, status) else {
            return true
        }
        return !status.isUnwritten(since: old.status) || status.linkCount != old.status.linkCount
            || metadata != old.metadata
    }

    /// Removes the file, or the symbolic link in its place.
    ///
    /// - Returns: whether there was one.
    /// - Throws: `notRegularFile` where the path can only be a directory's, and `system`.
    package func remove() throws(PreferenceStoreError) -> Bool {
        let split = try SplitPath(checking: path)
        func removeName() throws(SystemError) {
            let directory = try Directory.open(split.directory)
            try directory.descriptor.remove(split.name)
            try directory.descriptor.synchronizeNames()
        }
        return try throwing(.remove, path, try ifThere(try removeName())) != nil
    }
}
