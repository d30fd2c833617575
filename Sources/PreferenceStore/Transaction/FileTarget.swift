import Glibc

/// The file that a path leads to, past all symbolic links, whether it is there or not: a name in an open folder.
struct FileTarget {
    let folder: Folder
    let name: String
    /// The path that was followed.
    private let originalPath: String
    private let isLinked: Bool

    /// As many links as Linux follows itself, path_resolution(7).
    static let linkLimit = 40

    /// The path of the file itself, for messages.
    var path: String {
        isLinked ? "\(folder.path)/\(name)" : originalPath
    }

    /// Follows a path to its file; nil where the folder of the path is not there.
    ///
    /// - Throws: `tooManySymlinks`, `notRegularFile` where the path can only be a folder's, and `system`, also where a
    ///   link leads to a folder that is not there.
    init?(resolving path: String) throws(PreferenceStoreError) {
        var split = try SplitPath(checking: path)
        guard var folder = try Self.openIfThere(split.folder, path) else { return nil }
        var linkCount = 0
        while let destination = try Self.destination(of: split.name, in: folder, path) {
            linkCount += 1
            guard linkCount <= Self.linkLimit else { throw .tooManySymlinks(path: path) }
            split = try SplitPath(checking: destination)
            folder = try throwing(.followLink, path) { () throws(SystemError) in try folder.open(split.folder) }
        }
        self.folder = folder
        name = split.name
        originalPath = path
        isLinked = linkCount > 0
    }

    /// Whether the path still leads here.
    func isStillMeant() throws(PreferenceStoreError) -> Bool {
        guard isLinked else { return true }
        guard let current = try FileTarget(resolving: originalPath), current.name == name else { return false }
        return try current.folder.identity(for: path) == folder.identity(for: path)
    }

    /// The status of what has the name now; nil where nothing has.
    func currentStatus() throws(PreferenceStoreError) -> FileStatus? {
        try throwing(.read, path) { () throws(SystemError) in
            try ifThere { () throws(SystemError) in try folder.descriptor.status(of: name) }
        }
    }

    /// Makes the folder that a path's file would be in, and those above it, where they are not there.
    static func makeFolder(for path: String, _ access: FileAccess) throws(PreferenceStoreError) {
        let folder = try SplitPath(checking: path).folder
        _ = try throwing(.createFolder, folder) { () throws(SystemError) in try Folder.make(folder, access) }
    }

    private static func openIfThere(_ folder: String, _ path: String) throws(PreferenceStoreError) -> Folder? {
        try throwing(.open, path) { () throws(SystemError) in
            try ifThere { () throws(SystemError) in try Folder.open(folder) }
        }
    }

    private static func destination(
        of name: String,
        in folder: Folder,
        _ path: String
    ) throws(PreferenceStoreError) -> String? {
        try throwing(.followLink, path) { () throws(SystemError) in try folder.descriptor.destination(ofLink: name) }
    }
}
