import PropertyLists

/// The paths that a watcher watches, and those of them that may have changed.
struct WatchedPaths {
    private var watched: [ByteKey: WatchedPath] = [:]
    private var table = WatchTable()
    /// The paths of which an event has told, and which are to be walked again before they are reported.
    private var unsettled: Set<ByteKey> = []

    /// Watches a path, or counts that it is asked for once more.
    ///
    /// - Throws: `noSpace` and `noMemory`; the path is not watched then.
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

    /// Watches a path no longer, when that was said as often as it was asked for.
    mutating func remove(_ path: String, watching inotify: borrowing FileDescriptor) {
        let key = ByteKey(path)
        watched[key]?.count -= 1
        guard let entry = watched[key], entry.count == 0 else { return }
        watched[key] = nil
        unsettled.remove(key)
        endWatches(of: key, at: entry.points, inotify)
    }

    /// Takes notice of an event.
    mutating func note(_ event: InotifyEvent) {
        switch event {
        case .change(let point): unsettled.formUnion(table.paths(at: point))
        case .overflow: unsettled.formUnion(watched.keys)
        }
    }

    /// Walks the paths that may have changed again, and gives them.
    ///
    /// Where a path leads now is watched before anybody hears of the change: what is read after is no older. A path that
    /// cannot be walked is kept for the next time, and keeps no other from being given.
    ///
    /// - Throws: `noSpace` and `noMemory`, where there is no other.
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
