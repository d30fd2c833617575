import Glibc

/// A file without its contents: what the system knows of it, and what another in its place takes over.
struct PresentFile {
    let status: FileStatus
    let metadata: FileMetadata
    /// Who has written it last, as far as known.
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

/// What a file keeps when another with new contents takes its place: all but the contents.
struct FileMetadata: Equatable {
    /// The owner and the group; nil for a new file, which gets those of the process.
    let owner: FileOwner?
    let permissions: mode_t
    /// The extended attributes that are kept, access control lists among them; nil for a new file.
    let attributes: [AttributeName: [UInt8]]?

    init(of descriptor: borrowing FileDescriptor, _ status: FileStatus) throws(SystemError) {
        owner = status.ownership
        permissions = status.permissions
        attributes = try descriptor.keptAttributes()
    }

    init(ofNewFileIn directory: Directory, access: FileAccess) throws(PreferenceStoreError) {
        owner = try throwing(.read, directory.path, try directory.ownerOfNewFiles())
        permissions = access.filePermissions
        attributes = nil
    }

    /// Gives them to a new file.
    ///
    /// What the file has already is not set again.
    ///
    /// - Throws: `system` where one cannot be kept: a file that others may not read any more, or suddenly may, is worse
    ///   than an error.
    func apply(to descriptor: borrowing FileDescriptor, path: String) throws(PreferenceStoreError) {
        // The owner goes first: changing it may take permissions away.
        if let owner, owner != (try throwing(.keepOwner, path, try descriptor.status().ownership)) {
            try throwing(.keepOwner, path, try descriptor.setOwner(owner))
        }
        if let attributes {
            try throwing(.keepAttributes, path, try descriptor.setKeptAttributes(attributes))
        }
        // They go last: without the permission to write, the user's attributes cannot be set.
        if try throwing(.keepPermissions, path, try descriptor.status().permissions) != permissions {
            try throwing(.keepPermissions, path, try descriptor.setPermissions(permissions))
        }
    }
}

extension FileDescriptor {
    /// The attributes that go with a file whose contents change.
    func keptAttributes() throws(SystemError) -> [AttributeName: [UInt8]] {
        var attributes: [AttributeName: [UInt8]] = [:]
        for name in try attributeNames() where name.isKept {
            attributes[name] = try attribute(name)
        }
        return attributes
    }

    /// Makes the attributes that are kept these and no others; a directory's default list may have given some.
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
    /// Whether the attribute goes with a file whose contents change: the user's own do, access control lists, and the
    /// label of a security module.
    ///
    /// The kernel's other `security` attributes are about the contents, and so is the record of a commit.
    fileprivate var isKept: Bool {
        guard self != CommitRecord.attributeName else { return false }
        return hasPrefix("user.") || hasPrefix("system.") || self == "security.selinux"
    }
}
