import CLinux
import Glibc
import PropertyLists

/// A complete file beside the one whose place it will take.
struct TemporaryFile: ~Copyable {
    /// The temporary name, with what has it by now.
    var place: TemporaryPlace
    /// The file, wherever it is by now.
    let descriptor: FileDescriptor

    /// Writes a file for a place, with the metadata that it will have there.
    ///
    /// It gets its name when it is complete, if the system can make a file without one: a process that is killed before
    /// leaves nothing.
    ///
    /// - Parameters:
    ///   - mark: the mark of the file that it is to replace.
    ///   - record: what the file says of its commit, if it is a suite's.
    /// - Throws: `system`, and `writtenBytesDiffer` where reading back gives something else. No file is left then.
    static func write(
        _ document: SplicedDocument,
        for target: FileTarget,
        like metadata: FileMetadata,
        _ durability: Durability,
        replacing mark: TemporaryName.Mark,
        record: CommitRecord? = nil
    ) throws(PreferenceStoreError) -> TemporaryFile {
        let folder = target.folder
        let permissions = FileAccess.owner.filePermissions
        if let descriptor = try? folder.descriptor.open(".", O_RDWR | unnamedFile, mode: permissions) {
            record?.leave(on: descriptor)
            try descriptor.fill(with: document, metadata, durability, path: target.path)
            let name = try descriptor.temporaryName(for: target, mark)
            do throws(SystemError) {
                try folder.descriptor.name(descriptor, name)
                return TemporaryFile(place: TemporaryPlace(name, in: folder), descriptor: descriptor)
            } catch  where !error.isRefusal || error == .notPermitted {
                // Without /proc, for one, no name is given.
            } catch {
                throw .system(.create, path: folder.path, error)
            }
        }
        let first = TemporaryName(for: target.name, inode: 0, .random()).text
        let descriptor = try throwing(.create, folder.path) { () throws(SystemError) in
            // Exclusive: whatever stands at the name, a link that somebody planted above all, is not touched.
            try folder.descriptor.open(first, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: permissions)
        }
        var place = TemporaryPlace(first, in: folder)
        let name = try descriptor.temporaryName(for: target, mark)
        try throwing(.create, folder.path) { () throws(SystemError) in try place.move(to: name) }
        record?.leave(on: descriptor)
        try descriptor.fill(with: document, metadata, durability, path: target.path)
        return TemporaryFile(place: place, descriptor: descriptor)
    }

    /// Closes the file, so that it is no longer open for writing.
    ///
    /// - Returns: the temporary name, with what has it by now.
    consuming func close() -> TemporaryPlace {
        place
    }
}

extension FileDescriptor {
    /// The name that tells of this new file.
    fileprivate func temporaryName(
        for target: FileTarget,
        _ mark: TemporaryName.Mark
    ) throws(PreferenceStoreError) -> String {
        let inode = try throwing(.write, target.path) { () throws(SystemError) in try status().identity.inode }
        return TemporaryName(for: target.name, inode: inode, mark).text
    }

    /// Makes a new file complete: its bytes, its metadata, on the disk where that is asked for.
    fileprivate func fill(
        with document: SplicedDocument,
        _ metadata: FileMetadata,
        _ durability: Durability,
        path: String
    ) throws(PreferenceStoreError) {
        do {
            try write(document)
        } catch {
            throw .system(.write, path: path, error)
        }
        try metadata.apply(to: self, path: path)
        try synchronize(durability, path: path)
        let isWritten: Bool
        do {
            isWritten = try holds(document)
            // A network file system may tell only now that it could not write, whichever descriptor is closed.
            try duplicate().close()
        } catch {
            throw .system(.write, path: path, error)
        }
        guard isWritten else { throw .writtenBytesDiffer(path: path) }
    }

    /// Brings the file to the disk, where the durability asks for it.
    func synchronize(_ durability: Durability, path: String) throws(PreferenceStoreError) {
        guard durability == .disk else { return }
        do {
            try synchronize()
        } catch {
            throw .system(.synchronize, path: path, error)
        }
    }
}
