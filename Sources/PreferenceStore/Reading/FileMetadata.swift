import Glibc

/// A file without its contents: its status, and the metadata that a replacement takes over.
struct PresentFile {
    let status: FileStatus
    let metadata: FileMetadata
    /// The record that the last commit has left in the file; nil if there is none, and empty if it cannot be read.
    let commitRecord: [UInt8]?

    init(_ descriptor: borrowing FileDescriptor, _ status: FileStatus) throws(SystemError) {
        self.init(status, try FileMetadata(of: descriptor, status), commitRecord: descriptor.commitRecord)
    }

    init(_ status: FileStatus, _ metadata: FileMetadata, commitRecord: [UInt8]?) {
        self.status = status
        self.metadata = metadata
        self.commitRecord = commitRecord
    }
}

extension FileTarget {
    /// Returns the existing file; nil if it does not exist.
    ///
    /// - Throws: `notRegularFile`, `tooManySymlinks` if it is a symbolic link, and `system`.
    func presentFile() throws(PreferenceStoreError) -> PresentFile? {
        guard let file = try throwing(.open, path, try nilIfMissing(try open(name))) else { return nil }
        let status = try throwing(.read, path, try file.status())
        guard status.kind == .regular else { throw .notRegularFile(path: path, status.kind) }
        return try throwing(.read, path, try PresentFile(file, status))
    }
}

/// The metadata that a file keeps when its contents are replaced: owner, group, permissions and extended attributes.
struct FileMetadata: Equatable {
    /// The owner and the group; nil for those that a new file in the directory has.
    let owner: FileOwner?
    let permissions: mode_t
    /// The extended attributes that are kept, including access control lists; nil for a new file.
    let attributes: [AttributeName: [UInt8]]?

    init(of descriptor: borrowing FileDescriptor, _ status: FileStatus) throws(SystemError) {
        owner = status.owner
        permissions = status.permissions
        attributes = try descriptor.keptAttributes()
    }

    init(of saved: SavedFile) {
        owner = nil
        permissions = saved.permissions
        // The history belongs to the user, who could have root set what only root may.
        attributes = saved.attributes.filter { !$0.key.isPrivileged }
    }

    init(ofNewFile access: FileAccess) {
        owner = nil
        permissions = access.filePermissions
        attributes = nil
    }

    /// Whether there is no old file with metadata to keep.
    var isOfNewFile: Bool { attributes == nil }

    /// Applies the metadata to a new file.
    ///
    /// A value that the file already has is not set again.
    ///
    /// - Returns: warnings about privileged attributes that cannot be kept, and about the mode of a mount that has no
    ///   other, such as one of vfat.
    /// - Throws: `system` if anything else cannot be kept. An error is better than a file that others can no longer
    ///   read, or suddenly can.
    func apply(to descriptor: borrowing FileDescriptor, path: String) throws(PreferenceStoreError) -> [SuiteWarning] {
        var warnings: [SuiteWarning] = []
        // The owner is set first, because changing it may remove permissions.
        if let owner, owner != (try throwing(.keepOwner, path, try descriptor.status().owner)) {
            try throwing(.keepOwner, path, try descriptor.setOwner(owner))
        }
        if let attributes {
            let lost = try throwing(.keepAttributes, path, try descriptor.setKeptAttributes(attributes))
            warnings = lost.warning(at: path)
        }
        // The permissions are set last: without the permission to write, the user's attributes cannot be set.
        guard try throwing(.keepPermissions, path, try descriptor.status().permissions) != permissions else {
            return warnings
        }
        try throwing(.keepPermissions, path, try descriptor.setPermissions(permissions))
        let given = try throwing(.keepPermissions, path, try descriptor.status().permissions)
        guard given != permissions else { return warnings }
        guard isOfNewFile || given & ~permissions == 0 else { throw .modeOfMount(path: path, given) }
        return warnings + [.modeOfMount(path: path, given)]
    }
}

extension FileDescriptor {
    /// The record that the last commit has left in the file; nil if there is none, and empty if it cannot be read.
    var commitRecord: [UInt8]? {
        do throws(SystemError) {
            return try attribute(.commitRecord)
        } catch {
            return []
        }
    }

    /// Returns the attributes that a file keeps when its contents change.
    func keptAttributes() throws(SystemError) -> [AttributeName: [UInt8]] {
        var attributes: [AttributeName: [UInt8]] = [:]
        for name in try attributeNames() where name.isKept {
            attributes[name] = try attribute(name)
        }
        return attributes
    }

    /// Sets the kept attributes to exactly these; the default access control list of a directory may have added others.
    ///
    /// A privileged attribute that the system has added stays.
    ///
    /// - Returns: the privileged attributes that cannot be set.
    fileprivate func setKeptAttributes(_ attributes: [AttributeName: [UInt8]]) throws(SystemError) -> [AttributeName] {
        let present = try keptAttributes()
        for name in present.keys where attributes[name] == nil && !name.isPrivileged {
            try removeAttribute(name)
        }
        var lost: [AttributeName] = []
        for (name, value) in attributes where present[name] != value {
            do throws(SystemError) {
                try setAttribute(name, to: value)
            } catch {
                guard name.isPrivileged else { throw error }
                lost.append(name)
            }
        }
        return lost
    }
}

extension AttributeName {
    static let commitRecord: AttributeName = "user.prefs"

    /// Whether a file keeps the attribute when its contents change: all but those that describe the contents.
    ///
    /// These are the record of a commit, and what the kernel itself removes or computes again after a write.
    fileprivate var isKept: Bool {
        switch self {
        case .commitRecord, "security.capability", "security.evm", "security.ima": false
        default: hasPrefix("user.") || hasPrefix("system.") || isPrivileged
        }
    }

    /// Whether only root may set the attribute, or whom a security module permits, xattr(7).
    ///
    /// The system does not even show those of `trusted` to others. The others, such as access control lists and the
    /// user's own, are kept by whoever may replace the file.
    var isPrivileged: Bool { hasPrefix("trusted.") || hasPrefix("security.") }
}

extension [AttributeName] {
    /// The warning that a file at a path has lost these attributes; none if there are none.
    func warning(at path: String) -> [SuiteWarning] {
        let names = map { String(decoding: $0.bytes, as: UTF8.self) }.sorted()
        return isEmpty ? [] : [.attributesLost(path: path, names: names)]
    }
}
