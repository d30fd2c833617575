import CLinux
import Glibc

/// The way to a folder, one component after the other, with every symbolic link followed here instead of by the system.
///
/// So the rule of `fs.protected_symlinks` in proc(5) holds whatever the system is set to: in a directory that everyone can
/// write and that is sticky, as /tmp is, a link is followed only if it belongs to the caller or to the directory's owner.
struct FolderWalk {
    /// The path that is followed, for errors.
    private let path: String
    /// How many links were followed.
    private(set) var linkCount = 0

    /// As many links as Linux follows itself, path_resolution(7).
    static let linkLimit = 40

    init(to path: String) {
        self.path = path
    }

    /// Opens the folder at a path, absolute or from the working folder; nil if there is none.
    mutating func folderIfThere(_ folder: String) throws(PreferenceStoreError) -> Folder? {
        do throws(WalkFailure) {
            return try open(folder, from: nil)
        } catch .system(.noSuchFile) {
            return nil
        } catch {
            throw error.named(path, .open)
        }
    }

    /// Opens the folder at a path, and makes it and those above it if they are missing; but never the home directory: if that
    /// is missing, `HOME` is wrong or its file system is not mounted.
    ///
    /// - Throws: `noConfigurationFolder` if it would have to make the home directory.
    mutating func makeFolder(_ folder: String, _ access: FileAccess) throws(PreferenceStoreError) -> Folder {
        if let folder = try folderIfThere(folder) {
            return folder
        }
        if case .text(let home) = CallingProcess.variable("HOME"), (home + "/").isBelow(folder) {
            throw .noConfigurationFolder(.missingHome(path: home))
        }
        guard let split = SplitPath(folder) else { throw .system(.createFolder, path: folder, .noSuchFile) }
        let parent = try makeFolder(split.folder, access)
        return try throwing(.createFolder, folder) { () throws(SystemError) in try parent.make(split.name, access) }
    }

    /// Opens the folder at a path that starts at another one, if it is not absolute.
    mutating func folder(_ folder: String, from start: Folder) throws(PreferenceStoreError) -> Folder {
        do throws(WalkFailure) {
            return try open(folder, from: start)
        } catch {
            throw error.named(path, .followLink)
        }
    }

    /// Where the symbolic link with a name leads; nil if there is no link with that name.
    mutating func destination(of name: String, in folder: Folder) throws(PreferenceStoreError) -> String? {
        do throws(WalkFailure) {
            return try follow(name, in: folder.descriptor)
        } catch {
            throw error.named(path, .followLink)
        }
    }

    private mutating func open(_ path: String, from start: Folder?) throws(WalkFailure) -> Folder {
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        let flags = openPathOnly | O_DIRECTORY
        var folder = try calling { () throws(SystemError) in
            switch start {
            case let start? where !isAbsolute: try start.descriptor.open(".", flags)
            default: try FileDescriptor.open(isAbsolute ? "/" : ".", flags)
            }
        }
        var rest = components(of: path)
        while let name = rest.popLast() {
            do throws(SystemError) {
                folder = try folder.open(name, flags | O_NOFOLLOW)
            } catch {
                // Linux says of a link that it is no folder, and older versions that there are too many links.
                guard error == .notFolder || error == .tooManyLinks else { throw .system(error) }
                guard let destination = try follow(name, in: folder) else { throw .system(error) }
                if folder.isProcessFileSystem {
                    folder = try calling { () throws(SystemError) in try folder.open(name, flags) }
                    continue
                }
                if destination.utf8.first == UInt8(ascii: "/") {
                    folder = try calling { () throws(SystemError) in try FileDescriptor.open("/", flags) }
                }
                rest += components(of: destination)
            }
        }
        let descriptor = try calling { () throws(SystemError) in try folder.open(".", Folder.flags) }
        guard let start, !isAbsolute else { return Folder(descriptor, path: path) }
        return Folder(descriptor, path: "\(start.path)/\(path)")
    }

    /// The components of a path, the last one first.
    private func components(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.reversed()
    }

    private mutating func follow(_ name: String, in folder: borrowing FileDescriptor) throws(WalkFailure) -> String? {
        guard
            let destination = try calling({ () throws(SystemError) in try folder.destination(ofLink: name) })
        else { return nil }
        linkCount += 1
        guard linkCount <= Self.linkLimit else { throw .system(.tooManyLinks) }
        let status = try calling { () throws(SystemError) in try folder.status(of: name) }
        guard try calling({ () throws(SystemError) in try status.isTrusted(in: folder.status()) }) else {
            throw .notTrusted(owner: status.ownership.user)
        }
        return destination
    }
}

/// Why a folder was not reached.
private enum WalkFailure: Error {
    case system(SystemError)
    /// A link of this user is not to be followed.
    case notTrusted(owner: uid_t)

    func named(_ path: String, _ operation: StoreOperation) -> PreferenceStoreError {
        switch self {
        case .system(.tooManyLinks): .tooManySymlinks(path: path)
        case .system(let error): .system(operation, path: path, error)
        case .notTrusted(let owner): .notTrusted(path: path, .symbolicLink, owner: owner)
        }
    }
}

private func calling<Outcome: ~Copyable>(
    _ calls: () throws(SystemError) -> Outcome
) throws(WalkFailure) -> Outcome {
    do {
        return try calls()
    } catch {
        throw .system(error)
    }
}

extension String {
    /// Whether this absolute path leads through a folder.
    fileprivate func isBelow(_ folder: String) -> Bool {
        folder.utf8.first == UInt8(ascii: "/") && utf8.starts(with: folder.utf8)
            && utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/")
    }
}

extension FileStatus {
    /// Whether the rule of `fs.protected_symlinks` and `fs.protected_regular` lets this process use what is in a
    /// directory: not if the directory is sticky and everyone can write it, and the file or link belongs to a third user.
    func isTrusted(in directory: FileStatus) -> Bool {
        let isOpenToAll = directory.permissions & S_ISVTX != 0 && directory.permissions & S_IWOTH != 0
        return !isOpenToAll || ownership.user == geteuid() || ownership.user == directory.ownership.user
    }
}

/// A path as the folder and the name in it.
struct SplitPath {
    let folder: String
    let name: String

    /// A path cut at its last slash; nil where no name of a file follows: nothing, `.` or `..`.
    init?(_ path: String) {
        let slash = UInt8(ascii: "/")
        let folder = path.utf8.lastIndex(of: slash).map { path.utf8[...$0] }
        let name = path.utf8[(folder?.endIndex ?? path.startIndex)...]
        guard !name.isEmpty, !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) else { return nil }
        self.name = String(Substring(name))
        // Many slashes are one, so that the folder's own name stands at its end.
        if let end = folder?.lastIndex(where: { $0 != slash }) {
            self.folder = String(Substring(path.utf8[...end]))
        } else {
            self.folder = folder == nil ? "." : "/"
        }
    }

    /// A path of a file, cut at its last slash.
    ///
    /// - Throws: `notRegularFile` where it can only be a folder's, and `system` where it is empty or holds a NUL.
    init(checking path: String) throws(PreferenceStoreError) {
        guard !path.isEmpty else { throw .system(.open, path: path, .noSuchFile) }
        guard !path.utf8.contains(0) else { throw .system(.open, path: path, .invalidArgument) }
        guard let split = SplitPath(path) else { throw .notRegularFile(path: path, .folder) }
        self = split
    }
}
