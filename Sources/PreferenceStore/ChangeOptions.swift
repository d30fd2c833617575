import Glibc

/// How a change of a suite file goes about it.
public struct ChangeOptions: Hashable, Sendable {
    /// How long to wait for other writers; zero tries once.
    public var lockTimeout: Duration
    /// What the change has survived when it returns.
    public var durability: Durability
    /// Whether a file with more names than one is replaced under this name, where it is refused otherwise.
    public var breaksHardLinks: Bool
    /// Whether a corrupt file is replaced, its bytes kept beside it as `NAME.corrupt-TIME`, where it is refused
    /// otherwise.
    public var replacesCorrupt: Bool
    /// Whether nothing is written, whatever the closure changes.
    ///
    /// It is run to see what it would do, and no lock is taken.
    public var isRehearsal: Bool
    /// Who may use a file that the change creates, and the directories that it needs.
    ///
    /// A file that is there keeps its mode.
    public var access: FileAccess

    /// Options that differ from the safe ones in what is named: ten seconds for the lock, on the disk, nothing risky,
    /// and what is new for its owner alone.
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

/// What a change has survived when it returns.
public enum Durability: Hashable, Sendable {
    /// The change is on the disk, fsync(2): it survives a power failure.
    case disk
    /// Every program sees the change; the system brings it to the disk in its own time.
    case memory
}

/// Who may use a file or directory that the store makes.
public enum FileAccess: Hashable, Sendable {
    /// Its owner alone: mode 0600, or 0700 for a directory.
    case owner
    /// Everybody reads, its owner writes: mode 0644, or 0755 for a directory.
    case readableByAll

    var filePermissions: mode_t {
        switch self {
        case .owner: 0o600
        case .readableByAll: 0o644
        }
    }

    /// A directory can be entered by whoever may read its files.
    var directoryPermissions: mode_t {
        switch self {
        case .owner: 0o700
        case .readableByAll: 0o755
        }
    }
}
