import Glibc
public import PropertyLists

/// A file that holds a suite of preferences, whether it is there or not.
public struct SuiteFile: Sendable {
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

    /// What the file holds; nil where it is not there.
    ///
    /// No lock is taken. A file that another program is writing is read again until it holds still, or was last written
    /// more than two seconds ago; after that, a file without bytes is an empty suite with a warning.
    ///
    /// - Parameter keys: the keys that are wanted; nil wants all. The document has no others then, and is read in a
    ///   fraction of the time; of a binary file, only what leads to them is checked.
    /// - Throws: `corrupt`, `rootNotDictionary`, `notRegularFile`, `tooLarge`, `changedTooOften`, and `system` where
    ///   the file cannot be opened or read.
    public func read(keys: [String]? = nil) throws(PreferenceStoreError) -> SuiteDocument? {
        try read(keys.map(KeySelection.named))
    }

    /// What the file holds for some keys, as ``read(keys:)`` does; nil where it is not there.
    package func read(_ keys: KeySelection?) throws(PreferenceStoreError) -> SuiteDocument? {
        try readVersion(keys).document
    }

    /// What the file holds for some keys, with its version.
    package func readVersion(_ keys: KeySelection?) throws(PreferenceStoreError) -> VersionedDocument {
        guard let reading = try reader.readSuite(keys) else {
            return VersionedDocument(document: nil, version: FileVersion(status: nil))
        }
        var document = try reading.content.get()
        // This package dates a file to the nanosecond. Another program's next write may come in the same tick of the
        // clock.
        let isOwn = CommitRecord.isOwnWrite(reading.descriptor, reading.status)
        if !isOwn {
            document.warnings += try warningsOfTakenBackChanges(reading, isWhole: keys == nil)
        }
        let isKnown = isOwn || !probe.clock.isRecent(reading.status.changed)
        return VersionedDocument(document: document, version: isKnown ? FileVersion(status: reading.status) : nil)
    }

    /// The version of the file as it is now; nil if the system does not tell.
    package var version: FileVersion? {
        try? FileVersion(status: ifPathThere(try FileDescriptor.status(ofPath: path)))
    }

    /// Whether another program has written the file so soon after a change by this package that it may have taken the
    /// change back: any change of the file finds out, one that changes nothing too, and puts it back.
    package var mayLackChanges: Bool {
        guard let file = try? FileDescriptor.open(path, FileReader.openFlags), let status = try? file.status() else {
            return false
        }
        return CommitRecord.Reading(of: file, status).mayLackCommits
    }

    /// What is to be said of a file that another program has written, if it took changes back by that.
    ///
    /// - Parameter isWhole: whether the reading has every entry; the file is read once more if not.
    private func warningsOfTakenBackChanges(
        _ reading: borrowing FileReading<SuiteDocument>,
        isWhole: Bool
    ) throws(PreferenceStoreError) -> [SuiteWarning] {
        // An empty file tells nothing of what its writer had read.
        guard reading.status.size > 0 else { return [] }
        let record = CommitRecord.Reading(of: reading.descriptor, reading.status)
        guard record.mayLackCommits else { return [] }
        let changes: [KeyChange]
        if isWhole {
            changes = record.recentCommits.changesTakenBack(in: try reading.content.get().root, reading.bytes)
        } else if let whole = try? reader.readSuite(), whole.status == reading.status,
            let root = try? whole.content.get().root
        {
            changes = record.recentCommits.changesTakenBack(in: root, whole.bytes)
        } else {
            changes = []
        }
        return changes.isEmpty ? [] : [.changesTakenBack(path: path, keys: changes.map(\.key))]
    }

    /// The keys that the file holds, read as ``read(keys:)`` does, but with no tree of the values where it is XML or
    /// binary; nil where it is not there.
    package func readKeys() throws(PreferenceStoreError) -> SuiteKeys? {
        let reading = try reader.read(opening: try FileDescriptor.open(path, FileReader.openFlags)) {
            bytes throws(PreferenceStoreError) in
            try SuiteKeys(parsing: bytes, path: path)
        }
        guard let reading else { return nil }
        return try reading.content.get()
    }

    private var reader: FileReader {
        FileReader(path: path, clock: probe.clock)
    }

    /// Whether anything is at the path.
    ///
    /// - Throws: `system` where that cannot be told.
    package var exists: Bool {
        get throws(PreferenceStoreError) {
            do throws(SystemError) {
                return try ifPathThere(try FileDescriptor.status(ofPath: path)) != nil
            } catch {
                throw .system(.open, path: path, error)
            }
        }
    }

    /// Changes the file in one transaction: other writers wait, readers see the old file or the new one.
    ///
    /// The closure gets the suite as it is under the lock, empty where there is no file, and leaves it as it should be.
    /// It runs again where another program, one that takes no lock, has changed the file meanwhile: it should do
    /// nothing but change the suite. An error that it throws abandons the change, and comes back as the result's
    /// failure.
    ///
    /// What equals the old suite is not written. A file keeps its format, mode, owner and extended attributes; a new
    /// one is XML, and its directories are made. Where two changes meet after all, they are merged key by key.
    ///
    /// - Throws: why the file could not be read or changed; it is as it was then, but for `durabilityUnknown`.
    public func change<Value, Failure: Error>(
        _ options: ChangeOptions = ChangeOptions(),
        _ body: (inout PropertyListDictionary) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure> {
        try changeDocument(options) { document throws(Failure) in try body(&document.root) }
    }

    /// Changes the file as ``change(_:_:)`` does, by a closure that gets the format of the file as well.
    ///
    /// - Parameters:
    ///   - keys: the keys that the closure may look at and change; nil lets it do so with all. The document may have no
    ///     others then: the file is changed in a fraction of the time where it is XML.
    ///   - lock: the lock of this file, if the caller has it: its path is not followed again.
    package func changeDocument<Value, Failure: Error>(
        _ options: ChangeOptions = ChangeOptions(),
        keys: [String]? = nil,
        holding lock: SuiteLock? = nil,
        _ body: (inout SuiteDocument) throws(Failure) -> Value
    ) throws(PreferenceStoreError) -> Result<SuiteChange<Value>, Failure> {
        try SuiteTransaction(path: path, options: options, keys: keys, probe: probe).run(holding: lock, body)
    }

    /// Keeps other writers of this package out, those of other processes, tasks and threads, until the lock ends.
    ///
    /// The task or thread that has it may go on to change the files of the directory, which is made where it is not
    /// there: nothing else could be locked.
    ///
    /// - Throws: `lockTimedOut`, and what prevents that the path is followed or that the directory is made.
    package func lock(_ options: ChangeOptions) throws(PreferenceStoreError) -> SuiteLock {
        try FileTarget.attempt(path) { () throws(PreferenceStoreError) in
            try FileTarget.makeDirectory(for: path, options.access)
            return nil
        } then: { target throws(PreferenceStoreError) in
            let lock = try SuiteLock(of: target, timeout: options.lockTimeout, probe)
            return try target.pathStillLeadsHere() ? lock : nil
        }
    }
}
