extension SuiteFile {
    /// Keeps other writers of this package out, those of other processes and of other threads, until the lock ends.
    ///
    /// The thread that has it may go on to change the files of the folder.
    ///
    /// - Returns: nil where the folder is not there.
    /// - Throws: `lockTimedOut`, and what prevents that the path is followed.
    package func lock(timeout: Duration) throws(PreferenceStoreError) -> FolderLock? {
        guard let target = try FileTarget(resolving: path) else { return nil }
        return try FolderLock(of: target, timeout: timeout, StoreProbe())
    }
}
