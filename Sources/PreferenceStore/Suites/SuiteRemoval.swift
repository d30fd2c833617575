import Glibc
import PropertyLists

extension SuiteFile {
    /// The result of removing a file.
    package enum RemovalOutcome {
        /// This file was removed, or would be in a rehearsal, with these warnings.
        case done(SavedFile, [SuiteWarning])
        /// There is no file.
        case alreadyDone
        /// The file no longer has the expected bytes.
        case changed
        /// Nothing was done, because the journal cannot record it, for this reason.
        case notRecordable(PreferenceStoreError)
    }

    /// Removes the file, after a journal has got its bytes, mode and attributes.
    ///
    /// - Parameters:
    ///   - journal: what is told of the removal; nil for none.
    ///   - expected: the bytes that the file must have; nil for any.
    /// - Throws: the reason why the file cannot be removed; it is then unchanged, except after `durabilityUnknown`.
    package func remove(
        _ options: ChangeOptions = ChangeOptions(),
        telling journal: (any ChangeJournal)?,
        expecting expected: [UInt8]? = nil
    ) throws(PreferenceStoreError) -> RemovalOutcome {
        var attempts = FileTarget.Attempts(at: path)
        while let file = try attempts.lock(options, probe) {
            defer { file.end() }
            _ = try file.recover()
            let target = file.target
            guard let descriptor = try throwing(.open, path, try nilIfMissing(try target.open(target.name))) else {
                break
            }
            let status = try throwing(.read, path, try descriptor.status())
            guard status.kind == .regular else { throw .notRegularFile(path: path, status.kind) }
            let present = try throwing(.read, path, try PresentFile(descriptor, status))
            try file.checkReplaceable(present)
            guard status.size <= FileDescriptor.sizeLimit else {
                throw .tooLarge(path: path, size: status.size, limit: FileDescriptor.sizeLimit)
            }
            let bytes = try throwing(.read, path, try descriptor.read(upTo: status.size))
            guard expected == nil || expected == bytes else { return .changed }
            let saved = SavedFile(
                bytes: bytes,
                permissions: status.permissions,
                attributes: present.metadata.attributes ?? [:]
            )
            guard !options.isRehearsal else { return .done(saved, []) }
            let entry: JournalEntry?
            do throws(PreferenceStoreError) {
                entry = try journal?.intend(IntendedChange(.removal(saved), of: target))
            } catch {
                return .notRecordable(error)
            }

            // After a crash, the next writer gives the file its name again.
            let mark = TemporaryName.Mark(digest: StableDigest.of(bytes), status)
            let name = TemporaryName(for: target.name, inode: 0, mark).text
            do throws(SystemError) {
                try target.directory.descriptor.rename(target.name, toFree: name)
            } catch {
                entry?.dropped()
                throw .system(.remove, path: path, error)
            }
            let removed = TemporaryEntry(name, in: target.directory)
            file.awaitWriters(of: descriptor)
            guard try throwing(.read, path, try descriptor.status()).isUnwritten(since: status) else {
                let isBack = file.giveBack(removed)
                entry?.dropped()
                if isBack { continue }
                return .changed
            }
            try file.finish(removed, isNew: false)
            try target.directory.synchronize(options.durability, after: path)
            return .done(saved, try entry?.made() ?? [])
        }
        return .alreadyDone
    }

    /// Creates a removed file again.
    ///
    /// - Parameter journal: what is told of it; nil for none.
    /// - Returns: warnings; nil if there is a file at the path, which stays.
    /// - Throws: the reason why the file cannot be created.
    package func recreate(
        _ saved: SavedFile,
        _ options: ChangeOptions = ChangeOptions(),
        telling journal: (any ChangeJournal)?
    ) throws(PreferenceStoreError) -> [SuiteWarning]? {
        try FileTarget.makeDirectory(for: path, options.access, isRehearsal: options.isRehearsal)
        guard !options.isRehearsal else { return try exists ? nil : [] }
        var attempts = FileTarget.Attempts(at: path)
        guard let file = try attempts.lock(options, probe) else { return nil }
        defer { file.end() }
        _ = try file.recover()
        guard try file.target.currentStatus() == nil else { return nil }
        let entry = try journal?.intend(IntendedChange(.recreation(saved), of: file.target))
        let metadata = FileMetadata(of: saved)
        var isMade = false
        defer { if !isMade { entry?.dropped() } }
        var temporary = try file.write(SplicedDocument(saved.bytes), like: metadata, replacing: .random())
        let warnings = temporary.warnings
        let commit = try temporary.entry.commit(to: file.target, replacing: false)
        isMade = commit != .overtaken
        try file.finish(temporary.close(), isNew: true)
        guard isMade else { return nil }
        return try saved.attributes.keys.filter(\.isPrivileged).warning(at: path) + warnings + (entry?.made() ?? [])
    }
}

extension LockedFile {
    /// Gives a file its own name again, unless another program has written a new one there; both are kept then.
    ///
    /// - Returns: whether it has its name.
    fileprivate func giveBack(_ removed: consuming TemporaryEntry) -> Bool {
        guard (try? target.directory.descriptor.rename(removed.name, toFree: target.name)) != nil else {
            _ = keep(removed)
            return false
        }
        removed.keep()
        return true
    }
}
