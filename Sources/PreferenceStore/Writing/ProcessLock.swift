import CLinux
import Glibc

/// The part of a directory's lock that excludes other processes: a write lock on the directory's file `.prefs.lock`.
///
/// The file exists while a process holds the lock. Only those who can write the directory have access to the file, so a
/// process that can only read there cannot block a writer. The holder removes the name before it unlocks the file.
/// Therefore a process that gets the lock checks that the file still has the name. A file that a killed process left is
/// used again.
struct ProcessLock: ~Copyable {
    static let fileName = ".prefs.lock"

    private let directory: Directory
    private let file: FileDescriptor

    /// The number of times that the name may move to another file before the attempt fails.
    private static let attemptLimit = 100

    enum Attempt: ~Copyable {
        case taken(ProcessLock)
        /// Another process holds it; the holder is nil if the file does not name it.
        case held(by: LockHolder?)
    }

    deinit {
        if (try? isNamed()) != false {
            try? directory.descriptor.remove(Self.fileName)
        }
        file.unlock()
    }

    /// Takes the lock of a directory if it is free.
    ///
    /// - Throws: `system`, `lockFileLeft`, and `notRegularFile` if something else has the name of the lock file.
    ///   Somebody may have planted it, and it is not touched.
    static func attempt(in directory: Directory, _ clock: StoreClock) throws(PreferenceStoreError) -> Attempt {
        let path = "\(directory.path)/\(fileName)"
        for _ in 1...attemptLimit {
            switch try open(in: directory, path) {
            case .opened(let file, let isNew):
                if let attempt = try lock(file, isNew: isNew, in: directory, path) { return attempt }
            case .overtaken: continue
            case .refused(let status):
                // A process gives others access to a new file, and locks it, at once.
                guard clock.isRecent(status.changed) || status.identity.isLocked else {
                    throw .lockFileLeft(path: path, owner: status.owner.user)
                }
                return .held(by: LockHolder(user: status.owner.user))
            }
        }
        return .held(by: nil)
    }

    /// Locks the open lock file; returns nil if its name has moved to another file.
    private static func lock(
        _ file: consuming FileDescriptor,
        isNew: Bool,
        in directory: Directory,
        _ path: String
    ) throws(PreferenceStoreError) -> Attempt? {
        do throws(PreferenceStoreError) {
            let kind = try throwing(.lock, path, try file.status().kind)
            guard kind == .regular else { throw .notRegularFile(path: path, kind) }
            guard try throwing(.lock, directory.path, try file.tryLock()) else {
                return .held(by: LockHolder(namedIn: file))
            }
        } catch {
            if isNew {
                try? directory.descriptor.remove(fileName)
            }
            throw error
        }
        let lock = ProcessLock(directory: directory, file: file)
        guard try throwing(.lock, directory.path, try lock.isNamed()) else { return nil }
        // The file may have a second name: somebody has planted it, or a power failure has left the name. The name is
        // removed with the lock, and the file is not written to.
        guard try throwing(.lock, path, try lock.file.status().linkCount) <= 1 else { return nil }
        LockHolder.current.sign(lock.file)
        if !isNew {
            // Its holder was killed: its changes in the directory are not on disk yet.
            try? directory.descriptor.synchronizeNames()
        }
        return .taken(lock)
    }

    private enum Opening: ~Copyable {
        case opened(FileDescriptor, isNew: Bool)
        /// Another process has just created or removed the file.
        case overtaken
        /// The file gives this process no access. Mostly it belongs to another user.
        case refused(FileStatus)
    }

    /// Opens or creates the lock file.
    private static func open(in directory: Directory, _ path: String) throws(PreferenceStoreError) -> Opening {
        let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        do throws(SystemError) {
            // O_CREAT is not used: in a sticky, world-writable directory, Linux refuses it for another user's file.
            return .opened(try directory.descriptor.open(fileName, flags), isNew: false)
        } catch .noSuchFile {
            // It is created below.
        } catch .permissionDenied where directory.descriptor.isWritable {
            let status = try throwing(.lock, path, try nilIfMissing(try directory.descriptor.status(of: fileName)))
            return status.map(Opening.refused) ?? .overtaken
        } catch .tooManySymbolicLinks {
            throw .notRegularFile(path: path, .symbolicLink)
        } catch {
            throw .system(.lock, path: directory.path, error)
        }
        do throws(SystemError) {
            return .opened(try make(in: directory, flags), isNew: true)
        } catch .exists {
            return .overtaken
        } catch {
            throw .system(.lock, path: directory.path, error)
        }
    }

    /// Creates the lock file, with permissions for all who can write the directory.
    private static func make(in directory: Directory, _ flags: Int32) throws(SystemError) -> FileDescriptor {
        let status = try directory.descriptor.status()
        let isShared = status.permissions & (S_IWGRP | S_IWOTH) != 0
        // The file gets its name last: a process that is killed before that leaves no file that locks the others out.
        if isShared, let file = try? directory.create(".", O_RDWR | unnamedFile, mode: S_IRUSR | S_IWUSR) {
            try file.shareLock(withWritersOf: status)
            do throws(SystemError) {
                try directory.descriptor.name(file, fileName)
                return file
            } catch .noSuchFile {
                // Without /proc, the file cannot get a name.
            } catch .notPermitted {
                // Some file systems do not allow it either.
            }
        }
        let file = try directory.create(fileName, flags | O_CREAT | O_EXCL, mode: S_IRUSR | S_IWUSR)
        do throws(SystemError) {
            try file.shareLock(withWritersOf: status)
        } catch {
            try? directory.descriptor.remove(fileName)
            throw error
        }
        return file
    }

    private func isNamed() throws(SystemError) -> Bool {
        let locked = try file.status().identity
        return try nilIfMissing(try directory.descriptor.status(of: Self.fileName).identity) == locked
    }
}

extension FileDescriptor {
    /// Gives each permission class that can write the directory read and write access to its new lock file.
    fileprivate func shareLock(withWritersOf directory: FileStatus) throws(SystemError) {
        var writers = directory.permissions & (S_IWUSR | S_IWGRP | S_IWOTH) | S_IWUSR
        if writers & S_IWGRP != 0, case let own = try status().owner, own.group != directory.owner.group {
            do {
                try setOwner(FileOwner(user: own.user, group: directory.owner.group))
            } catch {
                // The owner of the directory need not be in its group. Then the group gets no access, and has to wait.
                writers &= ~S_IWGRP
            }
        }
        try setPermissions(writers | writers << 1)
    }
}
