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

    /// Refuses to replace a file under one of many names: the others would keep the old bytes.
    ///
    /// - Throws: `hardLinked`, unless those links may be broken.
    func checkNames(of file: PresentFile, breaksHardLinks: Bool) throws(PreferenceStoreError) {
        let count = file.status.linkCount
        guard count <= 1 || breaksHardLinks else { throw .hardLinked(path: path, count: count) }
    }

    /// Keeps corrupt bytes beside the file, at a name that tells the time.
    ///
    /// - Returns: the path.
    func keepCorrupt(
        _ bytes: Span<UInt8>,
        _ metadata: FileMetadata,
        _ durability: Durability,
        at time: Duration
    ) throws(PreferenceStoreError) -> String {
        var copy = try TemporaryFile.write(bytes, for: self, like: metadata, durability)
        return try takeCorruptName(&copy, at: time)
    }

    /// Gives a file beside this one the name by which corrupt files are kept.
    func takeCorruptName(_ file: inout TemporaryFile, at time: Duration) throws(PreferenceStoreError) -> String {
        for attempt in 1...100 {
            let kept = "\(name).corrupt-\(time.compactText)\(attempt == 1 ? "" : "-\(attempt)")"
            do {
                try file.take(free: kept)
                return "\(folder.path)/\(kept)"
            } catch .exists {
                continue
            } catch {
                throw .system(.keepCorrupt, path: path, error)
            }
        }
        throw .system(.keepCorrupt, path: path, .exists)
    }
}
