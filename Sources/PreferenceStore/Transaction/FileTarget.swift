import Glibc

/// The file that a path leads to, past all symbolic links, whether it is there or not: a name in an open folder.
struct FileTarget {
    let folder: Folder
    let name: String
    /// The path that was followed.
    private let originalPath: String
    private let isLinked: Bool

    /// The path of the file itself, for messages.
    var path: String {
        isLinked ? "\(folder.path)/\(name)" : originalPath
    }

    /// Follows a path to its file; nil where the folder of the path is not there.
    ///
    /// - Throws: `tooManySymlinks`, `notTrusted`, `notRegularFile` where the path can only be a folder's, and `system`,
    ///   also where a link leads to a folder that is not there.
    init?(resolving path: String) throws(PreferenceStoreError) {
        var walk = FolderWalk(to: path)
        var split = try SplitPath(checking: path)
        guard var folder = try walk.folderIfThere(split.folder) else { return nil }
        while let destination = try walk.destination(of: split.name, in: folder) {
            split = try SplitPath(checking: destination)
            folder = try walk.folder(split.folder, from: folder)
        }
        self.folder = folder
        name = split.name
        originalPath = path
        isLinked = walk.linkCount > 0
    }

    /// A name in a folder.
    init(_ name: String, in folder: Folder) {
        self.folder = folder
        self.name = name
        originalPath = "\(folder.path)/\(name)"
        isLinked = false
    }

    /// Whether the path still leads here: no link was turned, and no folder on the way renamed.
    func isStillMeant() throws(PreferenceStoreError) -> Bool {
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
        var walk = FolderWalk(to: path)
        _ = try walk.makeFolder(SplitPath(checking: path).folder, access)
    }
}
