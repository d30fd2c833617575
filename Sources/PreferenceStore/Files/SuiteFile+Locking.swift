extension SuiteFile {
    /// Keeps other writers of this package out, those of other processes, tasks and threads, until the lock ends.
    ///
    /// The task or thread that has it may go on to change the files of the folder, which is made where it is not there:
    /// nothing else could be locked.
    ///
    /// - Throws: `lockTimedOut`, and what prevents that the path is followed or that the folder is made.
    package func lock(_ options: ChangeOptions) throws(PreferenceStoreError) -> FolderLock {
        for _ in 1...Self.lockAttemptLimit {
            guard let target = try FileTarget(resolving: path) else {
                try FileTarget.makeFolder(for: path, options.access)
                continue
            }
            let lock = try FolderLock(of: target, timeout: options.lockTimeout, StoreProbe())
            if try target.isStillMeant() {
                return lock
            }
        }
        throw .changedTooOften(path: path)
    }

    /// How often the folder may be removed between its making and its locking.
    private static let lockAttemptLimit = 100
}
