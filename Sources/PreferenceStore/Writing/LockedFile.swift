import PropertyLists

/// A file in a directory that the caller has locked, with the steps that replace the file.
///
/// In a rehearsal, and where nothing can be written, a transaction goes on without a lock up to the first write.
///
/// A signal that would end the process waits until the lock file is removed, and ends any wait for the lock or the
/// file.
final class LockedFile {
    let target: FileTarget
    let options: ChangeOptions
    let probe: StoreProbe
    /// Nil after the end, without a lock, and for a file besides the one that the caller changes.
    private var lock: DirectoryLock?
    /// The reason why nothing can be written, if that is known.
    private let refusal: PreferenceStoreError?
    private var signals: BlockedSignals?

    /// The time in which a program must finish writing a file that was displaced during its write.
    static let patience: Duration = .seconds(1)

    /// Begins to change a file while no other writer of this package works in its directory.
    ///
    /// The change lasts until ``end()``.
    ///
    /// - Parameter lock: the lock of the directory, if the caller has it.
    /// - Returns: nil if the path now leads elsewhere, which makes the lock useless.
    init?(
        _ target: FileTarget,
        _ options: ChangeOptions,
        _ probe: StoreProbe,
        under lock: DirectoryLock? = nil
    ) throws(PreferenceStoreError) {
        // Signals are blocked before the lock is taken, because the lock file is removed when the lock ends.
        let signals = BlockedSignals()
        let lock = if let lock { lock } else { try DirectoryLock(of: target, timeout: options.lockTimeout, probe) }
        guard try target.pathStillLeadsHere() else { return nil }
        try lock.beginChange(of: target.name, path: target.path)
        self.target = target
        self.options = options
        self.probe = probe
        self.lock = lock
        self.signals = consume signals
        refusal = nil
    }

    /// A file that is not locked, because nothing is or can be written.
    private init(
        unlocked target: FileTarget,
        _ options: ChangeOptions,
        _ probe: StoreProbe,
        refusal: PreferenceStoreError? = nil
    ) {
        self.target = target
        self.options = options
        self.probe = probe
        self.refusal = refusal
    }

    /// Begins to change a file as ``init(_:_:_:under:)`` does, for a caller that perhaps writes nothing, and asks
    /// ``isLocked(for:of:_:)`` before it does.
    static func readingFirst(
        _ target: FileTarget,
        _ options: ChangeOptions,
        _ probe: StoreProbe,
        under lock: DirectoryLock?
    ) throws(PreferenceStoreError) -> LockedFile? {
        guard !options.isRehearsal else { return LockedFile(unlocked: target, options, probe) }
        do throws(PreferenceStoreError) {
            return try LockedFile(target, options, probe, under: lock)
        } catch .system(.lock, let path, let error) where error.isRefusal {
            return LockedFile(unlocked: target, options, probe, refusal: .system(.lock, path: path, error))
        }
    }

    /// Another file in the directory, under the same lock.
    init(_ name: String, besides file: LockedFile) {
        target = FileTarget(name, in: file.target.directory)
        options = file.options
        probe = file.probe
        refusal = nil
    }

    /// Ends the change: the lock first, unless the caller had it before, then the blocking of signals.
    func end() {
        lock?.endChange()
        lock = nil
        signals = nil
    }

    // MARK: Before the commit

    /// Recovers what a killed writer has left in the directory.
    func recover() throws(PreferenceStoreError) -> [SuiteWarning] {
        lock == nil ? [] : try InterruptedTransactions(before: self).recover()
    }

    /// Reads the suite at a moment when nobody changes it.
    ///
    /// - Parameter keys: the keys that the change concerns; nil for all. All are read if another program may have
    ///   reverted a commit.
    /// - Returns: nil if a symbolic link has replaced the file since it was found.
    func read(_ keys: [String]?) throws(PreferenceStoreError) -> StoredSuite? {
        func read(_ keys: [String]?) throws(PreferenceStoreError) -> StoredSuite {
            try StoredSuite(reading: target.name, of: target, keys: keys, clock: probe.clock)
                ?? .missing(at: target.path)
        }
        var suite: StoredSuite
        do {
            suite = try read(keys)
            if keys != nil, suite.file?.record.mayLackCommits ?? false {
                suite = try read(nil)
            }
        } catch .tooManySymlinks {
            return nil
        }
        if let damage = suite.damage, !options.replacesCorrupt {
            throw damage
        }
        probe.reached(.read)
        return suite
    }

    /// Returns what a transaction has made of the suite that was read, and the bytes that the file gets.
    ///
    /// - Throws: `cannotEncode` if the format of the file cannot represent it.
    func encode(
        _ draft: inout TransactionContents,
        of old: StoredSuite,
        restoring reverted: [PreferenceChange]
    ) throws(PreferenceStoreError) -> EditedSuite {
        try old.edited(&draft, restoring: reverted, sortsNewKeys: options.sortsNewKeys, path: target.path)
    }

    /// Returns whether the caller may go on to write; otherwise it ends here.
    ///
    /// It does in a rehearsal, which first finds out whether the file can be replaced, and in a read-only directory if
    /// nothing changes. The file is flushed then, as after any change that finds nothing to do.
    ///
    /// - Throws: the reason why nothing can be written, if something has to be.
    func isLocked(
        for new: EditedSuite,
        of old: StoredSuite,
        _ draft: TransactionContents
    ) throws(PreferenceStoreError) -> Bool {
        if let refusal {
            guard new.document == nil, !draft.isToldAnyway else { throw refusal }
        }
        guard lock == nil else { return true }
        if !options.isRehearsal {
            try synchronize()
        } else if new.document != nil, let file = old.file {
            try checkReplaceable(file)
        }
        return false
    }

