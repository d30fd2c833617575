import PropertyLists

/// A file that is written whole: a reader sees the old bytes or the new ones, never a part of them.
public struct AtomicFile: Sendable {
    /// The path of the file.
    ///
    /// Symbolic links are followed and kept.
    public let path: String

    private let probe: StoreProbe

    /// Refers to the file at a path, absolute or relative to the working directory.
    public init(path: String) {
        self.init(path: path, probe: .system)
    }

    init(path: String, probe: StoreProbe) {
        self.path = path
        self.probe = probe
    }

    /// Writes the file in one step, keeping the mode, owner and extended attributes of an existing one.
    ///
    /// Of the attributes of the namespaces `security` and `trusted`, it keeps those that the process may set.
    ///
    /// - Parameters:
    ///   - bytes: all bytes of the new file.
    ///   - access: the users that may access the file, and any directories that are created, if they do not exist yet.
    ///   - durability: the failures that the bytes have survived when this returns.
    ///   - breaksHardLinks: whether to replace a file with more than one hard link; if false, the write fails. The
    ///     other names keep the old bytes.
    ///   - lockTimeout: the time to wait for other writers of this package in the same directory.
    ///   - createsDirectories: whether to create the directory and its parents if they do not exist.
    /// - Throws: `durabilityUnknown` if the bytes are in place but perhaps not on disk. `changedTooOften` if other
    ///   programs write the file at the same time; the file then has the bytes of one of them, or these. After any
    ///   other error, nothing has changed: `notRegularFile`, `notTrusted`, `hardLinked`, `tooManySymlinks`,
    ///   `noConfigurationDirectory`, `lockTimedOut`, `deadlock`, `nestedChange`, `interrupted`, `writtenBytesDiffer`,
    ///   and `system`, also if the directory does not exist and is not created.
    public func write(
        _ bytes: Span<UInt8>,
        access: FileAccess = .owner,
        durability: Durability = .disk,
        breaksHardLinks: Bool = false,
        lockTimeout: Duration = .seconds(10),
        createsDirectories: Bool = false
    ) throws(PreferenceStoreError) {
        if createsDirectories {
            try FileTarget.makeDirectory(for: path, access)
        }
        let bytes = bytes.copy
        let options = ChangeOptions(
            lockTimeout: lockTimeout,
            durability: durability,
            breaksHardLinks: breaksHardLinks,
            access: access
        )
        _ = try write(options, makingBytes: { bytes }).get()
    }

    /// Checks that the file can be written, as far as that can be told without writing it.
    package func rehearse(_ options: ChangeOptions) throws(PreferenceStoreError) {
        var attempts = FileTarget.Attempts(at: path)
        guard let file = try attempts.lock(options, probe) else { throw .system(.open, path: path, .noSuchFile) }
        defer { file.end() }
        if let old = try file.target.presentFile() {
            try file.checkReplaceable(old)
        }
    }

    /// Checks that a write that creates directories need not create the home directory.
    package func rehearseDirectories() throws(PreferenceStoreError) {
        try FileTarget.makeDirectory(for: path, .owner, isRehearsal: true)
    }

    /// Writes the file as ``write(_:access:durability:breaksHardLinks:lockTimeout:createsDirectories:)`` does, with
    /// bytes that a closure returns while other writers wait.
    ///
    /// The closure may derive the bytes from the file: if another program changes it meanwhile, the closure runs again.
    /// An error that the closure throws leaves the file unchanged, and becomes the result's failure.
    ///
    /// - Parameter committed: runs after the file is written, while other writers still wait, with its real path.
    /// - Returns: warnings about what the new file could not take over.
    package func write<Failure: Error>(
        _ options: ChangeOptions,
        makingBytes makeBytes: () throws(Failure) -> [UInt8],
        committed: (String) -> Void = { _ in }
    ) throws(PreferenceStoreError) -> Result<[SuiteWarning], Failure> {
        var attempts = FileTarget.Attempts(at: path)
        while true {
            // Not `attempts.lock`, which Swift 6.3.1 cannot optimise in this generic function.
            guard let target = try attempts.next() else { throw .system(.open, path: path, .noSuchFile) }
            guard let file = try LockedFile(target, options, probe) else { continue }
            defer { file.end() }
            if let result = try write(file, committed, makeBytes) { return result }
        }
    }

