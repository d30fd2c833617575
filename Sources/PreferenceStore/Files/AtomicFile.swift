/// A file that is written whole: a program that reads it sees the old bytes or the new ones, never a part.
public struct AtomicFile: Sendable {
    /// Where the file is.
    ///
    /// Symbolic links are followed, and stay.
    public let path: String

    /// The file at a path, absolute or from the working folder.
    public init(path: String) {
        self.path = path
    }

    /// Puts a file with these bytes in place of the one that is there, whose mode, owner and extended attributes it keeps.
    ///
    /// - Parameters:
    ///   - access: who may use the file where none is there yet.
    ///   - durability: what the bytes have survived when this returns.
    /// - Throws: `notRegularFile`, `tooManySymlinks`, and `system`, also where the folder is not there; nothing has
    ///   changed then. `durabilityUnknown` where the bytes are in place but perhaps not on the disk.
    public func write(
        _ bytes: Span<UInt8>,
        access: FileAccess = .owner,
        durability: Durability = .disk
    ) throws(PreferenceStoreError) {
        guard let target = try FileTarget(resolving: path) else {
            throw .system(.open, path: path, .noSuchFile)
        }
        let metadata =
            if let present = try target.metadata() {
                present
            } else {
                try FileMetadata(ofNewFileIn: target.folder, access: access)
            }
        var temporary = try TemporaryFile.write(bytes, for: target, like: metadata, durability)
        do throws(SystemError) {
            try temporary.replace(target.name)
        } catch {
            throw .system(.replace, path: path, error)
        }
        try target.folder.synchronize(durability, after: path)
    }
}