    /// Flushes the file and its name to disk if nothing changes.
    ///
    /// Its writer may have been killed before doing so, or may not flush at all.
    func synchronize() throws(PreferenceStoreError) {
        guard options.durability == .disk else { return }
        do throws(SystemError) {
            try target.open(target.name).synchronize()
        } catch .noSuchFile {
            // The file does not exist, and is not created.
        } catch .tooManySymbolicLinks {
            // Another program put a link in its place, which does not concern this change.
        } catch {
            throw .durabilityUnknown(path: target.path, error)
        }
        try target.directory.synchronize(options.durability, after: target.path)
    }

    /// Refuses to replace a file with several names or a mount of its own, and another user's file in a sticky,
    /// world-writable directory.
    ///
    /// The other names would keep the old bytes, and the user who put the file there could read the new ones.
    func checkReplaceable(_ file: PresentFile) throws(PreferenceStoreError) {
        guard try throwing(.read, target.path, try file.status.isTrusted(in: target.directory.descriptor.status()))
        else {
            throw .notTrusted(path: target.path, .regular, owner: file.status.owner.user)
        }
        let count = file.status.linkCount
        guard count <= 1 || options.breaksHardLinks else { throw .hardLinked(path: target.path, count: count) }
        guard !target.directory.descriptor.isMountPoint(target.name) else { throw .mountPoint(path: target.path) }
    }

    // MARK: After the commit

    /// Waits until no other process has a displaced file open for writing, but no longer than `patience`.
    ///
    /// Another program may have opened the file while it was in its place, and still writes to it. On a busy disk,
    /// `UserDefaults` took 330 ms to truncate a file in opening it. For all that time, the bytes are the expected ones.
    func awaitWriters(of displaced: borrowing FileDescriptor) {
        let deadline = probe.clock.uptime() + Self.patience
        var backoff = Backoff()
        while displaced.hasWriters(), probe.clock.uptime() < deadline {
            probe.clock.pause(backoff.next())
        }
    }

    /// Flushes the commit to disk, and only then removes the displaced file.
    ///
    /// On a file system without a journal, the disk might otherwise have only the removal after a crash.
    func finish(_ displaced: consuming TemporaryEntry, isNew: Bool) throws(PreferenceStoreError) {
        do {
            try target.directory.synchronize(options.durability, after: target.path, isNew: isNew)
        } catch {
            // The next writer removes it.
            displaced.keep()
            throw error
        }
        displaced.remove()
    }

    /// Undoes an exchange; if the system refuses, the change stays and the displaced file is kept.
    ///
    /// - Parameter document: the document that this change put in place. If another program has written that file
    ///   since, the file is kept.
    /// - Returns: the path of a kept file; nil if no file is kept.
    func undoExchange(_ displaced: consuming TemporaryEntry, _ document: SplicedDocument) -> String? {
        do {
            try target.directory.descriptor.exchange(displaced.name, with: target.name)
        } catch {
            return keep(displaced)
        }
        do {
            try target.directory.descriptor.synchronizeNames()
        } catch {
            // The next writer removes it.
            displaced.keep()
            return nil
        }
        guard target.contains(displaced.name, document) else { return keep(displaced) }
        displaced.remove()
        return nil
    }

    /// The reason why a file is kept beside this one, which is part of its name.
    enum KeptCopy: String {
        /// It was not a suite, and was replaced.
        case corrupt
        /// Another program wrote it, and it could not be merged.
        case conflict
    }

    /// Renames a file so that its name, beside this one, shows the time and why it is kept.
    func name(_ file: inout TemporaryEntry, as reason: KeptCopy) throws(PreferenceStoreError) {
        let time = probe.clock.wallTime().compactText
        for attempt in 1...100 {
            let kept = "\(target.name).\(reason.rawValue)-\(time)\(attempt == 1 ? "" : "-\(attempt)")"
            // A file system that has only rename(2) would replace an older file.
            if (try? target.directory.descriptor.status(of: kept)) == nil {
                return try throwing(.keepCopy, target.path, try file.move(to: kept))
            }
        }
        throw .system(.keepCopy, path: target.path, .exists)
    }

    /// Keeps a file that another program wrote; if the system refuses a better name, it keeps its temporary one.
    ///
    /// - Returns: the path of the file.
    func keep(_ file: consuming TemporaryEntry) -> String {
        try? name(&file, as: .conflict)
        return path(of: file)
    }

    /// Keeps a file beside this one permanently, and returns its path.
    func path(of file: consuming TemporaryEntry) -> String {
        "\(target.directory.path)/\(file.keep())"
    }
}

extension FileTarget.Attempts {
    /// Begins to change the file, until ``LockedFile/end()``; returns nil if its directory does not exist.
    mutating func lock(_ options: ChangeOptions, _ probe: StoreProbe) throws(PreferenceStoreError) -> LockedFile? {
        while let target = try next() {
            if let file = try LockedFile(target, options, probe) { return file }
        }
        return nil
    }
}

extension Duration {
    /// The time since the epoch as a UTC date that sorts and needs no colon: `20261121T041250Z`.
    var compactText: String {
        let seconds = Double(components.seconds) - PropertyListDate.secondsFromEpochToReferenceDate
        let text = PropertyListDate(secondsSinceReferenceDate: seconds).rfc3339WholeSeconds
        return (text ?? "\(components.seconds)").filter { $0 != "-" && $0 != ":" }
    }
}
