import Glibc
import PropertyLists

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

extension FileTarget {
    /// Opens a name in the target's folder for reading.
    func open(_ name: String) throws(SystemError) -> Found<FileDescriptor> {
        do {
            return .file(try folder.descriptor.open(name, FileReader.openFlags | O_NOFOLLOW))
        } catch .noSuchFile {
            return .nothing
        } catch .tooManyLinks {
            return .symbolicLink
        }
    }

    /// Whether somebody has the file with a name in the target's folder open for writing; false where that is not known.
    func hasWriters(_ name: String) -> Bool {
        guard case .file(let file)? = try? open(name) else { return false }
        return file.hasWriters()
    }

    /// Waits until nobody has a file open for writing, but not for ever.
    ///
    /// Another program may have opened it when it still stood in its place, and writes to it all the same. To cut a file
    /// in opening it has taken `UserDefaults` 330 ms on a busy disk: all that time the bytes are those that were expected.
    func awaitWriters(of name: String, for patience: Duration, _ clock: StoreClock) {
        let deadline = clock.uptime() + patience
        var backoff = Backoff()
        while hasWriters(name), clock.uptime() < deadline {
            clock.pause(backoff.next())
        }
    }

    /// The file that is here.
    ///
    /// - Throws: `notRegularFile`, and `system`.
    func presentFile() throws(PreferenceStoreError) -> Found<PresentFile> {
        switch try throwing(.open, path, { () throws(SystemError) in try open(name) }) {
        case .nothing:
            return .nothing
        case .symbolicLink:
            return .symbolicLink
        case .file(let descriptor):
            let status = try throwing(.read, path) { () throws(SystemError) in try descriptor.status() }
            guard status.kind == .regular else { throw .notRegularFile(path: path, status.kind) }
            return .file(
                try throwing(.read, path) { () throws(SystemError) in try PresentFile(descriptor, status) }
            )
        }
    }

    /// Refuses to replace a file under one of many names, and another user's in a directory that everyone can write.
    ///
    /// The other names would keep the old bytes, and whoever put the file there could read the new ones.
    ///
    /// - Throws: `notTrusted`, and `hardLinked`, unless those links may be broken.
    func checkReplaceable(_ file: PresentFile, breaksHardLinks: Bool) throws(PreferenceStoreError) {
        let isTrusted = try throwing(.read, path) { () throws(SystemError) in
            try file.status.isTrusted(in: folder.descriptor.status())
        }
        guard isTrusted else {
            throw .notTrusted(path: path, .regular, owner: file.status.ownership.user)
        }
        let count = file.status.linkCount
        guard count <= 1 || breaksHardLinks else { throw .hardLinked(path: path, count: count) }
    }

    /// Gives a file a name beside this one that tells the time.
    ///
    /// - Throws: `system` if the system refuses that.
    func nameForKeeping(_ file: inout TemporaryPlace, at time: Duration) throws(PreferenceStoreError) {
        for attempt in 1...100 {
            let kept = "\(name).corrupt-\(time.compactText)\(attempt == 1 ? "" : "-\(attempt)")"
            // A file system that has only rename(2) would put it over an older file.
            if (try? folder.descriptor.status(of: kept)) == nil {
                return try throwing(.keepCopy, path) { () throws(SystemError) in try file.move(to: kept) }
            }
        }
        throw .system(.keepCopy, path: path, .exists)
    }

    /// Keeps a file beside this one; where the system gives it no better name, by its temporary one.
    ///
    /// - Returns: the path.
    func keep(_ file: consuming TemporaryPlace, at time: Duration) -> String {
        try? nameForKeeping(&file, at: time)
        return "\(folder.path)/\(file.abandon())"
    }
}

extension Duration {
    /// The time since the epoch as a date that sorts and needs no colon, in UTC: `20261121T041250Z`.
    var compactText: String {
        let seconds = Double(components.seconds) - PropertyListDate.secondsFromEpochToReferenceDate
        let text = PropertyListDate(secondsSinceReferenceDate: seconds).rfc3339WholeSeconds
        return (text ?? "\(components.seconds)").filter { $0 != "-" && $0 != ":" }
    }
}
