import Glibc
import PropertyLists

/// The file that a path leads to after all symbolic links: a name in an open directory.
///
/// The file need not exist.
struct FileTarget {
    let directory: Directory
    let name: String
    private let originalPath: String
    /// Whether the path itself leads to a symbolic link.
    let isLinked: Bool

    /// The path of the file itself, for messages.
    var path: String {
        isLinked ? "\(directory.path)/\(name)" : originalPath
    }

    /// The path of the file without symbolic links; nil if the system does not tell it, or it is not UTF-8.
    var realPath: String? {
        directory.realPath.map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" }
    }

    /// The path of the file without symbolic links.
    ///
    /// - Throws: `noRealPath` if the system does not tell it, or it is not UTF-8.
    var requiredRealPath: String {
        get throws(PreferenceStoreError) {
            guard let realPath else { throw .noRealPath(path: path) }
            return realPath
        }
    }

    /// Resolves a path to its file; returns nil if the directory of the path does not exist.
    init?(resolving path: String) throws(PreferenceStoreError) {
        var walk = DirectoryWalk(to: path)
        var split = try SplitPath(checking: path)
        guard var directory = try walk.directoryIfExists(split.directory) else { return nil }
        var isLinked = false
        while let destination = try walk.destination(of: split.name, in: directory) {
            split = try SplitPath(checking: destination)
            directory = try walk.directory(split.directory, from: directory)
            isLinked = true
        }
        try walk.checkOwner(of: split.name, in: directory)
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

    /// Resolves a path again and again, each time that it leads elsewhere before its file is changed.
    struct Attempts {
        private let path: String
        private var first: FileTarget?
        private var count = 0

        /// - Parameter first: the file of the path, if the caller has resolved it already.
        init(at path: String, first: FileTarget? = nil) {
            self.path = path
            self.first = first
        }

        /// Returns the file of the path; nil if its directory does not exist.
        ///
        /// - Throws: `changedTooOften` after 100 attempts, and the errors of resolving the path.
        mutating func next() throws(PreferenceStoreError) -> FileTarget? {
            if let first = first.take() { return first }
            guard count < 100 else { throw .changedTooOften(path: path) }
            count += 1
            return try FileTarget(resolving: path)
        }
    }

    /// Returns whether the path still leads here: no link was changed, and no directory on the way was renamed.
    func pathStillLeadsHere() throws(PreferenceStoreError) -> Bool {
        guard isLinked else {
            // If the system's own walk reaches the directory, the links on the way need no check.
            let reached = try? FileDescriptor.status(ofPath: directory.path).identity
            guard reached == (try directory.identity(for: path)) else { return false }
            return try currentStatus()?.kind != .symbolicLink
        }
        guard let current = try FileTarget(resolving: originalPath), current.name == name else { return false }
        return try current.directory.identity(for: path) == directory.identity(for: path)
    }

    func currentStatus() throws(PreferenceStoreError) -> FileStatus? {
        try throwing(.read, path, try nilIfMissing(try directory.descriptor.status(of: name)))
    }

    /// Creates the directory of a path's file, and its parents, if they do not exist.
    ///
    /// - Parameter isRehearsal: Whether only to check that the home directory need not be created.
    static func makeDirectory(
        for path: String,
        _ access: FileAccess,
        isRehearsal: Bool = false
    ) throws(PreferenceStoreError) {
        var walk = DirectoryWalk(to: path)
        let directory = try SplitPath(checking: path).directory
        if isRehearsal {
            try walk.rehearseDirectory(directory)
        } else {
            _ = try walk.makeDirectory(directory, access)
        }
    }

    /// Opens a name in the target's directory for reading.
    ///
    /// - Throws: `tooManySymbolicLinks` if it is the name of a symbolic link.
    func open(_ name: String) throws(SystemError) -> FileDescriptor {
        try directory.descriptor.open(name, FileDescriptor.readingFlags | O_NOFOLLOW)
    }

    /// Returns whether a named file in the target's directory can be read and has these bytes.
    func contains(_ name: String, _ document: SplicedDocument) -> Bool {
        guard let file = try? open(name) else { return false }
        return (try? file.contains(document)) ?? false
    }

    /// Returns whether any process has the named file in the target's directory open for writing; false if this is
    /// unknown.
    func hasWriters(_ name: String) -> Bool {
        guard let file = try? open(name) else { return false }
        return file.hasWriters()
    }
}
