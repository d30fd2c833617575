import Glibc
public import PropertyLists

/// A file that contains a suite of preferences; the file need not exist.
public struct SuiteFile: Sendable {
    /// The path of the file.
    ///
    /// Symbolic links are followed and kept.
    public let path: String

    /// Whether the file has managed preferences.
    public let isManaged: Bool

    let probe: StoreProbe

    /// Refers to the file at a path, absolute or relative to the working directory.
    public init(path: String) {
        self.init(path: path, probe: .system)
    }

    init(path: String, isManaged: Bool = false, probe: StoreProbe = .system) {
        self.path = path
        self.isManaged = isManaged
        self.probe = probe
    }

    /// Whether the file counts only if it is root's.
    private var isOfRoot: Bool {
        isManaged && path.hasPrefix(PreferenceDirectories.standardManagedDirectory + "/")
    }

    /// Reads the file; returns nil if it does not exist.
    ///
    /// No lock is taken. If another program changes the file during the read, the file is read again. An empty or
    /// malformed file is also read again, until its last write is more than two seconds old. After that, an empty file
    /// is an empty suite with a warning.
    ///
    /// - Parameter keys: the keys to read; nil reads all keys. The document then has no other keys, and is read in a
    ///   fraction of the time. In a binary file, only the parts that lead to the keys are checked.
    /// - Throws: `corrupt`, `rootNotDictionary`, `notRegularFile`, `tooLarge`, `changedTooOften`, and `system` if the
    ///   file cannot be opened or read.
    public func read(keys: [String]? = nil) throws(PreferenceStoreError) -> SuiteDocument? {
        try readVersion(keys.map(KeySelection.named)).document
    }

    /// Reads some keys of the file, as ``read(keys:)`` does, with its version.
    ///
    /// The document is nil if the file does not exist. The version is nil if a later write might produce the same one.
    ///
    /// - Parameter waited: the time for which the caller has found the file unfinished, if it makes the retries itself:
    ///   another program that is writing the file is then `changedTooOften` at once. Nil waits for that program.
    package func readVersion(
        _ keys: KeySelection?,
        waited: Duration? = nil
    ) throws(PreferenceStoreError) -> (document: SuiteDocument?, version: FileVersion?) {
        guard let reading = try reader(waited: waited).readSuite(keys) else {
            return (warningOfManaged.map { SuiteDocument(warnings: [$0]) }, FileVersion(status: nil))
        }
        var document = reading.content
        // This package sets a file's date to the nanosecond, which identifies its write. After another program's write,
        // a further write in the same tick of the clock may leave the same date.
        let isOwn = CommitRecord.isOwnWrite(reading.descriptor, reading.status)
        if !isOwn {
            document.warnings += try warningsOfRevertedChanges(reading, keys)
        }
        let isKnown = isOwn || !probe.clock.isRecent(reading.status.changed)
        return (document, isKnown ? FileVersion(status: reading.status) : nil)
    }

    /// A warning if the file has managed preferences that do not count.
    private var warningOfManaged: SuiteWarning? {
        guard isOfRoot, let finding = try? ManagedFile.find(path) else { return nil }
        return if case .untrusted(let found) = finding { .untrusted(path: path, at: found) } else { nil }
    }

    /// The current version of the file; nil if the system cannot tell.
    package var version: FileVersion? {
        try? FileVersion(status: nilIfPathMissing(try FileDescriptor.status(ofPath: path)))
    }

    /// Whether another program wrote the file so soon after a change by this package that it may have reverted the
    /// change.
    ///
    /// The next change of the file, even one that changes nothing, finds out and restores what was reverted.
    package var mayLackChanges: Bool {
        guard let file = try? FileDescriptor.open(path, FileDescriptor.readingFlags), let status = try? file.status()
        else {
            return false
        }
        return CommitRecord.Reading(file.commitRecord, status).mayLackCommits
    }

    /// Returns warnings about the changes that another program's write reverted.
    ///
    /// - Parameter keys: the keys of the entries that the reading has; nil if it has all.
    private func warningsOfRevertedChanges(
        _ reading: borrowing FileReading<SuiteDocument>,
        _ keys: KeySelection?
    ) throws(PreferenceStoreError) -> [SuiteWarning] {
        // An empty file does not show what its writer had read.
        guard reading.status.size > 0 else { return [] }
        let record = CommitRecord.Reading(reading.descriptor.commitRecord, reading.status)
        guard record.mayLackCommits else { return [] }
        // An error elsewhere in a binary file does not concern the entries that were read.
        let whole = keys == nil ? reading.content : try? SuiteDocument(parsing: reading.bytes, path: path)
        let changes = whole.map { record.recentCommits.changesReverted(in: $0.root, reading.bytes) } ?? []
        return changes.isEmpty ? [] : [.changesReverted(path: path, keys: changes.map(\.key))]
    }

    /// Reads the keys in the file, as ``read(keys:)`` does; returns nil if the file does not exist.
    ///
    /// For an XML or binary file, this builds no tree of the values.
    package func readKeys() throws(PreferenceStoreError) -> (
        names: [String], format: PropertyListFormat, size: Int, warnings: [SuiteWarning]
    )? {
        guard let reading = try reader().readKeys() else { return nil }
        let (names, format, warnings) = reading.content
        return (names, format, reading.status.size, warnings)
    }

