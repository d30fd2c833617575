import PropertyLists

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

    /// How often a symbolic link may come to the file's place before the write gives up.
    private static let attemptLimit = 100

    /// Puts a file with these bytes in place of the one that is there, whose mode, owner and extended attributes it keeps.
    ///
    /// - Parameters:
    ///   - bytes: all that the file will hold.
    ///   - access: who may use the file where none is there yet.
    ///   - durability: what the bytes have survived when this returns.
    ///   - breaksHardLinks: whether a file with more names than one is replaced under this name, where it is refused
    ///     otherwise: the others keep the old bytes.
    ///   - lockTimeout: how long to wait for other writers of this package in the same directory.
    ///   - makesFolders: whether the folder is made, and those above it, where it is not there.
    /// - Throws: `notRegularFile`, `notTrusted`, `hardLinked`, `tooManySymlinks`, `lockTimedOut`, `changedTooOften`, and
    ///   `system`, also where the folder is not there and not made; nothing has changed then. `durabilityUnknown` where the bytes are in place but perhaps
    ///   not on the disk.
    public func write(
        _ bytes: Span<UInt8>,
        access: FileAccess = .owner,
        durability: Durability = .disk,
        breaksHardLinks: Bool = false,
        lockTimeout: Duration = .seconds(10),
        makesFolders: Bool = false
    ) throws(PreferenceStoreError) {
        if makesFolders {
            try FileTarget.makeFolder(for: path, access)
        }
        let document = SplicedDocument(copying: bytes)
        for _ in 1...Self.attemptLimit {
            guard let target = try FileTarget(resolving: path) else {
                throw .system(.open, path: path, .noSuchFile)
            }
            let isWritten: Void? = try target.withLock(timeout: lockTimeout, StoreProbe()) {
                () throws(PreferenceStoreError) in
                let metadata: FileMetadata
                switch try target.presentFile() {
                case .file(let present):
                    try target.checkReplaceable(present, breaksHardLinks: breaksHardLinks)
                    metadata = present.metadata
                case .nothing:
                    metadata = try FileMetadata(ofNewFileIn: target.folder, access: access)
                case .symbolicLink:
                    return nil
                }
                return try replace(target, by: document, like: metadata, durability)
            }
            if isWritten != nil {
                return
            }
        }
        throw .changedTooOften(path: path)
    }

    private func replace(
        _ target: FileTarget,
        by document: SplicedDocument,
        like metadata: FileMetadata,
        _ durability: Durability
    ) throws(PreferenceStoreError) {
        var temporary = try TemporaryFile.write(document, for: target, like: metadata, durability)
        do throws(SystemError) {
            try temporary.place.replace(target.name)
        } catch {
            throw .system(.replace, path: path, error)
        }
        try target.folder.synchronize(durability, after: path, isNew: true)
    }
}
