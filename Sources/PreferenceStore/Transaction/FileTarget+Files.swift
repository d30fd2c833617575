import Glibc

extension FileTarget {
    /// What a file takes over from the one that is here; nil where none is.
    ///
    /// - Throws: `notRegularFile`, and `system`.
    func metadata() throws(PreferenceStoreError) -> FileMetadata? {
        guard let status = try currentStatus() else { return nil }
        guard status.kind == .regular else { throw .notRegularFile(path: path, status.kind) }
        return try throwing(.open, path) { () throws(SystemError) in
            let descriptor = try folder.descriptor.open(name, FileReader.openFlags | O_NOFOLLOW)
            return try FileMetadata(of: descriptor, descriptor.status())
        }
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
