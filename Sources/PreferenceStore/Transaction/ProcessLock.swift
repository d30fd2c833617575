import Glibc

/// The part of a folder's lock that keeps other processes out.
///
/// The lock is that of the folder's open descriptor, flock(2): it ends with the process, and there is no lock file that
/// a crash could leave behind. Network file systems refuse it for a folder; there a file beside the target is locked, and
/// never removed, since another process may be about to lock it.
struct ProcessLock: ~Copyable {
    private let folder: Folder
    /// The file that is locked where the folder cannot be.
    private var lockFile: FileDescriptor?

    /// A lock that is not taken yet.
    init(of folder: Folder) {
        self.folder = folder
        lockFile = nil
    }

    deinit {
        // Closing them would not do where a fork has left them open in a child.
        switch lockFile {
        case let file?: file.unlockRecord()
        case nil: folder.descriptor.unlock()
        }
    }

    /// Takes the lock; false where another process has it.
    mutating func tryLock(for target: FileTarget) throws(PreferenceStoreError) -> Bool {
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
        return try tryLock(for: target)
    }
}

extension FileTarget {
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
