import PropertyLists

/// The paths that a watcher watches, and those that may have changed.
struct WatchedPaths {
    private var watched: [ByteKey: WatchedPath] = [:]
    private var table = WatchTable()
    /// The paths with events, which must be walked again before they are reported.
    private var unsettled: Set<ByteKey> = []

    /// Watches a path, or counts one more request for it.
    mutating func add(
        _ path: String,
        absolutePath: [UInt8],
        watching inotify: borrowing FileDescriptor
    ) throws(SystemError) {
        let key = ByteKey(path)
        guard watched[key] == nil else {
            watched[key]?.count += 1
            return
        }
        watched[key] = WatchedPath(absolutePath: absolutePath)
        do {
            try walk(key, watching: inotify)
        } catch {
            remove(path, watching: inotify)
            throw error
        }
    }

    /// Counts one request for a path less, and stops watching it after the last one.
    mutating func remove(_ path: String, watching inotify: borrowing FileDescriptor) {
        let key = ByteKey(path)
        watched[key]?.count -= 1
        guard let entry = watched[key], entry.count == 0 else { return }
        watched[key] = nil
        unsettled.remove(key)
        endWatches(of: key, at: entry.points, inotify)
    }

    mutating func note(_ event: InotifyEvent) {
        switch event {
        case .change(let point): unsettled.formUnion(table.paths(at: point))
        case .overflow: unsettled.formUnion(watched.keys)
        }
    }

    /// Walks the paths that may have changed again, and returns them.
    ///
    /// The file that a path leads to now is watched before the change is reported: a later read is at least as new. A
    /// path that cannot be walked is kept for the next time, and does not keep other paths from being returned.
    mutating func takeChanges(watching inotify: borrowing FileDescriptor) throws(SystemError) -> [String] {
        var changed: [String] = []
        var failure: SystemError?
        for path in unsettled {
            do throws(SystemError) {
                try walk(path, watching: inotify)
                unsettled.remove(path)
                changed.append(path.string)
            } catch {
                failure = error
            }
        }
        if changed.isEmpty, let failure {
            throw failure
        }
        return changed
    }

    private mutating func walk(_ path: ByteKey, watching inotify: borrowing FileDescriptor) throws(SystemError) {
        guard let entry = watched[path] else { return }
        var walk = PathWalk(along: entry.absolutePath)
        defer {
            table.add(path, at: walk.points)
            watched[path]?.points = walk.points
            endWatches(of: path, at: entry.points.subtracting(walk.points), inotify)
        }
        try walk.run(watching: inotify)
    }

    private mutating func endWatches(
        of path: ByteKey,
        at points: Set<WatchPoint>,
        _ inotify: borrowing FileDescriptor
    ) {
        for watch in table.remove(path, at: points) {
            inotify.removeWatch(watch)
        }
    }
}

struct WatchedPath {
    let absolutePath: [UInt8]
    /// The number of requests for it.
    var count = 1
    /// The points where events concern it, from its last walk.
    var points: Set<WatchPoint> = []
}

/// The paths that each watch serves.
///
/// Paths through the same directory or to the same file share a watch.
struct WatchTable {
    private var paths: [Int32: [[UInt8]: Set<ByteKey>]] = [:]

    /// Returns the paths that an event may concern; none if its watch has ended.
    func paths(at point: WatchPoint) -> Set<ByteKey> {
        let names = paths[point.watch] ?? [:]
        guard !point.name.isEmpty else { return names.values.reduce([]) { $0.union($1) } }
        // A path to a directory has the empty name there, and concerns all names.
        return (names[point.name] ?? []).union(names[[]] ?? [])
    }

    /// Makes events at some points concern a path.
    mutating func add(_ path: ByteKey, at points: Set<WatchPoint>) {
        for point in points {
            paths[point.watch, default: [:]][point.name, default: []].insert(path)
        }
    }

    /// Makes events at some points concern a path no longer.
    ///
    /// - Returns: the watches that no longer serve a path.
    mutating func remove(_ path: ByteKey, at points: Set<WatchPoint>) -> [Int32] {
        var unused: [Int32] = []
        for point in points {
            paths[point.watch]?[point.name]?.remove(path)
            if paths[point.watch]?[point.name]?.isEmpty == true {
                paths[point.watch]?[point.name] = nil
            }
            if paths[point.watch]?.isEmpty == true {
                paths[point.watch] = nil
                unused.append(point.watch)
            }
        }
        return unused
    }
}

/// A walk from the root directory to the file that a path leads to, after all symbolic links, which adds watches on the
/// way.
///
/// Each directory is watched before a name in it is examined. So if the path leads elsewhere after that, an event
/// reports it, and the path is walked again.
struct PathWalk {
    private(set) var points: Set<WatchPoint> = []
    /// The current directory, after all links, with a slash at its end.
    private var directory: [UInt8] = [slash]
    /// The remaining names, the next one last.
    private var names: [[UInt8]] = []
    private var linkCount = 0

    private static let slash = UInt8(ascii: "/")

    /// Prepares a walk along an absolute path.
    init(along path: [UInt8]) {
        prepend(path)
    }

    /// Walks as far as the path leads now: to its file or directory, or to a name that does not exist or leads nowhere.
    ///
    /// A directory or file that we may not watch is skipped: events in it are not reported, but events beyond it are.
    mutating func run(watching inotify: borrowing FileDescriptor) throws(SystemError) {
        while let name = names.popLast() {
            guard !name.elementsEqual("..".utf8) else {
                leaveDirectory()
                continue
            }
            try watch(directory, name: name, for: .names, inotify)
            let path = BytePath(bytes: directory + name)
            switch try? path.kind() {
            case .symbolicLink:
                linkCount += 1
                guard linkCount <= DirectoryWalk.linkLimit, let destination = try? path.destination() else { return }
                prepend(destination)
            case .directory:
                directory = path.bytes + [Self.slash]
                if names.isEmpty { try watch(directory, name: [], for: .names, inotify) }
            case .some where names.isEmpty:
                try watch(path.bytes, name: [], for: .contents, inotify)
            default:
                return
            }
        }
    }

    /// Puts the names of a path before the remaining ones.
    private mutating func prepend(_ path: [UInt8]) {
        if path.first == Self.slash {
            directory = [Self.slash]
        }
        names += path.split(separator: Self.slash).filter { !$0.elementsEqual(".".utf8) }.map(Array.init).reversed()
    }

    /// Goes to the parent directory; the root directory is its own parent.
    private mutating func leaveDirectory() {
        guard let end = directory.dropLast().lastIndex(of: Self.slash) else { return }
        directory.removeSubrange((end + 1)...)
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
            // After any other error, examining the name shows whether the path ends here.
            guard error != .noSpace, error != .noMemory else { throw error }
        }
    }
}
