import PropertyLists

/// A file in a directory whose lock the caller has: the steps by which another file takes its place.
struct LockedFile {
    let target: FileTarget
    let options: ChangeOptions
    let probe: StoreProbe

    /// How long a program that was writing when its file was displaced has to finish.
    static let patience: Duration = .seconds(1)

    /// Changes a file while no other writer of this package works in its directory.
    ///
    /// A signal that would end the process waits until the lock file is gone, and cuts short what waits.
    ///
    /// - Returns: nil if the path leads elsewhere by now, so that the lock is of no use.
    static func lock<Outcome>(
        _ target: FileTarget,
        _ options: ChangeOptions,
        _ probe: StoreProbe,
        _ body: (LockedFile) throws(PreferenceStoreError) -> Outcome?
    ) throws(PreferenceStoreError) -> Outcome? {
        // From before the lock: its file goes with its end.
        try CallingProcess.holdingSignals { () throws(PreferenceStoreError) in
            try SuiteLock(of: target, timeout: options.lockTimeout, probe).change(options, probe, body)
        }
    }

    // MARK: Before the commit

    /// Refuses to replace a file under one of many names, and another user's in a directory that everyone can write.
    ///
    /// The other names would keep the old bytes, and whoever put the file there could read the new ones.
    func checkReplaceable(_ file: PresentFile) throws(PreferenceStoreError) {
        guard try throwing(.read, target.path, try file.status.isTrusted(in: target.directory.descriptor.status()))
        else {
            throw .notTrusted(path: target.path, .regular, owner: file.status.ownership.user)
        }
        let count = file.status.linkCount
        guard count <= 1 || options.breaksHardLinks else { throw .hardLinked(path: target.path, count: count) }
    }

    /// Completes a new file beside this one.
    ///
    /// - Parameters:
    ///   - old: the file whose metadata it takes over; nil where there is none.
    ///   - mark: the mark of the file that it is to replace.
    ///   - record: what the file says of its commit, if it is a suite's.
    func write(
        _ document: SplicedDocument,
        like old: PresentFile?,
        replacing mark: TemporaryName.Mark,
        _ record: CommitRecord? = nil
    ) throws(PreferenceStoreError) -> TemporaryFile {
        let metadata =
            if let old {
                old.metadata
            } else {
                try FileMetadata(ofNewFileIn: target.directory, access: options.access)
            }
        return try TemporaryFile.write(
            document,
            for: target,
            like: metadata,
            options.durability,
            replacing: mark,
            record: record
        )
    }

    /// Puts a new file in the place of this one, or where there is none.
    func commit(
        _ entry: inout TemporaryEntry,
        replacing: Bool
    ) throws(PreferenceStoreError) -> TemporaryEntry.Commit {
        do throws(SystemError) {
            return try entry.commit(to: target.name, replacing: replacing)
        } catch {
            throw .system(.replace, path: target.path, error)
        }
    }

    // MARK: After the commit

    /// Waits until nobody else has a displaced file open for writing, but not for ever.
    ///
    /// Another program may have opened it when it still stood in its place, and writes to it all the same. To cut a
    /// file in opening it has taken `UserDefaults` 330 ms on a busy disk: all that time the bytes are those that were
    /// expected.
    func awaitWriters(of displaced: borrowing FileDescriptor) {
        let deadline = probe.clock.uptime() + Self.patience
        var backoff = Backoff()
        while displaced.hasWriters(), probe.clock.uptime() < deadline {
            probe.clock.pause(backoff.next())
        }
    }

    /// Whether a file in the directory can be read and holds these bytes.
    func holds(_ name: String, _ document: SplicedDocument) -> Bool {
        guard let file = try? target.open(name) else { return false }
        return (try? file.holds(document)) ?? false
    }

    /// Brings the commit to the disk, and only then removes what it has displaced: on a file system without a journal,
    /// the removal alone could be there after a crash.
    func finish(_ displaced: consuming TemporaryEntry, isNew: Bool) throws(PreferenceStoreError) {
        do {
            try target.directory.synchronize(options.durability, after: target.path, isNew: isNew)
        } catch {
            // For the next writer to clear away.
            displaced.keep()
            throw error
        }
        displaced.remove()
    }

    /// Undoes an exchange; where the system refuses that, the change stands and what it displaced is kept.
    ///
    /// - Parameter document: what this change had put in the place: if another program has written that file since, it
    ///   is kept.
    /// - Returns: the path where a file is kept; nil if there is none.
    func putBack(_ displaced: consuming TemporaryEntry, _ document: SplicedDocument) -> String? {
        do {
            try displaced.exchange(with: target.name)
        } catch {
            return keep(displaced)
        }
        do {
            try target.directory.descriptor.synchronizeNames()
        } catch {
            // For the next writer to clear away.
            displaced.keep()
            return nil
        }
        guard holds(displaced.name, document) else { return keep(displaced) }
        displaced.remove()
        return nil
    }

    /// Why a file is kept beside this one, as its name says.
    enum KeptCopy: String {
        /// It was no suite, and was replaced.
        case corrupt
        /// Another program has written it, and it could not be merged.
        case conflict
    }

    /// Gives a file a name beside this one that tells why it is kept, and the time.
    func name(_ file: inout TemporaryEntry, as reason: KeptCopy) throws(PreferenceStoreError) {
        let time = probe.clock.wallTime().compactText
        for attempt in 1...100 {
            let kept = "\(target.name).\(reason.rawValue)-\(time)\(attempt == 1 ? "" : "-\(attempt)")"
            // A file system that has only rename(2) would put it over an older file.
            if (try? target.directory.descriptor.status(of: kept)) == nil {
                return try throwing(.keepCopy, target.path, try file.move(to: kept))
            }
        }
        throw .system(.keepCopy, path: target.path, .exists)
    }

    /// Keeps what another program has written; where the system gives it no better name, by its temporary one.
    func keep(_ file: consuming TemporaryEntry) -> String {
        try? name(&file, as: .conflict)
        return path(of: file)
    }

    /// Leaves a file beside this one for good.
    func path(of file: consuming TemporaryEntry) -> String {
        "\(target.directory.path)/\(file.keep())"
    }
}

extension Duration {
    /// The time since the epoch as a date that sorts and needs no colon, in UTC: `20261121T041250Z`.
    var compactText: String {
        let seconds = Double(components.seconds) - PropertyListDate.secondsFromEpochToReferenceDate
        let text = PropertyListDate(secondsSinceReferenceDate: seconds).rfc3339WholeSeconds
        return (text ?? "\(components.seconds)").filter { $0 != "-" && $0 != ":" }
    }
}