    /// Reads the keys in the file, with values that are parsed on demand; returns nil if the file does not exist.
    ///
    /// An empty file has no document, but a warning.
    ///
    /// The values are parsed from the bytes that were read, whatever becomes of the file. An XML file is checked as a
    /// whole, but a value in a binary file may turn out to be malformed.
    ///
    /// - Parameter waited: as for ``readVersion(_:waited:)``.
    /// - Throws: the errors of ``read(keys:)``.
    package func readIndex(
        waited: Duration? = nil
    ) throws(PreferenceStoreError) -> (document: IndexedDocument?, warnings: [SuiteWarning])? {
        let reader = reader(waited: waited)
        let reading = try reader.read(opening: try reader.open()) {
            bytes throws(PreferenceStoreError) -> (IndexedDocument?, [SuiteWarning]) in
            if !bytes.isEmpty, let document = try parsing(path, try IndexedDocument(parsing: bytes)) {
                return (document, [])
            }
            // Only a reader knows the kind of another root, and whether the rest of the document is malformed.
            return (nil, try SuiteDocument(parsing: bytes, path: path).warnings)
        }
        guard let reading else { return nil }
        return reading.content
    }

    /// The time for which another program may leave a file unfinished; then the file counts as it is.
    package static var readPatience: Duration { FileReader.defaultPatience }

    private func reader(waited: Duration? = nil) -> FileReader {
        FileReader(path: path, isOfRoot: isOfRoot, isManaged: isManaged, waited: waited, clock: probe.clock)
    }

    /// The suite that the name of the file implies, also in `ByHost`; nil if it implies none.
    package var suite: SuiteName? {
        guard let split = SplitPath(path) else { return nil }
        let isByHost = SplitPath(split.directory)?.name == "ByHost"
        return (isByHost ? SuiteName(split.name, suffix: "..plist") : nil) ?? SuiteName(split.name, suffix: ".plist")
    }

    /// The path of the file without symbolic links; nil if its directory does not exist, or the path is not UTF-8.
    package var realPath: String? {
        (try? FileTarget(resolving: path))??.realPath
    }

    /// The path of the file in its history: without symbolic links, as far as its directory exists.
    package var recordedPath: String { realPath ?? path }

    /// Whether a symbolic link is at the path.
    package var isSymbolicLink: Bool {
        (try? FileTarget(resolving: path))??.isLinked ?? false
    }

    /// Whether the directory of the file exists.
    package var hasDirectory: Bool { ((try? FileTarget(resolving: path)) ?? nil) != nil }

    /// Whether a file of any kind exists at the path.
    ///
    /// - Throws: `system` if the system cannot tell.
    package var exists: Bool {
        get throws(PreferenceStoreError) {
            do throws(SystemError) {
                let status =
                    try isOfRoot
                    ? ManagedFile.status(of: path) : nilIfPathMissing(try FileDescriptor.status(ofPath: path))
                return status != nil
            } catch {
                throw .system(.open, path: path, error)
            }
        }
    }

    /// Changes the file in one transaction: other writers wait, and readers see the old file or the new one.
    ///
    /// The closure gets the suite that was read under the lock, and modifies it. The suite is empty if the file does
    /// not exist. If another program that takes no lock changes the file meanwhile, the closure runs again: it should
    /// do nothing but modify the suite. An error that it throws abandons the change, and becomes the result's failure.
    ///
    /// A suite that equals the old one is not written. A file keeps its format, mode, owner and extended attributes. A
    /// new file is XML, and its missing directories are created. If two changes coincide in spite of this, they are
    /// merged key by key.
    ///
    /// - Throws: the reason why the file could not be read or changed. The file is then unchanged or as another program
    ///   wrote it, except after `durabilityUnknown`.
    public func change<Value, Failure: Error>(
        _ options: ChangeOptions = ChangeOptions(),
        _ body: (inout PropertyListDictionary) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure> {
        try change(options, keys: nil) { contents throws(Failure) in try body(&contents.root) }
    }

    /// Keeps out other writers of this package, in any process, task or thread, until the lock ends.
    ///
    /// The task or thread that holds the lock may change the files of the directory. The directory is created if it
    /// does not exist, because nothing else could be locked.
    ///
    /// - Throws: `lockTimedOut`, `deadlock`, and the errors of resolving the path and creating the directory.
    package func lock(_ options: ChangeOptions) throws(PreferenceStoreError) -> DirectoryLock {
        var attempts = FileTarget.Attempts(at: path)
        while true {
            guard let target = try attempts.next() else {
                try FileTarget.makeDirectory(for: path, options.access)
                continue
            }
            let lock = try DirectoryLock(of: target, timeout: options.lockTimeout, probe)
            if try target.pathStillLeadsHere() { return lock }
        }
    }

    /// Keeps out other writers as ``lock(_:)`` does, and recovers what a killed one has left, unless none can write:
    /// the directory does not exist, or is read-only.
    package func lockIfWritable(_ options: ChangeOptions) throws(PreferenceStoreError) -> DirectoryLock? {
        guard let target = try FileTarget(resolving: path) else { return nil }
        do throws(PreferenceStoreError) {
            let lock = try lock(options)
            let file = try LockedFile(target, options, probe, under: lock)
            defer { file?.end() }
            _ = try file?.recover()
            return lock
        } catch .system(.lock, _, let error) where error.isRefusal {
            return nil
        }
    }
}
