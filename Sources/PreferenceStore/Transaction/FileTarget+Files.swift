import Glibc

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
