public import PropertyLists

/// Why suites could not be found, read, changed or watched: what happened, and where.
///
/// Where a change throws, the file is as it was or as another program has written it, but for `durabilityUnknown`.
public enum PreferenceStoreError: Error, Hashable, Sendable {
    // MARK: Finding

    /// A text that is no suite name, and why.
    case invalidSuiteName(String, SuiteNameProblem)
    /// No configuration directory is known.
    case noConfigurationDirectory(ConfigurationDirectoryProblem)
    /// A path stands for something else than a file of bytes.
    case notRegularFile(path: String, FileKind)
    /// Symbolic links lead on and on: more than 40, or in a circle.
    case tooManySymlinks(path: String)

    // MARK: Reading

    /// The file is no property list.
    case corrupt(path: String, PropertyListError)
    /// The file is a property list of this kind, where a suite is a dictionary.
    case rootNotDictionary(path: String, PropertyListKind)
    /// The file has more bytes than the limit.
    case tooLarge(path: String, size: Int, limit: Int)

    // MARK: Changing

    /// The format of the file cannot hold a value.
    case cannotEncode(path: String, PropertyListFormat, PropertyListError)
    /// In a directory that everyone can write, a link or file belongs to another user, whom the directory does not
    /// belong to either: it may be a trap, so it is neither followed nor replaced. The rule is that of
    /// `fs.protected_symlinks` and `fs.protected_regular` in proc(5).
    case notTrusted(path: String, FileKind, owner: UInt32)
    /// The file has that many names, of which a change would keep one.
    case hardLinked(path: String, count: Int)
    /// Another process has kept the lock for longer than the timeout; it is named where the system tells.
    case lockTimedOut(path: String, holder: LockHolder?)
    /// A signal has come that ends the process: the change was given up before anything was written.
    case interrupted(path: String)
    /// The calling task or thread is in the middle of another change of the file, and could not wait for its end.
    case nestedChange(path: String)
    /// Somebody else has changed the file at every attempt.
    case changedTooOften(path: String)
    /// The new file did not hold what was written to it, though every call succeeded.
    case writtenBytesDiffer(path: String)
    /// The change is made and every program sees it, but a power failure might undo it.
    case durabilityUnknown(path: String, SystemError)

    // MARK: Watching

    /// Files cannot be watched, and why.
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
    /// Making a directory.
    case createDirectory = "create the directory"
    /// Locking the directory against other writers.
    case lock
    /// Making the new file, beside the old one.
    case create = "create a file in"
    /// Writing the new file.
    case write
    /// Giving the new file the old one's owner and group.
    case keepOwner = "keep the owner of"
    /// Giving the new file its permissions.
    case keepPermissions = "keep the permissions of"
    /// Giving the new file the old one's extended attributes, access control lists among them.
    case keepAttributes = "keep the extended attributes of"
    /// Bringing the new file to the disk.
    case synchronize = "flush"
    /// Keeping a copy of the old file beside the new one.
    case keepCopy = "keep a copy of"
    /// Putting the new file in the old one's place.
    case replace
    /// Taking a file away.
    case remove

    /// Whether the operation comes before any change of a file.
    package var isReading: Bool { [.open, .read, .list, .followLink].contains(self) }
}

/// Makes a call of the system, and says in an error what it was for.
func throwing<Outcome: ~Copyable>(
    _ operation: StoreOperation,
    _ path: String,
    _ call: @autoclosure () throws(SystemError) -> Outcome
) throws(PreferenceStoreError) -> Outcome {
    do throws(SystemError) {
        return try call()
    } catch {
        throw PreferenceStoreError(operation, path, error)
    }
}

extension PreferenceStoreError {
    /// What a call of the system threw, and what it was for.
    init(_ operation: StoreOperation, _ path: String, _ error: SystemError) {
        self = error == .tooManySymbolicLinks ? .tooManySymlinks(path: path) : .system(operation, path: path, error)
    }
}

/// Reads the bytes of a file, and says in an error which file is corrupt.
func parsing<Outcome>(
    _ path: String,
    _ parse: @autoclosure () throws(PropertyListError) -> Outcome
) throws(PreferenceStoreError) -> Outcome {
    do throws(PropertyListError) {
        return try parse()
    } catch {
        throw .corrupt(path: path, error)
    }
}
