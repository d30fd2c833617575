package import PreferenceStore
package import PropertyLists

/// How values, or a whole history, are erased: while no change of the file is recorded.
extension JournalDirectory {
    /// Erases values from the history of a file, and from what is kept of its owners.
    ///
    /// - Parameters:
    ///   - path: the real path of the file.
    ///   - isErased: returns whether a value of a key, old or new, is erased; both are then.
    /// - Returns: the number of records that had such values, and the identifiers of removed files that still have
    ///   them.
    package func erase(
        historyOf path: String,
        where isErased: (String, PropertyList) -> Bool
    ) throws(PreferenceStoreError) -> (count: Int, removals: [String]) {
        let lock = try lock(path)
        defer { withExtendedLifetime(lock) {} }
        try state(of: path).withhold(where: isErased)
        return try history(of: path).erase(where: isErased)
    }

    /// Removes a history, and what is kept of the removed files that it has.
    ///
    /// - Returns: whether there was one.
    package func clear(_ history: ChangeHistory) throws(PreferenceStoreError) -> Bool {
        // Of a history that is not asked for by its file, a record names the file, which perhaps cannot be reached.
        guard let path = history.subject ?? (try? history.records())?.last?.path else { return try history.remove() }
        let lock = history.subject == nil ? try? lock(path) : try lock(path)
        defer { withExtendedLifetime(lock) {} }
        _ = try state(of: path).settle()
        let isRemoved = try history.remove()
        try state(of: path).forgetRemovedFiles()
        return isRemoved
    }

    /// Ends the secrecy of keys that were applied as secrets to the file with a real path.
    ///
    /// - Returns: whether one of them was secret.
    package func endSecrecy(of keys: [String], inFileAt path: String) throws(PreferenceStoreError) -> Bool {
        let lock = try lock(path)
        defer { withExtendedLifetime(lock) {} }
        return try state(of: path).remove(secretKeys: keys)
    }

    private func lock(_ path: String) throws(PreferenceStoreError) -> DirectoryLock? {
        try SuiteFile(path: path).lockIfWritable(ChangeOptions())
    }
}

extension [SuiteWarning] {
    /// What is to be said of the erasure of secrets from the history of a file.
    package init(erased: (count: Int, removals: [String]), path: String) {
        self = erased.count > 0 ? [.secretsErased(path: path)] : []
        if !erased.removals.isEmpty { append(.secretsInRemovedFiles(path: path, ids: erased.removals)) }
    }
}
