import Glibc

/// The file that a path leads to, past all symbolic links, whether it is there or not: a name in an open directory.
struct FileTarget {
    let directory: Directory
    let name: String
    private let originalPath: String
    /// Whether the path itself was one of a link.
    private let isLinked: Bool

    /// The path of the file itself, for messages.
    var path: String {
        isLinked ? "\(directory.path)/\(name)" : originalPath
    }

    /// Follows a path to its file; nil where the directory of the path is not there.
    init?(resolving path: String) throws(PreferenceStoreError) {
        var walk = DirectoryWalk(to: path)
        var split = try SplitPath(checking: path)
        guard var directory = try walk.directoryIfThere(split.directory) else { return nil }
        var isLinked = false
        while let destination = try walk.destination(of: split.name, in: directory) {
            split = try SplitPath(checking: destination)
            directory = try walk.directory(split.directory, from: directory)
            isLinked = true
        }
        self.init(split.name, in: directory, originalPath: path, isLinked: isLinked)
    }

    init(_ name: String, in directory: Directory) {
        self.init(name, in: directory, originalPath: "\(directory.path)/\(name)", isLinked: false)
    }

    private init(_ name: String, in directory: Directory, originalPath: String, isLinked: Bool) {
        self.directory = directory
        self.name = name
        self.originalPath = originalPath
        self.isLinked = isLinked
    }

    /// Follows a path, and once more whenever it has come to lead elsewhere, but not for ever.
    ///
    /// - Parameters:
    ///   - ifMissing: what is to be done where the directory is not there; nil starts again.
    ///   - body: what is to be done with the file; nil starts again.
    static func attempt<Outcome: ~Copyable>(
        _ path: String,
        ifMissing: () throws(PreferenceStoreError) -> Outcome?,
        then body: (FileTarget) throws(PreferenceStoreError) -> Outcome?
    ) throws(PreferenceStoreError) -> Outcome {
        for _ in 1...100 {
            if let target = try FileTarget(resolving: path) {
                if let outcome = try body(target) {
                    return outcome
                }
            } else if let outcome = try ifMissing() {
                return outcome
            }
        }
        throw .changedTooOften(path: path)
    }

    /// Whether the path still leads here: no link was turned, and no directory on the way renamed.
    func pathStillLeadsHere() throws(PreferenceStoreError) -> Bool {
        guard isLinked else {
            // Where the system's own walk comes to the directory, no link needs to be looked at.
            let reached = try? FileDescriptor.status(ofPath: directory.path).identity
            guard reached == (try directory.identity(for: path)) else { return false }
            return try currentStatus()?.kind != .symbolicLink
        }
        guard let current = try FileTarget(resolving: originalPath), current.name == name else { return false }
        return try current.directory.identity(for: path) == directory.identity(for: path)
    }

    func currentStatus() throws(PreferenceStoreError) -> FileStatus? {
        try throwing(.read, path, try ifThere(try directory.descriptor.status(of: name)))
    }

    /// Makes the directory that a path's file would be in, and those above it, where they are not there.
    static func makeDirectory(for path: String, _ access: FileAccess) throws(PreferenceStoreError) {
        var walk = DirectoryWalk(to: path)
        _ = try walk.makeDirectory(SplitPath(checking: path).directory, access)
    }

    /// Opens a name in the target's directory for reading.
    ///
    /// - Throws: `tooManySymbolicLinks` where it is that of a link.
    func open(_ name: String) throws(SystemError) -> FileDescriptor {
        try directory.descriptor.open(name, FileReader.openFlags | O_NOFOLLOW)
    }

    /// Whether somebody has the file with a name in the target's directory open for writing; false where that is not
    /// known.
    func hasWriters(_ name: String) -> Bool {
        guard let file = try? open(name) else { return false }
        return file.hasWriters()
    }

    /// The file that is here; nil where there is none.
    ///
    /// - Throws: `notRegularFile`, `tooManySymlinks` where it is a link, and `system`.
    func presentFile() throws(PreferenceStoreError) -> PresentFile? {
        guard let file = try throwing(.open, path, try ifThere(try open(name))) else { return nil }
        let status = try throwing(.read, path, try file.status())
        guard status.kind == .regular else { throw .notRegularFile(path: path, status.kind) }
        return try throwing(.read, path, try PresentFile(file, status))
    }
}
