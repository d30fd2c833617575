import PropertyLists

/// A file that is written whole: a program that reads it sees the old bytes or the new ones, never a part.
public struct AtomicFile: Sendable {
    /// Where the file is.
    ///
    /// Symbolic links are followed, and stay.
    public let path: String

    private let probe: StoreProbe

    /// The file at a path, absolute or from the working folder.
    public init(path: String) {
        self.init(path: path, probe: StoreProbe())
    }

    init(path: String, probe: StoreProbe) {
        self.path = path
        self.probe = probe
    }

    /// How often another program may change the file, or a link come to its place, before the write gives up.
    private static let attemptLimit = 100

    /// Puts a file with these bytes in place of the one that is there, whose mode, owner and extended attributes it keeps.
    ///
    /// - Parameters:
    ///   - bytes: all that the file will hold.
    ///   - access: who may use the file where none is there yet.
    ///   - durability: what the bytes have survived when this returns.
    ///   - breaksHardLinks: whether a file with more names than one is replaced under this name, where it is refused
    ///     otherwise: the others keep the old bytes.
    ///   - lockTimeout: how long to wait for other writers of this package in the same directory.
    ///   - makesFolders: whether the folder is made, and those above it, where it is not there.
    /// - Throws: `notRegularFile`, `notTrusted`, `hardLinked`, `tooManySymlinks`, `lockTimedOut`, `changedTooOften`, and
    ///   `system`, also where the folder is not there and not made; nothing has changed then. `durabilityUnknown` where
    ///   the bytes are in place but perhaps not on the disk.
    public func write(
        _ bytes: Span<UInt8>,
        access: FileAccess = .owner,
        durability: Durability = .disk,
        breaksHardLinks: Bool = false,
        lockTimeout: Duration = .seconds(10),
        makesFolders: Bool = false
    ) throws(PreferenceStoreError) {
        if makesFolders {
            try FileTarget.makeFolder(for: path, access)
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

    /// Puts a file in place as ``write(_:access:durability:breaksHardLinks:lockTimeout:makesFolders:)`` does, with bytes
    /// that are made while other writers wait.
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
        for _ in 1...Self.attemptLimit {
            guard let target = try FileTarget(resolving: path) else {
                throw .system(.open, path: path, .noSuchFile)
            }
            let result = try target.withLock(timeout: options.lockTimeout, probe) {
                () throws(PreferenceStoreError) -> Result<Void, Failure>? in
                _ = try InterruptedTransactions(in: target.folder, options: options, probe: probe)
                    .recover(before: target.name)
                let old: PresentFile?
                switch try target.presentFile() {
                case .file(let present): old = present
                case .nothing: old = nil
                case .symbolicLink: return nil
                }
                if let old {
                    try target.checkReplaceable(old, breaksHardLinks: options.breaksHardLinks)
                }
                let document: SplicedDocument
                do throws(Failure) {
                    document = try makeDocument()
                } catch {
                    return .failure(error)
                }
                return try replace(old, at: target, by: document, options) ? .success(()) : nil
            }
            if let result {
                return result
            }
        }
        throw .changedTooOften(path: path)
    }

    /// Puts a document in the place of a file.
    ///
    /// - Returns: false if another file is there by now, and stays.
    private func replace(
        _ old: PresentFile?,
        at target: FileTarget,
        by document: SplicedDocument,
        _ options: ChangeOptions
    ) throws(PreferenceStoreError) -> Bool {
        let metadata =
            if let old {
                old.metadata
            } else {
                try FileMetadata(ofNewFileIn: target.folder, access: options.access)
            }
        var temporary = try TemporaryFile.write(
            document,
            for: target,
            like: metadata,
            options.durability,
            replacing: mark(of: old, at: target)
        )
        guard try target.isStillMeant(), try target.currentStatus() == old?.status else { return false }
        probe.reached(.rechecked)
        let commit: TemporaryPlace.Commit
        do {
            commit = try temporary.place.commit(to: target.name, replacing: old != nil)
        } catch {
            throw .system(.replace, path: path, error)
        }
        var place = temporary.close()
        if commit == .overtaken {
            return false
        }
        if commit == .exchanged {
            target.awaitWriters(of: place.name, for: .seconds(1), probe.clock)
        }
        if commit == .exchanged, let old, isOther(place.name, than: old, in: target) {
            do {
                try place.exchange(with: target.name)
            } catch {
                // What another program has written is at the temporary name.
                _ = target.keep(place, at: probe.clock.wallTime())
                throw .system(.replace, path: path, error)
            }
            do {
                try target.folder.synchronize(options.durability, after: path)
            } catch {
                _ = place.abandon()
                throw error
            }
            place.remove()
            return false
        }
        // First to the disk, then what it displaced goes: see SuiteReplacement.
        try target.folder.synchronize(options.durability, after: path, isNew: old == nil)
        place.remove()
        return true
    }

    /// What tells the file that is to be replaced from what it becomes.
    private func mark(of old: PresentFile?, at target: FileTarget) -> TemporaryName.Mark {
        var bytes: [UInt8] = []
        if let old, old.status.size <= StableDigest.sizeLimit, case .file(let file)? = try? target.open(target.name) {
            bytes = (try? file.read(upTo: old.status.size)) ?? []
        }
        return TemporaryName.Mark(digest: StableDigest.of(bytes), old?.status)
    }

    /// Whether an exchange has displaced something else than the file that was seen before.
    private func isOther(_ name: String, than old: PresentFile, in target: FileTarget) -> Bool {
        guard let found = try? FileTarget(name, in: target.folder).presentFile(), case .file(let file) = found else {
            return true
        }
        return file.status.identity != old.status.identity || file.status.size != old.status.size
            || file.status.modified != old.status.modified || file.status.linkCount != old.status.linkCount
            || file.metadata != old.metadata
    }
}

extension AtomicFile {
    /// Removes the file, or the symbolic link in its place.
    ///
    /// - Returns: whether there was one.
    /// - Throws: `notRegularFile` where the path can only be a folder's, and `system`.
    package func remove() throws(PreferenceStoreError) -> Bool {
        let split = try SplitPath(checking: path)
        let removed: Void? = try throwing(.remove, path) { () throws(SystemError) in
            try ifThere { () throws(SystemError) in
                let folder = try Folder.open(split.folder)
                try folder.descriptor.remove(split.name)
                try folder.synchronize()
            }
        }
        return removed != nil
    }
}
