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
            try descriptor.fill(with: document, metadata, path: target.path)
            let name = try descriptor.temporaryName(for: target, mark)
            if try folder.give(name, to: descriptor) {
                let place = TemporaryPlace(name, in: folder)
                // With the name, which is a part of what the disk has of the file.
                try descriptor.settle(document, durability, path: target.path)
                return TemporaryFile(place: place, descriptor: descriptor)
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
        try descriptor.fill(with: document, metadata, path: target.path)
        try descriptor.settle(document, durability, path: target.path)
        return TemporaryFile(place: place, descriptor: descriptor)
    }

    /// Closes the file, so that it is no longer open for writing.
    ///
    /// - Returns: the temporary name, with what has it by now.
    consuming func close() -> TemporaryPlace {
        place
    }
}

extension Folder {
    /// Gives a file that has none a name.
    ///
    /// - Returns: whether the system can do that; it needs /proc, for one.
    fileprivate func give(_ name: String, to file: borrowing FileDescriptor) throws(PreferenceStoreError) -> Bool {
        do {
            try descriptor.name(file, name)
            return true
        } catch {
            guard !error.isRefusal || error == .notPermitted else { throw .system(.create, path: path, error) }
            return false
        }
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

    /// Gives a new file its bytes and its metadata.
    fileprivate func fill(
        with document: SplicedDocument,
        _ metadata: FileMetadata,
        path: String
    ) throws(PreferenceStoreError) {
        do {
            try write(document)
        } catch {
            throw .system(.write, path: path, error)
        }
        try metadata.apply(to: self, path: path)
    }

    /// Brings a new file to the disk where that is asked for, and reads it back.
    fileprivate func settle(
        _ document: SplicedDocument,
        _ durability: Durability,
        path: String
    ) throws(PreferenceStoreError) {
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
