public import PropertyLists

/// The reason why a suite could not be found, read, changed or watched, and the file that it concerns.
///
/// If a change throws, the file is unchanged or as another program wrote it, except after `durabilityUnknown`.
public indirect enum PreferenceStoreError: Error, Hashable, Sendable {
    // MARK: Finding

    /// The string is not a suite name, for the given reason.
    case invalidSuiteName(String, SuiteNameProblem)
    /// No configuration directory is known.
    case noConfigurationDirectory(ConfigurationDirectoryProblem)
    /// The path leads to something other than a regular file.
    case notRegularFile(path: String, FileKind)
    /// The path has more than 40 symbolic links, or they form a loop.
    case tooManySymlinks(path: String)

    // MARK: Reading

    /// The file is not a property list.
    case corrupt(path: String, PropertyListError)
    /// The file is a property list of this type, but a suite is a dictionary.
    case rootNotDictionary(path: String, PropertyListKind)
    /// The system does not tell the path of the file without symbolic links, or it is not UTF-8.
    case noRealPath(path: String)
    /// The file's size exceeds the limit.
    case tooLarge(path: String, size: Int, limit: Int)

    // MARK: Changing

    /// The file's format cannot represent a value.
    case cannotEncode(path: String, PropertyListFormat, PropertyListError)
    /// A link or file may be a trap of another user, so it is neither followed nor replaced.
    ///
    /// Without a target, it is in a sticky, world-writable directory, and the user does not own the directory either.
    /// The rule is that of `fs.protected_symlinks` and `fs.protected_regular` in proc(5). With a target, the process is
    /// root's, and a link in a directory of the user leads to a file or directory of that other user, perhaps of root.
    case notTrusted(path: String, FileKind, owner: UInt32, target: UInt32? = nil)
    /// The file has this number of names, and a change would keep only one of them.
    case hardLinked(path: String, count: Int)
    /// Something is mounted at the path, which cannot be replaced then: a container has the file alone as a volume.
    case mountPoint(path: String)
    /// The file system would give the new file this mode, which lets more users read or write it than it should.
    case modeOfMount(path: String, UInt32)
    /// Another writer kept the lock for longer than the timeout; the holder is nil if it is unknown.
    case lockTimedOut(path: String, holder: LockHolder?)
    /// The directory's lock file belongs to this user, the caller has no access to it, and no process on this machine
    /// has locked it.
    ///
    /// Its creator was killed. The file may be removed.
    case lockFileLeft(path: String, owner: UInt32)
    /// The task or thread that has the lock waits, directly or through others, for a lock that the calling one has.
    ///
    /// It happens at once, where two changes of two directories are nested in opposite order. The other one goes on as
    /// soon as the calling one releases its lock.
    case deadlock(path: String)
    /// A signal that ends the process arrived, and the change was abandoned before anything was written.
    case interrupted(path: String)
    /// The calling task or thread is already changing the file, and would have to wait for itself.
    case nestedChange(path: String)
    /// Another program changed the file during every attempt.
    case changedTooOften(path: String)
    /// The journal cannot keep what the change makes of the owners and secrets of the file, for this reason.
    case notJournaled(path: String, PreferenceStoreError)
    /// The new file does not contain the bytes that were written to it, although every call succeeded.
    case writtenBytesDiffer(path: String)
    /// The change is made and every program sees it, but a power failure might undo it.
    case durabilityUnknown(path: String, SystemError)

    // MARK: Watching

    /// Files cannot be watched, for the given reason.
    case cannotWatch(WatchProblem)

    /// The system refused an operation on a path.
    case system(StoreOperation, path: String, SystemError)
}

/// An operation that the system refused; the raw value is its verb in a message: "cannot open PATH".
public enum StoreOperation: String, Sendable {
    /// Opening a file or directory.
    case open
    /// Reading a file.
    case read
    /// Reading the names in a directory.
    case list
    /// Following a symbolic link.
    case followLink = "follow the link"
    /// Creating a directory.
    case createDirectory = "create the directory"
    /// Locking the directory against other writers.
    case lock
    /// Creating the new file, beside the old one.
    case create = "create a file in"
    /// Writing the new file.
    case write
    /// Giving the new file the old one's owner and group.
    case keepOwner = "keep the owner of"
    /// Giving the new file its permissions.
    case keepPermissions = "keep the permissions of"
    /// Giving the new file the old one's extended attributes, including access control lists.
    case keepAttributes = "keep the extended attributes of"
    /// Flushing the new file to disk.
    case synchronize = "flush"
    /// Keeping a copy of the old file beside the new one.
    case keepCopy = "keep a copy of"
    /// Putting the new file in the old one's place.
    case replace
    /// Giving a file another name.
    case rename
    /// Removing a file.
    case remove

    /// Whether the operation comes before any change of a file.
    package var isReading: Bool { [.open, .read, .list, .followLink].contains(self) }
}

/// Makes a system call, and adds the operation and the path to its error.
func throwing<Returned: ~Copyable>(
    _ operation: StoreOperation,
    _ path: String,
    _ call: @autoclosure () throws(SystemError) -> Returned
) throws(PreferenceStoreError) -> Returned {
    do throws(SystemError) {
        return try call()
    } catch {
        throw PreferenceStoreError(operation, path, error)
    }
}

extension PreferenceStoreError {
    init(_ operation: StoreOperation, _ path: String, _ error: SystemError) {
        self =
            switch error {
            case .tooManySymbolicLinks: .tooManySymlinks(path: path)
            case .permissionDenied where operation.isReading, .notDirectory where operation.isReading:
                .system(operation, path: Self.obstacle(on: path), error)
            default: .system(operation, path: path, error)
            }
    }

    /// Returns the deepest part of a path that the system lets this process see: what refuses access to the rest.
    private static func obstacle(on path: String) -> String {
        var part = path
        while (try? FileDescriptor.status(ofPath: part)) == nil, let split = SplitPath(part), split.directory != part {
            part = split.directory
        }
        return part
    }
}

/// Parses the bytes of a file, and adds the path to the error.
package func parsing<Returned>(
    _ path: String,
    _ parse: @autoclosure () throws(PropertyListError) -> Returned
) throws(PreferenceStoreError) -> Returned {
    do throws(PropertyListError) {
        return try parse()
    } catch {
        throw .corrupt(path: path, error)
    }
}

extension StoreClock {
    /// Waits during a change, before it has written anything to a file.
    ///
    /// - Throws: `interrupted` if a blocked signal would end the process.
    func pause(_ duration: Duration, beforeChanging path: String) throws(PreferenceStoreError) {
        pause(duration)
        guard !CallingProcess.hasPendingTermination else { throw .interrupted(path: path) }
    }
}
