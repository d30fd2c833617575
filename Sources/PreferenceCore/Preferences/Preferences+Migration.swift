public import PreferenceStore
import PropertyLists

extension Preferences {
    /// Brings the suite's file to the newest version; of several processes that start at once, one does.
    ///
    /// The steps that the file's version lacks run in one transaction, which also stores the new version. A crash
    /// leaves the old version or the new one. A suite without keys gets no file: its version is stored with its first
    /// key.
    ///
    /// If the file can be read but not written, for example on a read-only file system, the values are migrated in
    /// memory, and the error is reported to ``onProblem-property``. Each later write tries again.
    ///
    /// Call it once, at the start, before other threads use the suite.
    ///
    /// - Parameters:
    ///   - steps: all steps ever, by ascending version; another order stops the process.
    ///   - options: as in `transaction`.
    ///   - action: as in `transaction`.
    /// - Throws: `newerVersion` if the file has a later version than the last step; `notMigrated` with the error of a
    ///   step; `wrongType` if the version is no integer; `store` if the file cannot be read. Nothing is changed then.
    public func migrate(
        _ steps: [PreferenceMigration],
        options: ChangeOptions? = nil,
        recording action: String? = nil
    ) throws(PreferenceError) {
        let migrations = PreferenceMigrations(steps, path: domain.storage.path)
        let contents = try storedContents()
        if try !migrations.missing(in: contents).isEmpty {
            do throws(PreferenceError) {
                _ = try write(options: options, recording: action) { transaction throws(PreferenceError) in
                    try migrations.apply(to: &transaction)
                }.get()
            } catch .store(let error) {
                _ = try migrations.migrated(contents)
                settings.problems.report(.store(error))
            }
        }
        domain.setMigrations(migrations)
    }

    /// Brings the file of the standard suite to the newest version, as ``migrate(_:options:recording:)-method`` does.
    public static func migrate(
        _ steps: [PreferenceMigration],
        options: ChangeOptions? = nil,
        recording action: String? = nil
    ) throws(PreferenceError) {
        try standard.migrate(steps, options: options, recording: action)
    }

    /// The version of the suite's file, which ``migrate(_:options:recording:)-method`` has stored; 0 before that.
    ///
    /// If the file cannot be read, that is reported to ``onProblem-property``, and the result is 0.
    public var version: Int {
        settings.problems.reporting { () throws(PreferenceError) in
            try storedContents().version(path: domain.storage.path)
        } ?? 0
    }

    /// Returns the contents of the suite's own file, without the rest of the search list.
    private func storedContents() throws(PreferenceError) -> PropertyListDictionary {
        var snapshot = try domain.snapshot()
        return try snapshot.contents(ofFileAt: domain.storage.path)
    }
}
