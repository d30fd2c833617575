/// A directory of a user's state, which need not exist.
package struct StateDirectory: Hashable, Sendable {
    /// An absolute path.
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// Finds `prefs` in a user's state from an environment; nil if no home directory is known.
    ///
    /// It is in `$XDG_STATE_HOME`, by default `~/.local/state`, by the XDG Base Directory Specification. A path that is
    /// not absolute is ignored.
    ///
    /// - Parameter variable: returns the value of an environment variable.
    package init?(environment variable: (String) -> EnvironmentValue) {
        guard let state = baseDirectory("XDG_STATE_HOME", orInHome: "/.local/state", variable) else { return nil }
        path = state + "/prefs"
    }

    /// A file in a directory of a user's state, as a list shows it.
    package struct Entry {
        package let name: String
        /// The size in bytes.
        package let size: Int
        package let modified: Duration
    }

    /// Returns the regular files in the directory; none if it does not exist.
    package func entries() throws(PreferenceStoreError) -> [Entry] {
        guard let folder = try folder() else { return [] }
        return try throwing(.list, path, try folder.descriptor.names()).compactMap { name in
            guard let status = try? folder.descriptor.status(of: name), status.kind == .regular else { return nil }
            return Entry(name: name, size: status.size, modified: status.modified)
        }
    }

    /// Returns the names in the directory; none if it does not exist.
    package func names() throws(PreferenceStoreError) -> [String] { try PlainFile.names(inDirectory: path) }

    /// Removes files; one that does not exist is no error.
    package func remove(_ names: [String]) throws(PreferenceStoreError) {
        guard !names.isEmpty, let folder = try folder() else { return }
        for name in names {
            _ = try throwing(.remove, path, try nilIfMissing(try folder.descriptor.remove(name)))
        }
    }

    /// Gives a file another name; one that does not exist is no error.
    package func rename(_ name: String, to newName: String) throws(PreferenceStoreError) {
        guard let folder = try folder() else { return }
        _ = try throwing(.rename, path, try nilIfMissing(try folder.descriptor.rename(name, over: newName)))
    }

    func folder() throws(PreferenceStoreError) -> Directory? { try DirectoryWalk.directoryIfExists(path) }
}
