/// The way from the root folder to the file that a path leads to, past all symbolic links, watched as it is walked.
///
/// Each folder is watched before a name in it is looked at. So whatever makes the path lead elsewhere after the look
/// causes an event, and the path is walked again.
struct PathWalk {
    /// Where an event tells that the way or the file has changed.
    private(set) var points: Set<WatchPoint> = []
    /// The folder that is reached, past all links, with a slash at its end.
    private var folder: [UInt8] = [slash]
    /// The names that follow, the next one last.
    private var names: [[UInt8]] = []
    private var linkCount = 0

    private static let slash = UInt8(ascii: "/")

    /// The start of the way that an absolute path describes.
    init(along path: [UInt8]) {
        prepend(path)
    }

    /// Walks as far as the path leads now: to its file, or to the name that is not there or leads nowhere.
    ///
    /// A folder or file that may not be watched is passed by: what happens in it is not told, but what lies beyond is.
    ///
    /// - Throws: `noSpace` where the user has no watches left, and `noMemory`; the points up to there are kept.
    mutating func run(watching inotify: borrowing FileDescriptor) throws(SystemError) {
        while let name = names.popLast() {
            guard !name.elementsEqual("..".utf8) else {
                leaveFolder()
                continue
            }
            try watch(folder, name: name, for: .names, inotify)
            let path = BytePath(bytes: folder + name)
            switch try? path.kind() {
            case .symbolicLink:
                linkCount += 1
                guard linkCount <= FolderWalk.linkLimit, let destination = try? path.destination() else { return }
                prepend(destination)
            case .folder:
                folder = path.bytes + [Self.slash]
            case .some where names.isEmpty:
                try watch(path.bytes, name: [], for: .contents, inotify)
            default:
                return
            }
        }
    }

    /// Goes on with the names of a path, and then with those that were to follow.
    private mutating func prepend(_ path: [UInt8]) {
        if path.first == Self.slash {
            folder = [Self.slash]
        }
        names += path.split(separator: Self.slash).filter { !$0.elementsEqual(".".utf8) }.map(Array.init).reversed()
    }

    /// Goes to the folder above, which the root folder itself has in that place.
    private mutating func leaveFolder() {
        guard let end = folder.dropLast().lastIndex(of: Self.slash) else { return }
        folder.removeSubrange((end + 1)...)
    }

    private mutating func watch(
        _ path: [UInt8],
        name: [UInt8],
        for events: InotifyMask,
        _ inotify: borrowing FileDescriptor
    ) throws(SystemError) {
        do {
            let watch = try inotify.addWatch(BytePath(bytes: path), for: events)
            points.insert(WatchPoint(watch: watch, name: name))
        } catch {
            // After any other error the look at a name tells whether the path ends here.
            guard error != .noSpace, error != .noMemory else { throw error }
        }
    }
}
