import Glibc

/// The right to change files in a folder, which no other process or thread has meanwhile by this package.
///
/// The lock is that of the folder's open descriptor, flock(2): it ends with the process, and there is no lock file that
/// a crash could leave behind. Network file systems refuse it for a folder; there a file beside the target is locked, and
/// never removed, since another process may be about to lock it.
struct FolderLock: ~Copyable {
    private let folder: Folder
    /// The file that is locked where the folder cannot be.
    private var lockFile: FileDescriptor?

    /// Waits for the lock of a target's folder.
    ///
    /// - Throws: `lockTimedOut` where others have it until the timeout, and `system`.
    init(of target: FileTarget, timeout: Duration, _ probe: StoreProbe) throws(PreferenceStoreError) {
        folder = target.folder
        lockFile = nil
        let start = probe.clock.uptime()
        var backoff = Backoff()
        while try !tryLock(target) {
            // No sum with a timeout: one that stands for ever may be the longest duration that there is.
            let waited = probe.clock.uptime() - start
            guard waited < timeout else {
                throw .lockTimedOut(path: target.path, holder: LockHolder(of: folder))
            }
            probe.reached(.waitingForLock)
            probe.clock.pause(min(backoff.next(), timeout - waited))
        }
    }

    deinit {
        // Closing them would not do where a fork has left them open in a child.
        switch lockFile {
        case let file?: file.unlockRecord()
        case nil: folder.descriptor.unlock()
        }
    }

    private mutating func tryLock(_ target: FileTarget) throws(PreferenceStoreError) -> Bool {
        do {
            switch lockFile {
            case let file?: return try file.tryRecordLock()
            case nil: return try folder.descriptor.tryLock()
            }
        } catch {
            // NFS answers EBADF: it locks no file that is not open for writing. Other file systems answer ENOLCK.
            guard lockFile == nil, error == .badDescriptor || error == .noLocks else {
                throw .system(.lock, path: target.path, error)
            }
        }
        lockFile = try target.openLockFile()
        return try tryLock(target)
    }
}

extension FileTarget {
    /// Does something while no other writer of this package works in the folder.
    ///
    /// - Throws: `lockTimedOut` and `system`, and what the closure throws.
    func withLock<Outcome>(
        timeout: Duration,
        _ probe: StoreProbe,
        _ body: () throws(PreferenceStoreError) -> Outcome
    ) throws(PreferenceStoreError) -> Outcome {
        let lock = try FolderLock(of: self, timeout: timeout, probe)
        return try withExtendedLifetime(lock, body)
    }

    /// Opens the file that is locked where the folder cannot be, and makes it where it is not there.
    fileprivate func openLockFile() throws(PreferenceStoreError) -> FileDescriptor {
        do throws(SystemError) {
            let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
            let file = try folder.descriptor.open(".\(name).lock", flags, mode: FileAccess.owner.filePermissions)
            if let (owner, group) = try folder.ownerOfNewFiles() {
                try file.setOwner(owner, group: group)
            }
            return file
        } catch {
            throw .system(.lock, path: path, error)
        }
    }
}
