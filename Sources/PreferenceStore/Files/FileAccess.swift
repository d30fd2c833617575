import Glibc

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
