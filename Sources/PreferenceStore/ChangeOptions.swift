import Glibc
package import PropertyLists

/// How a change of a suite file goes about it.
public struct ChangeOptions: Hashable, Sendable {
    /// How long to wait for other writers; zero tries once.
    public var lockTimeout: Duration
    /// What the change has survived when it returns.
    public var durability: Durability
    /// Whether a file with more names than one is replaced under this name, where it is refused otherwise.
    public var breaksHardLinks: Bool
    /// Whether a corrupt file is replaced, its bytes kept beside it as `NAME.corrupt-TIME`, where it is refused otherwise.
    public var replacesCorrupt: Bool
    /// Whether nothing is written, whatever the closure changes.
    ///
    /// It is run to see what it would do, and no lock is taken.
    public var isRehearsal: Bool
    /// Who may use a file that the change creates, and the folders that it needs.
    ///
    /// A file that is there keeps its mode.
    public var access: FileAccess

    /// Options that differ from the safe ones in what is named: ten seconds for the lock, on the disk, nothing risky, and
    /// what is new for its owner alone.
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

/// Who may use a file or folder that the store makes.
public enum FileAccess: Hashable, Sendable {
    /// Its owner alone: mode 0600, or 0700 for a folder.
    case owner
    /// Everybody reads, its owner writes: mode 0644, or 0755 for a folder.
    case readableByAll

    var filePermissions: mode_t {
        switch self {
        case .owner: 0o600
        case .readableByAll: 0o644
        }
    }

    /// A folder can be entered by whoever may read its files.
    var folderPermissions: mode_t {
        switch self {
        case .owner: 0o700
        case .readableByAll: 0o755
        }
    }
}

/// What came of a change.
public struct SuiteChange<Value> {
    /// What happened to the file.
    public enum Outcome: Hashable, Sendable {
        /// Nothing: it holds what it would have held after the change, or still is not there.
        case unchanged
        /// It holds other values.
        case changed
        /// It was not there, and is now.
        case created
    }

    /// What the caller's closure returned, the last time that it ran.
    public let value: Value
    /// What happened to the file.
    public let outcome: Outcome
    /// What was odd about the file, and what was kept beside it.
    public let warnings: [SuiteWarning]

    /// What was written; nil if nothing was.
    package let commit: SuiteCommit?

    package init(value: Value, outcome: Outcome, warnings: [SuiteWarning], commit: SuiteCommit? = nil) {
        self.value = value
        self.outcome = outcome
        self.warnings = warnings
        self.commit = commit
    }
}

extension SuiteChange: Sendable where Value: Sendable {}

/// What a change has written to a file: whoever knows the old version knows the new one without reading it.
package struct SuiteCommit: Sendable {
    package let old: FileVersion
    /// Nil if another program has written the file at the same time.
    package let new: FileVersion?
    package let format: PropertyListFormat
    /// What was changed, as the file has it.
    package let changes: [KeyChange]

    /// What the file holds after the commit; nil if the commit was to another version of the file.
    package func applied(to before: VersionedDocument) -> VersionedDocument? {
        guard before.version == old else { return nil }
        let old = before.document?.root ?? [:]
        var root = old
        root.apply(changes)
        root.sortNewKeys(of: old)
        let document = SuiteDocument(root: root, format: format, size: new?.status?.size ?? 0)
        return VersionedDocument(document: document, version: new)
    }
}

/// What tells whether a file has changed since it was read, without opening it.
package struct FileVersion: Equatable, Sendable {
    /// Nil if there was no file.
    let status: FileStatus?
}

/// What a file held when it was read, and when it has to be read again.
package struct VersionedDocument: Sendable {
    /// Nil if there was no file.
    package let document: SuiteDocument?
    /// The version that it was; nil if a later write might leave the same.
    package let version: FileVersion?

    package init(document: SuiteDocument?, version: FileVersion?) {
        self.document = document
        self.version = version
    }
}
