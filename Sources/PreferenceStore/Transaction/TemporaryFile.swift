import Glibc
import PropertyLists

/// A complete file beside the one whose place it will take.
struct TemporaryFile: ~Copyable {
    /// The temporary name, with what has it by now.
    var place: TemporaryPlace
    /// The file, wherever it is by now.
    let descriptor: FileDescriptor

    /// Makes an empty file, for its owner alone, and marks it as this package's by a name with its inode.
    private static func make(for name: String, in folder: Folder) throws(SystemError) -> TemporaryFile {
        let first = TemporaryName(for: name, inode: 0).text
        // Exclusive: whatever stands at the name, a link that somebody planted above all, is not touched.
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
        let descriptor = try folder.descriptor.open(first, flags, mode: FileAccess.owner.filePermissions)
        var place = TemporaryPlace(first, in: folder)
        try place.move(to: TemporaryName(for: name, inode: descriptor.status().identity.inode).text)
        return TemporaryFile(place: place, descriptor: descriptor)
    }

    /// Writes a file for a place, with the metadata that it will have there.
    ///
    /// - Parameter record: what the file says of its commit, if it is a suite's.
    /// - Throws: `system`, and `writtenBytesDiffer` where reading back gives something else. No file is left then.
    static func write(
        _ document: SplicedDocument,
        for target: FileTarget,
        like metadata: FileMetadata,
        _ durability: Durability,
        record: CommitRecord? = nil
    ) throws(PreferenceStoreError) -> TemporaryFile {
        let file = try throwing(.create, target.folder.path) { () throws(SystemError) in
            try make(for: target.name, in: target.folder)
        }
        record?.leave(on: file.descriptor)
        try file.fill(with: document, metadata, durability, path: target.path)
        return file
    }

    private func fill(
        with document: SplicedDocument,
        _ metadata: FileMetadata,
        _ durability: Durability,
        path: String
    ) throws(PreferenceStoreError) {
        do {
            try descriptor.write(document)
        } catch {
            throw .system(.write, path: path, error)
        }
        try metadata.apply(to: descriptor, path: path)
        try synchronize(durability, path: path)
        let isWritten: Bool
        do {
            isWritten = try descriptor.holds(document)
            // A network file system may tell only now that it could not write, whichever descriptor is closed.
            try descriptor.duplicate().close()
        } catch {
            throw .system(.write, path: path, error)
        }
        guard isWritten else { throw .writtenBytesDiffer(path: path) }
    }

    /// Brings the file to the disk, where the durability asks for it.
    func synchronize(_ durability: Durability, path: String) throws(PreferenceStoreError) {
        guard durability == .disk else { return }
        do {
            try descriptor.synchronize()
        } catch {
            throw .system(.synchronize, path: path, error)
        }
    }

    /// Closes the file, so that it is no longer open for writing.
    ///
    /// - Returns: the temporary name, with what has it by now.
    consuming func close() -> TemporaryPlace {
        place
    }
}
