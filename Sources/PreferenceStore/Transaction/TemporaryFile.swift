import Glibc
import PropertyLists

/// A complete file beside the one whose place it will take.
///
/// When this ends, nothing is left at the temporary name, unless it was abandoned.
struct TemporaryFile: ~Copyable {
    /// The temporary name.
    let name: String
    /// The file, wherever it is by now.
    let descriptor: FileDescriptor
    private let folder: Folder
    /// Whether what has the temporary name goes with this: the new file, or after an exchange the old one.
    private var ownsName = true

    /// Makes an empty file, for its owner alone.
    private init(for name: String, in folder: Folder) throws(SystemError) {
        self.name = TemporaryName(for: name).text
        self.folder = folder
        // Exclusive: whatever stands at the name, a link that somebody planted above all, is not touched.
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
        descriptor = try folder.descriptor.open(self.name, flags, mode: FileAccess.owner.filePermissions)
    }

    deinit {
        if ownsName {
            try? folder.descriptor.remove(name)
        }
    }

    /// Writes a file for a place, with the metadata that it will have there.
    ///
    /// - Throws: `system`, and `writtenBytesDiffer` where reading back gives something else. No file is left then.
    static func write(
        _ document: SplicedDocument,
        for target: FileTarget,
        like metadata: FileMetadata,
        _ durability: Durability
    ) throws(PreferenceStoreError) -> TemporaryFile {
        let file = try throwing(.create, target.folder.path) { () throws(SystemError) in
            try TemporaryFile(for: target.name, in: target.folder)
        }
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
        do {
            if durability == .disk {
                try descriptor.synchronize()
            }
        } catch {
            throw .system(.synchronize, path: path, error)
        }
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

    /// Puts the file at a name, in place of what is there.
    mutating func replace(_ other: String) throws(SystemError) {
        try folder.descriptor.rename(name, over: other)
        ownsName = false
    }

    /// Puts the file at a name that is free.
    mutating func take(free other: String) throws(SystemError) {
        try folder.descriptor.rename(name, toFree: other)
        ownsName = false
    }

    /// Leaves the file at the temporary name.
    ///
    /// - Returns: that name.
    mutating func abandon() -> String {
        ownsName = false
        return name
    }

    /// Exchanges the file and the one at a name: the temporary name is the other's then.
    func exchange(with other: String) throws(SystemError) {
        try folder.descriptor.exchange(name, with: other)
    }
}
