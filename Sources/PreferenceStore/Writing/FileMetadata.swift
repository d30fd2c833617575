import Glibc

/// A file without its contents: its status, and the metadata that a replacement takes over.
struct PresentFile {
    let status: FileStatus
    let metadata: FileMetadata
    /// The last writer, as far as known.
    let record: CommitRecord.Reading

    init(_ descriptor: borrowing FileDescriptor, _ status: FileStatus) throws(SystemError) {
        self.init(status, try FileMetadata(of: descriptor, status), CommitRecord.Reading(of: descriptor, status))
    }

    init(_ status: FileStatus, _ metadata: FileMetadata, _ record: CommitRecord.Reading) {
        self.status = status
        self.metadata = metadata
        self.record = record
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
        owner = status.ownership
        permissions = status.permissions
        attributes = try descriptor.keptAttributes()
    }

    init(of saved: SavedFile) {
        owner = nil
        permissions = saved.permissions
        attributes = saved.attributes
    }

    init(ofNewFile access: FileAccess) {
        owner = nil
        permissions = access.filePermissions
        attributes = nil
    }

    /// Applies the metadata to a new file.
    ///
    /// A value that the file already has is not set again.
    ///
    /// - Throws: `system` if a value cannot be kept. An error is better than a file that others can no longer read, or
    ///   suddenly can.
    func apply(to descriptor: borrowing FileDescriptor, path: String) throws(PreferenceStoreError) {
        // The owner is set first, because changing it may remove permissions.
        if let owner, owner != (try throwing(.keepOwner, path, try descriptor.status().ownership)) {
            try throwing(.keepOwner, path, try descriptor.setOwner(owner))
        }
        if let attributes {
            try throwing(.keepAttributes, path, try descriptor.setKeptAttributes(attributes))
        }
        // The permissions are set last: without the permission to write, the user's attributes cannot be set.
        if try throwing(.keepPermissions, path, try descriptor.status().permissions) != permissions {
            try throwing(.keepPermissions, path, try descriptor.setPermissions(permissions))
        }
    }
}

extension FileDescriptor {
    /// Returns the attributes that a file keeps when its contents change.
    func keptAttributes() throws(SystemError) -> [AttributeName: [UInt8]] {
        var attributes: [AttributeName: [UInt8]] = [:]
        for name in try attributeNames() where name.isKept {
            attributes[name] = try attribute(name)
        }
        return attributes
    }

    /// Sets the kept attributes to exactly these; the default access control list of a directory may have added others.
    func setKeptAttributes(_ attributes: [AttributeName: [UInt8]]) throws(SystemError) {
        let present = try keptAttributes()
        for name in present.keys where attributes[name] == nil {
            try removeAttribute(name)
        }
        for (name, value) in attributes where present[name] != value {
            try setAttribute(name, to: value)
        }
    }
}

extension AttributeName {
    /// Whether a file keeps the attribute when its contents change.
    ///
    /// It keeps the user's own attributes, access control lists, and the label of a security module. The kernel's other
    /// `security` attributes describe the contents, and so does the record of a commit.
    fileprivate var isKept: Bool {
        guard self != CommitRecord.attributeName else { return false }
        return hasPrefix("user.") || hasPrefix("system.") || self == "security.selinux"
    }
}
