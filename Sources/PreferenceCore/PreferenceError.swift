public import PreferenceStore
public import PropertyLists

/// The reason why a preference cannot be read or written.
public enum PreferenceError: Error, Hashable, Sendable {
    /// A key from outside the program that contains NUL, which is invalid in a key.
    case invalidKey(String)
    /// A stored value that does not match the key's type; it stays in the file until the key is set or removed.
    ///
    /// For a `Codable` type, the reason describes the error and its place in the value.
    case wrongType(key: String, expected: String, found: PropertyListKind, path: String, reason: String? = nil)
    /// A value that no property list can contain, such as a `Codable` one with a nil in an array; nothing is written.
    case unwritable(key: String, type: String, reason: String)
    /// A key that names another suite, in a static transaction, which changes only the standard suite.
    case otherSuite(key: String, suite: SuiteName)
    /// A key that another owner has set with ``Preferences/apply(_:owner:takingOver:options:recording:)``, or with
    /// `prefs apply --owner`; nothing is written.
    case owned(key: String, owner: String)
    /// A key that the administrator has set in the file at the path; nothing is written.
    case managed(key: String, path: String)
    /// A file of a later version than the steps of ``Preferences/migrate(_:options:recording:)-method`` lead to; it is
    /// not changed.
    case newerVersion(Int, known: Int, path: String)
    /// A step to a version that has failed, for this reason; the file is not changed.
    case notMigrated(version: Int, _ summary: String, path: String, reason: String)
    /// An environment variable that overrides two keys, whose names differ only in characters that no variable has.
    case sharedVariable(String, keys: [String])
    /// An error of the files, for example a missing directory, a corrupt or locked file, or a full disk.
    case store(PreferenceStoreError)
}

extension PreferenceError: CustomStringConvertible {
    /// A one-line message: what failed, in which file, and the reason.
    public var description: String {
        switch self {
        case .invalidKey(let key): "invalid key \(key.quoted): it contains NUL"
        case .wrongType(let key, let expected, let found, let path, let reason):
            "\(path): \(key.quoted) is of type \(found.rawValue), not \(expected)" + (reason.map { ": \($0)" } ?? "")
        case .unwritable(let key, let type, let reason): "cannot store \(key.quoted) of type \(type): \(reason)"
        case .otherSuite(let key, let suite):
            "key \(key.quoted) belongs to suite \(suite.rawValue.quoted), not to the standard suite"
        case .owned(let key, let owner): "key \(key.quoted) is owned by \(owner.quoted)"
        case .managed(let key, let path): "\(key.quoted) is managed by \(path)"
        case .newerVersion(let stored, let known, let path):
            "\(path): of version \(stored), but this program knows only version \(known)"
        case .notMigrated(let version, let summary, let path, let reason):
            "cannot migrate \(path) to version \(version), \(summary.quoted): \(reason)"
        case .sharedVariable(let variable, let keys):
            "environment variable \(variable) overrides \(keys.map(\.quoted).joined(separator: " and "))"
        case .store(let error): error.description
        }
    }
}
