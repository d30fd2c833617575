// The reasons in errors, and the warnings.

/// The reason why a string is not a suite name.
public enum SuiteNameProblem: Hashable, Sendable {
    /// It is empty.
    case empty
    /// It is `.` or `..`, which are directories.
    case directory
    /// It contains a `/`, so it is a path.
    case separator
    /// It contains this control character, which may be NUL.
    case controlCharacter(Unicode.Scalar)
    /// It was given as bytes that are not UTF-8.
    case notUTF8
    /// It exceeds this limit, in bytes.
    case tooLong(limit: Int)
}

/// The reason why no configuration directory is known.
public enum ConfigurationDirectoryProblem: Hashable, Sendable {
    /// Neither the environment nor the user database has a home directory with an absolute path.
    case noHome
    /// The home directory, of `HOME` or of the user database, does not exist; a write never creates it.
    case missingHome(path: String)
    /// An environment variable that names a directory is not UTF-8.
    case notUTF8(variable: String)
    /// The process has more rights than the user who set its environment, for example by set-user-ID.
    case raisedPrivileges
}

/// The reason why files cannot be watched.
public enum WatchProblem: Hashable, Sendable {
    /// The user has reached the limit of watches, `fs.inotify.max_user_watches` of inotify(7).
    case tooManyWatches
    /// The user has reached the limit of watchers, or the process has reached its limit of open files.
    ///
    /// The limits are `fs.inotify.max_user_instances` of inotify(7) and `RLIMIT_NOFILE` of getrlimit(2). The system
    /// does not report which one.
    case tooManyWatchers
    /// The system refused for another reason.
    case system(SystemError)

    init(_ error: SystemError) {
        self =
            switch error {
            case .noSpace: .tooManyWatches
            case .tooManyFiles: .tooManyWatchers
            default: .system(error)
            }
    }
}

/// A warning about a suite file that could still be used.
public enum SuiteWarning: Hashable, Sendable {
    /// The file is empty, as after a program that died during its write; it was read as an empty suite.
    case emptyFile(path: String)
    /// Managed preferences do not count, since somebody other than root owns, or can write, a file or directory.
    case untrusted(path: String, at: String)
    /// The file was corrupt and has been replaced; its bytes are kept at the second path.
    case corruptFileKept(path: String, at: String)
    /// Another program, which takes no lock, reverted the last changes of these keys.
    ///
    /// It wrote what it had read before the changes, so the file has the old values. The next change of the suite
    /// restores the changes.
    case changesReverted(path: String, keys: [String])
    /// Another program had reverted the last changes of these keys, and this change restored them.
    case changesRestored(path: String, keys: [String])
    /// These keys, which the file repeated, have changed, and now occur once.
    case duplicatesRemoved(path: String, keys: [String])
    /// Another program wrote the file during its replacement, and the write could not be merged.
    ///
    /// The write may be unfinished. Its bytes are kept at the second path.
    case foreignWriteKept(path: String, at: String)
    /// The new file lacks these extended attributes of the old one, which only root may set.
    ///
    /// They are of the namespaces `trusted` and `security`. All others are kept, or the change fails.
    case attributesLost(path: String, names: [String])
    /// The new file has this mode, not that of its access: the file system has no modes of its own.
    case modeOfMount(path: String, UInt32)
    /// The change of the file was made, but is not in its history, for this reason.
    ///
    /// After `tooLarge`, the history has the change, but not its values: it cannot be undone.
    case notRecorded(path: String, PreferenceStoreError)
    /// The file was removed, and its history does not have its bytes, for this reason; nil if nothing is recorded.
    ///
    /// Its owners and secret keys went with it, if it had marks of them.
    case removedForGood(path: String, hadMarks: Bool, PreferenceStoreError?)
    /// Values that are secret from now on were erased from the history of the file.
    case secretsErased(path: String)
    /// The removed files in the history of the file that have these identifiers still have such values.
    case secretsInRemovedFiles(path: String, ids: [String])
}