    /// - Returns: nil if another program has changed the file meanwhile.
    private func write<Failure: Error>(
        _ file: LockedFile,
        _ committed: (String) -> Void,
        _ makeBytes: () throws(Failure) -> [UInt8]
    ) throws(PreferenceStoreError) -> Result<[SuiteWarning], Failure>? {
        _ = try InterruptedTransactions(before: file).recover()
        let old: PresentFile?
        do throws(PreferenceStoreError) {
            old = try file.target.presentFile()
        } catch .tooManySymlinks {
            return nil
        }
        if let old {
            try file.checkReplaceable(old)
        }
        switch Result(catching: makeBytes) {
        case .failure(let failure): return .failure(failure)
        case .success(let bytes):
            guard let warnings = try replace(file, old, by: SplicedDocument(bytes)) else { return nil }
            if let path = file.target.realPath {
                committed(path)
            }
            return .success(warnings)
        }
    }

    /// Replaces a file with a document.
    ///
    /// - Returns: warnings; nil if another file is in its place now, which is kept.
    private func replace(
        _ file: LockedFile,
        _ old: PresentFile?,
        by document: SplicedDocument
    ) throws(PreferenceStoreError) -> [SuiteWarning]? {
        let target = file.target
        let record = CommitRecord(size: document.count, at: probe.clock.wallTime())
        let metadata = old?.metadata ?? FileMetadata(ofNewFile: file.options.access)
        var temporary = try file.write(document, like: metadata, replacing: mark(of: old, at: target), record)
        guard try target.pathStillLeadsHere(), try target.currentStatus() == old?.status else { return nil }
        probe.reached(.rechecked)
        let commit = try temporary.entry.commit(to: target, replacing: old != nil)
        if commit == .overtaken {
            return nil
        }
        // Later changes of a suite that was written like this need not wait for another program.
        let time = probe.clock.wallTime()
        try? temporary.descriptor.setModified(time)
        record.dated(time, after: nil).leave(on: temporary.descriptor)
        let warnings = temporary.warnings
        let entry = temporary.close()
        if commit == .exchanged, let old {
            if isOther(entry.name, than: old, in: file) {
                guard file.undoExchange(entry, document) == nil else { throw .changedTooOften(path: path) }
                return nil
            }
        }
        try file.finish(entry, isNew: old == nil)
        return warnings
    }

    /// Returns the mark that distinguishes the file to replace from its replacement.
    private func mark(of old: PresentFile?, at target: FileTarget) -> TemporaryName.Mark {
        var bytes: [UInt8] = []
        if let old, old.status.size <= StableDigest.sizeLimit, let file = try? target.open(target.name) {
            bytes = (try? file.read(upTo: old.status.size)) ?? []
        }
        return TemporaryName.Mark(digest: StableDigest.of(bytes), old?.status)
    }

    /// Returns whether an exchange displaced something other than the file that was seen before.
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
    /// - Returns: whether it existed.
    /// - Throws: `notRegularFile` if the path can only name a directory, and `system`.
    package func remove() throws(PreferenceStoreError) -> Bool {
        let split = try SplitPath(checking: path)
        guard let directory = try DirectoryWalk.directoryIfExists(split.directory) else { return false }
        func removeName() throws(SystemError) {
            try directory.descriptor.remove(split.name)
            try directory.descriptor.synchronizeNames()
        }
        return try throwing(.remove, path, try nilIfMissing(try removeName())) != nil
    }
}
