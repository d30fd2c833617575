import Glibc

/// The options of a change to a suite file.
public struct ChangeOptions: Hashable, Sendable {
    /// The time to wait for other writers; zero tries once.
    ///
    /// A change within a change of another directory may wait only half of it, because two processes may wait for each
    /// other: the one that has the directory with the higher device and inode number gives up first.
    public var lockTimeout: Duration
    /// The failures that the change has survived when it returns.
    public var durability: Durability
    /// Whether to replace a file with more than one hard link; if false, the change fails.
    ///
    /// Only this name gets the new file. The other names keep the old one.
    public var breaksHardLinks: Bool
    /// Whether to replace a corrupt file, keeping its bytes beside it as `NAME.corrupt-TIME`; if false, the change
    /// fails.
    public var replacesCorrupt: Bool
    /// Whether to write nothing, whatever the closure changes.
    ///
    /// The closure runs to show what it would do, and no lock is taken. A change that the file's format cannot
    /// represent fails, as it would otherwise.
    public var isRehearsal: Bool
    /// The access to a file that the change creates, and to the directories that it needs.
    ///
    /// An existing file keeps its mode.
    public var access: FileAccess
    /// Whether a new key goes to its sorted place, if the keys of the file are sorted as `UserDefaults` writes them.
    package var sortsNewKeys = true

    /// Creates options; the defaults are the safe ones.
    ///
    /// The defaults are ten seconds for the lock, durability on disk, no risky replacement, and access for the owner
    /// alone.
    public init(
        lockTimeout: Duration = .seconds(10),
        durability: Durability = .disk,
        breaksHardLinks: Bool = false,
        replacesCorrupt: Bool = false,
        isRehearsal: Bool = false,
        access: FileAccess = .owner
    ) {
        self.lockTimeout = lockTimeout
        self.durability = durability
        self.breaksHardLinks = breaksHardLinks
        self.replacesCorrupt = replacesCorrupt
        self.isRehearsal = isRehearsal
        self.access = access
    }
}

/// The failures that a change has survived when it returns.
public enum Durability: Hashable, Sendable {
    /// The change is on disk, fsync(2): it survives a power failure.
    case disk
    /// Every program sees the change; the system writes it to disk later.
    case memory
}

/// The users that may access a file or directory that the store creates.
public enum FileAccess: Hashable, Sendable {
    /// The owner alone: mode 0600, or 0700 for a directory.
    case owner
    /// Everybody may read, and the owner may write: mode 0644, or 0755 for a directory.
    case readableByAll
    /// The users that the process's umask allows: mode 0666 or 0777, less the umask.
    case byUmask

    var filePermissions: mode_t {
        switch self {
        case .owner: 0o600
        case .readableByAll: 0o644
        case .byUmask: 0o666 & ~CallingProcess.umask
        }
    }

    /// The permissions of a directory, which let those enter it who may read its files.
    var directoryPermissions: mode_t {
        switch self {
        case .owner: 0o700
        case .readableByAll: 0o755
        case .byUmask: 0o777 & ~CallingProcess.umask
        }
    }
}
