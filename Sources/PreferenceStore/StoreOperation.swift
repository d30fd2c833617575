/// What the store was about when the system refused it: "cannot ...".
public enum StoreOperation: String, Sendable {
    /// Opening a file or folder.
    case open
    /// Reading a file.
    case read
    /// Reading the names in a folder.
    case list
    /// Following a symbolic link.
    case followLink = "follow the link"
    /// Making a folder.
    case createFolder = "create the folder"
    /// Locking the directory against other writers.
    case lock
    /// Making the new file, beside the old one.
    case create = "create a file in the folder"
    /// Writing the new file.
    case write
    /// Giving the new file the old one's owner and group.
    case keepOwner = "keep the owner"
    /// Giving the new file its permissions.
    case keepPermissions = "keep the permissions"
    /// Giving the new file the old one's extended attributes, access control lists among them.
    case keepAttributes = "keep the extended attributes"
    /// Bringing the new file to the disk.
    case synchronize = "write to disk"
    /// Keeping a copy of the old file beside the new one.
    case keepCopy = "keep a copy"
    /// Putting the new file in the old one's place.
    case replace
    /// Taking a file away.
    case remove
}

/// Makes calls of the system, and says in an error what they were for.
func throwing<Outcome: ~Copyable>(
    _ operation: StoreOperation,
    _ path: String,
    _ calls: () throws(SystemError) -> Outcome
) throws(PreferenceStoreError) -> Outcome {
    do throws(SystemError) {
        return try calls()
    } catch .tooManyLinks {
        throw .tooManySymlinks(path: path)
    } catch {
        throw .system(operation, path: path, error)
    }
}
